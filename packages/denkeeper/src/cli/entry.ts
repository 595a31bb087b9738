// What an entry of the table of commands is (commands.ts), and how its words become fields of the API and back.
import type { OperationName } from "../generated/operations.ts";
import { CliError } from "./cli-error.ts";
import type { Fields } from "./json.ts";

/** What a command runs where asking for one operation is not enough (program.ts). */
export type RunName =
  | "adopt"
  | "api"
  | "keep"
  | "login"
  | "mcp"
  | "recover"
  | "register"
  | "replay"
  | "rotateKey"
  | "run"
  | "visit"
  | "whoami";

type Parse = (text: string) => unknown;

/** An option: its flags, what it is, how it is read or which values it takes, and its default. */
export type CommandOption = readonly [
  flags: string,
  about: string,
  values?: Parse | readonly string[],
  preset?: unknown,
];

export interface CommandEntry {
  /** With its arguments: "board <creature>". */
  readonly name: string;
  /** Up to its first period or colon it also stands in the list of commands. */
  readonly about: string;
  /** The operation whose fields are the arguments and options. A step of the service that calls it becomes this command. */
  readonly calls?: OperationName;
  readonly run?: RunName;
  /** Fields that always go along. */
  readonly sends?: Fields;
  /** Fields of a step that this command finds out by itself. */
  readonly drops?: readonly string[];
  /** Asks for --yes, and says why. */
  readonly warns?: string;
  readonly options?: readonly CommandOption[];
  readonly examples?: readonly string[];
  /** Stands below its help. */
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

/** A time as the service takes it. What is not a time is left for the service to refuse. */
export function instant(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at).toISOString();
}

/** "feed,play" */
export function list(text: string): readonly string[] {
  return text.split(",").map((each) => each.trim());
}
