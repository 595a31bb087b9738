// Parses the options of a script, or prints their help after the opening comment of the script.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";

interface OptionSpec<Value> {
  /** Name of the value in the help, such as N or FILE. Empty for a flag. */
  readonly takes: string;
  readonly says: string;
  readonly read: (text: string) => Value;
  readonly otherwise: Value;
}

export function flag(says: string): OptionSpec<boolean> {
  return { takes: "", says, read: () => true, otherwise: false };
}

export function textOption(takes: string, says: string): OptionSpec<string | undefined> {
  return { takes, says, read: (text) => text, otherwise: undefined };
}

export function numberOption(says: string, otherwise: number): OptionSpec<number> {
  const read = (text: string): number => {
    if (text === "" || Number.isNaN(Number(text))) throw new Error(`"${text}" is not a number`);
    return Number(text);
  };
  return { takes: "N", says, read, otherwise };
}

export function purposeOf(file: string): string {
  const comment = /^(?:\/\/.*\n)+/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  return comment.replaceAll(/^\/\/ ?/gm, "").trimEnd();
}

function commandOf(file: string): string {
  return `node ${relative(join(import.meta.dirname, ".."), file)}`;
}

type OptionValues<Options> = { [Name in keyof Options]: Options[Name] extends OptionSpec<infer Value> ? Value : never };

/** Returns the option values. With --help, or for an unknown or invalid option, prints a text and exits. */
export function optionsOf<Options extends Record<string, OptionSpec<boolean | number | string | undefined>>>(
  file: string,
  specs: Options,
): OptionValues<Options> {
  const all = Object.entries(specs);
  if (process.argv.includes("--help")) {
    const heads = all.map(([name, { takes }]) => `  --${name} ${takes}`.trimEnd());
    const width = Math.max(...heads.map((head) => head.length)) + 2;
    const lines = all.map(([, { says, otherwise }], index) => {
      return `${heads[index]?.padEnd(width)}${says}${typeof otherwise === "number" ? ` (${otherwise})` : ""}`;
    });
    console.log(
      [`${commandOf(file)}${all.length === 0 ? "" : " [options]"}\n`, `${purposeOf(file)}\n`, ...lines]
        .join("\n")
        .trimEnd(),
    );
    process.exit(0);
  }
  try {
    const options = all.map(([name, { takes }]) => [name, { type: takes === "" ? "boolean" : "string" }] as const);
    const { values } = parseArgs({ options: Object.fromEntries(options) });
    const read = all.map(([name, { read: readOne, otherwise }]) => {
      const value = values[name];
      return [name, value === undefined ? otherwise : readOne(String(value))];
    });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: each value was read by the option of its name
    return Object.fromEntries(read) as OptionValues<Options>;
  } catch (thrown) {
    const [problem] = (thrown instanceof Error ? thrown.message : String(thrown)).split(". ", 1);
    console.error(`${problem}. See the options: ${commandOf(file)} --help`);
    process.exit(2);
  }
}
