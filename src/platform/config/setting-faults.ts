// What is wrong with settings, in plain sentences. Each begins with the name of the setting. Values are shown only where
// they cannot be a secret.
import type { z } from "zod";

export interface SettingFault {
  readonly variable: string;
  /** Follows the name: "must be a number". */
  readonly message: string;
}

export function sentenceOf({ variable, message }: SettingFault): string {
  return `${variable} ${message}${/[.!?]$/.test(message) ? "" : "."}`;
}

/** Ends a start. Its message is all that an operator needs, so it is shown without the stack. */
export class InvalidSettings extends Error {
  readonly faults: readonly SettingFault[];

  constructor(faults: readonly SettingFault[]) {
    super(`The settings are not valid:\n${faults.map((fault) => `  ${sentenceOf(fault)}`).join("\n")}`);
    this.faults = faults;
  }
}

const SHOWN_LETTERS = 40;

function quotedInput(input: unknown): string {
  return `, not ${JSON.stringify(String(input).slice(0, SHOWN_LETTERS))}`;
}

function bounded(limit: string, count: number | bigint, origin: string): string {
  return origin === "string" ? `must have ${limit} ${count} characters` : `must be ${limit} ${count}`;
}

/** How zod's findings read, unless the setting has words for them. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "is required";
  if (issue.code === "invalid_type") return issue.expected === "int" ? "must be a whole number" : "must be a number";
  if (issue.code === "invalid_value")
    return `must be one of ${issue.values.map(String).join(", ")}${quotedInput(issue.input)}`;
  if (issue.code === "too_big") return bounded("at most", issue.maximum, issue.origin);
  if (issue.code !== "too_small") return "has the wrong form";
  return issue.inclusive === false
    ? `must be more than ${issue.minimum}`
    : bounded("at least", issue.minimum, issue.origin);
}

/** `explain`: what to say of other errors, when there is something. */
export async function withPlainErrors<Result>(
  work: () => Result | Promise<Result>,
  explain: (thrown: unknown) => string | undefined = () => undefined,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const sentence = thrown instanceof InvalidSettings ? thrown.message : explain(thrown);
    if (sentence === undefined) throw thrown;
    console.error(sentence);
    process.exit(1);
  }
}
