// Wrong settings, and a database that is away, end a process with sentences for the operator. A stack would only hide them.
import { InvalidSettings } from "./setting-faults.ts";

/** `sentenceOf`: what to say of other errors, when there is something. */
export async function withPlainErrors<Result>(
  work: () => Result | Promise<Result>,
  sentenceOf: (thrown: unknown) => string | undefined = () => undefined,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const sentence = thrown instanceof InvalidSettings ? thrown.message : sentenceOf(thrown);
    if (sentence === undefined) throw thrown;
    console.error(sentence);
    process.exit(1);
  }
}
