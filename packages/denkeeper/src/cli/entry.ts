// What an entry of the table of commands is (commands.ts).
import type { Option } from "commander";
import type { OperationName } from "../generated/operations.ts";
import type { Answers } from "../generated/types.ts";
import type { Context } from "./context.ts";
import { CliError } from "./failure.ts";
import type { OutputLines } from "./next-command.ts";

/** Takes what commander passes: the arguments, then the options, then the command. */
export type Run = (context: Context, ...given: never[]) => Promise<void> | void;

type Parse = (text: string) => unknown;

/** An option or an argument: its flags, what it is, how it is read or which values it takes, and its default. */
export type Part = readonly [flags: string, about: string, values?: Parse | readonly string[], preset?: unknown];

interface Words {
  /** Up to its first period or colon it also stands in the list of commands. */
  readonly about: string;
  /** Those that need words. Others stand behind the name. */
  readonly args?: readonly Part[];
  readonly options?: readonly (Part | Option)[];
  readonly examples?: readonly string[];
  /** Stands below its help. */
  readonly after?: string;
  readonly afterError?: string;
}

export interface Entry extends Words {
  readonly name: string;
  /** The operation whose fields are the arguments and options; or a function; or the commands below it. */
  readonly does: OperationName | (() => Promise<Run>) | readonly Entry[];
}

export function command(name: string, does: Entry["does"], words: Words): Entry {
  return { name, does, ...words };
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

/** A function of a file that is loaded when it runs. */
export function from<File>(load: () => Promise<File>) {
  return <Name extends keyof File>(name: Name) =>
    async (): Promise<File[Name]> =>
      (await load())[name];
}

export type Told<Name extends OperationName> = Exclude<Answers[Name], string>;
/** How the answers of operations look. */
export type Layouts = { readonly [Name in OperationName]?: (answer: Told<Name>) => OutputLines };
