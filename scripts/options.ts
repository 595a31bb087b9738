// Parses the options of a script and prints their help, which begins with the opening comment of the script.
import { readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";

interface OptionSpec<Value> {
  readonly type: "boolean" | "string";
  /** Placeholder for the value in the help, such as N or FILE. */
  readonly takes: string;
  readonly says: string;
  readonly read: (text: string) => Value;
  readonly otherwise: Value;
}

export function flag(says: string): OptionSpec<boolean> {
  return { type: "boolean", takes: "", says, read: () => true, otherwise: false };
}

export function textOption(takes: string, says: string): OptionSpec<string | undefined>;
export function textOption(takes: string, says: string, otherwise: string): OptionSpec<string>;
export function textOption(takes: string, says: string, otherwise?: string): OptionSpec<string | undefined> {
  return { type: "string", takes, says, read: (text) => text, otherwise };
}

export function numberOption(says: string): OptionSpec<number | undefined>;
export function numberOption(says: string, otherwise: number): OptionSpec<number>;
export function numberOption(says: string, otherwise?: number): OptionSpec<number | undefined> {
  const read = (text: string): number => {
    if (text === "" || Number.isNaN(Number(text))) throw new Error(`"${text}" is not a number`);
    return Number(text);
  };
  return { type: "string", takes: "N", says, read, otherwise };
}

/** Returns the opening comment of a file. */
export function purposeOf(file: string): string {
  const comment = /^(?:\/\/.*\n)+/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  return comment.replaceAll(/^\/\/ ?/gm, "").trimEnd();
}

/** Names of package.json scripts that run a file of the same name. */
const NPM = new Set(["dev", "check", "generate", "simulate", "bench", "release"]);

/** Returns the command that runs a script. */
function commandOf(file: string): string {
  const [name, folder] = [basename(file, ".ts"), basename(dirname(file))];
  if (name === folder && NPM.has(name)) return `npm run ${name} --`;
  if (folder === "faults") return `npm run ${folder} -- ${name}`;
  return `node ${relative(join(import.meta.dirname, ".."), file)}`;
}

type OptionValues<Options> = { [Name in keyof Options]: Options[Name] extends OptionSpec<infer Value> ? Value : never };

/** Returns the option values. On --help, prints the help and exits. */
export function optionsOf<Options extends Record<string, OptionSpec<boolean | number | string | undefined>>>(
  file: string,
  options: Options,
): OptionValues<Options> {
  const all = Object.entries(options);
  if (process.argv.includes("--help")) {
    const heads = all.map(([name, { takes }]) => `  --${name} ${takes}`.trimEnd());
    const width = Math.max(...heads.map((head) => head.length)) + 2;
    const lines = all.map(([, { says, otherwise }], index) => {
      const isShown = (typeof otherwise === "string" && otherwise !== "") || typeof otherwise === "number";
      return `${heads[index]?.padEnd(width)}${says}${isShown ? ` (${otherwise})` : ""}`;
    });
    console.log(
      [`${commandOf(file)}${all.length === 0 ? "" : " [options]"}\n`, `${purposeOf(file)}\n`, ...lines]
        .join("\n")
        .trimEnd(),
    );
    process.exit(0);
  }
  try {
    const { values } = parseArgs({ options: Object.fromEntries(all.map(([name, { type }]) => [name, { type }])) });
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
