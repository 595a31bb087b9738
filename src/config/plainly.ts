// Wrong settings end a process with sentences for the operator. A stack would only hide them.
import { InvalidSettings } from "./setting-faults.ts";

export async function plainly<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof InvalidSettings)) throw thrown;
    console.error(thrown.message);
    process.exit(1);
  }
}
