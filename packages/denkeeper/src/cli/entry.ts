// Defines the command table's entries (commands.ts) and maps their words to API fields.
import type { OperationName } from "../generated/operations.ts";
import { CliError } from "./cli-error.ts";
import type { CommandContext } from "./context.ts";
import type { Fields } from "./json.ts";

/** Commander passes the arguments, then the options. */
type RunCommand = (context: CommandContext, ...args: never[]) => Promise<void>;

/** `values` is a parser or the list of allowed values. */
export type CommandOption = readonly [
  flags: string,
  about: string,
  values?: ((text: string) => unknown) | readonly string[],
];

export interface CommandEntry {
  /** The name with its arguments, such as "board <creature>". */
  readonly name: string;
  /** The command list shows the text before the first period or colon. */
  readonly about: string;
  /**
   * The operation that receives the arguments and options as fields. A step that calls this operation is shown as this command.
   */
  readonly calls?: OperationName;
  /** Loads the function of a command that makes more than one call. */
  readonly run?: () => Promise<RunCommand>;
  /** Fields that are always sent. */
  readonly sends?: Fields;
  /** Fields of a step that the command supplies itself. */
  readonly drops?: readonly string[];
  /** The reason that the command requires --yes. */
  readonly warns?: string;
  readonly options?: readonly CommandOption[];
  readonly examples?: readonly string[];
  /** Text appended to the command's help. */
  readonly after?: string;
  /** Text printed after a usage error of the command. */
  readonly afterError?: string;
  readonly below?: readonly CommandEntry[];
}

/** Short command-line words for API fields. */
const FIELDS: Readonly<Record<string, string>> = {
  creature: "creature_id",
  species: "species_slug",
  look: "image_prompt",
  every: "every_minutes",
};

/** Converts "--dry-run", "dryRun", or "<dry-run>" to the field name dry_run. */
export function fieldOf(word: string): string {
  const name = word
    .replaceAll(/[^\w-]|^--/g, "")
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replaceAll("-", "_");
  return FIELDS[name] ?? name;
}

export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value))
    throw new CliError(`"${text}" is not a number`, "Use digits, such as 12 or 3.5.");
  return value;
}

/** Parses "30m" or "2h" into minutes. */
export function minutes(text: string): number {
  const [, count, unit] = /^(\d{1,4})([mh])$/.exec(text) ?? [];
  if (count === undefined)
    throw new CliError(`"${text}" is not a duration`, "Use minutes or hours, such as 30m or 2h.");
  return Number(count) * (unit === "h" ? 60 : 1);
}

/** Converts a time to ISO 8601. Unparseable text is passed on, and the service rejects it. */
export function instant(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

/** Splits a comma-separated list such as "feed,play". */
export function list(text: string): readonly string[] {
  return text.split(",").map((item) => item.trim());
}
