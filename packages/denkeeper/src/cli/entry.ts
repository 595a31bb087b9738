// The entries of the table of commands (commands.ts), and the translation of their words to fields of the API.
import type { OperationName } from "../generated/operations.ts";
import { CliError } from "./cli-error.ts";
import type { CommandContext } from "./context.ts";
import type { Fields } from "./json.ts";

/** Accepts the arguments, then the options, from commander. */
type RunCommand = (context: CommandContext, ...args: never[]) => Promise<void>;

/** `values` parses the value, or lists the allowed ones. */
export type CommandOption = readonly [
  flags: string,
  about: string,
  values?: ((text: string) => unknown) | readonly string[],
];

export interface CommandEntry {
  /** With its arguments: "board <creature>". */
  readonly name: string;
  /** The list of commands has the part before the first period or colon. */
  readonly about: string;
  /** The operation whose fields are the arguments and options. A step that calls it is shown as this command. */
  readonly calls?: OperationName;
  /** Loads what the command runs, if that is more than one call. */
  readonly run?: () => Promise<RunCommand>;
  /** Fields that are always sent. */
  readonly sends?: Fields;
  /** Fields of a step that this command determines by itself. */
  readonly drops?: readonly string[];
  /** Requires --yes, for this reason. */
  readonly warns?: string;
  readonly options?: readonly CommandOption[];
  readonly examples?: readonly string[];
  /** Appended to its help. */
  readonly after?: string;
  readonly afterError?: string;
  readonly below?: readonly CommandEntry[];
}

/** Short words for fields of the API. */
const FIELDS: Readonly<Record<string, string>> = {
  creature: "creature_id",
  species: "species_slug",
  look: "image_prompt",
  every: "every_minutes",
};

/** "--dry-run", "dryRun" and "<dry-run>" are the field dry_run. */
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

/** "30m" or "2h" in minutes. */
export function minutes(text: string): number {
  const [, count, unit] = /^(\d{1,4})([mh])$/.exec(text) ?? [];
  if (count === undefined) throw new CliError(`"${text}" is not a time`, "Use minutes or hours, such as 30m or 2h.");
  return Number(count) * (unit === "h" ? 60 : 1);
}

/** Converts a time to the form of the service. The service rejects other texts. */
export function instant(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

/** "feed,play" */
export function list(text: string): readonly string[] {
  return text.split(",").map((item) => item.trim());
}
