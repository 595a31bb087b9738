// The options of a script, each said once: how it is read, and what --help prints about it. The rest of the help is the
// comment that opens the script's file.
import { readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";

interface OptionSpec<Value> {
  readonly type: "boolean" | "string";
  /** What stands behind its name in the help: N, FILE. */
  readonly takes: string;
  readonly says: string;
  readonly read: (given: string) => Value;
  readonly otherwise: Value;
}

export function flag(says: string): OptionSpec<boolean> {
  return { type: "boolean", takes: "", says, read: () => true, otherwise: false };
}

export function textOption(takes: string, says: string): OptionSpec<string | undefined>;
export function textOption(takes: string, says: string, otherwise: string): OptionSpec<string>;
export function textOption(takes: string, says: string, otherwise?: string): OptionSpec<string | undefined> {
  return { type: "string", takes, says, read: (given) => given, otherwise };
}

export function numberOption(says: string): OptionSpec<number | undefined>;
export function numberOption(says: string, otherwise: number): OptionSpec<number>;
export function numberOption(says: string, otherwise?: number): OptionSpec<number | undefined> {
  const read = (given: string): number => {
    if (given === "" || Number.isNaN(Number(given))) throw new Error(`"${given}" is not a number`);
    return Number(given);
  };
  return { type: "string", takes: "N", says, read, otherwise };
}

/** The comment that opens a file. */
export function purposeOf(file: string): string {
  const comment = /^(?:\/\/.*\n)+/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  return comment.replaceAll(/^\/\/ ?/gm, "").trimEnd();
}

/** Scripts of package.json. */
const NPM = new Set(["dev", "check", "generate", "simulate", "bench", "release"]);

/** How a script is run. */
function commandOf(file: string): string {
  const [name, folder] = [basename(file, ".ts"), basename(dirname(file))];
  if (name === folder && NPM.has(name)) return `npm run ${name} --`;
  if (folder === "faults") return `npm run ${folder} -- ${name}`;
  return `node ${relative(join(import.meta.dirname, ".."), file)}`;
}

type OptionValues<Options> = { [Name in keyof Options]: Options[Name] extends OptionSpec<infer Value> ? Value : never };

/** What a script was given. Where it was asked for help, prints it and ends the process. */
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
      const given = values[name];
      return [name, given === undefined ? otherwise : readOne(String(given))];
    });
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: each value was read by the option of its name
    return Object.fromEntries(read) as OptionValues<Options>;
  } catch (thrown) {
    const [said] = (thrown instanceof Error ? thrown.message : String(thrown)).split(". ", 1);
    console.error(`${said}. See the options: ${commandOf(file)} --help`);
    process.exit(2);
  }
}
