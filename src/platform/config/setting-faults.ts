// Formats faults of settings as sentences that begin with the setting's name. Values are shown only if they cannot be secret.
import type { z } from "zod";

export interface SettingFault {
  readonly variable: string;
  /** Follows the setting's name, as in "must be a number". */
  readonly message: string;
}

export function sentenceOf({ variable, message }: SettingFault): string {
  return `${variable} ${message}${/[.!?]$/.test(message) ? "" : "."}`;
}

/** Thrown to prevent startup. The message is complete, so it is printed without a stack. */
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

/** Rewords zod's messages for settings that have no message of their own. */
export function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return "is required";
  if (issue.code === "invalid_type") return issue.expected === "int" ? "must be a whole number" : "must be a number";
  if (issue.code === "invalid_value")
    return `must be one of ${issue.values.map(String).join(", ")}${quotedInput(issue.input)}`;
  if (issue.code === "too_big") return bounded("at most", issue.maximum, issue.origin);
  if (issue.code !== "too_small") return "has an invalid format";
  return issue.inclusive === false
    ? `must be more than ${issue.minimum}`
    : bounded("at least", issue.minimum, issue.origin);
}

/** Runs `work`. Prints invalid settings, and other errors for which `explain` returns a sentence, and ends the process. */
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
