// Tests that every command named in a document, comment or message exists: npm scripts, benchmark and fault runs, gate
// steps, tests and files to run.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STEPS } from "../scripts/check/steps.ts";
import { filesOfCheckout } from "./processes/clone.ts";

const ROOT = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: Record<string, string> };
const TEXT = /\.(?:md|ts|mjs|py|sh|ya?ml|json|toml|ini|cfg|conf|service|example)$|^\.ci\/|Dockerfile$/;
/** Excludes the release history, lock files and this file. */
const LEFT_OUT = /^CHANGELOG\.md$|^test\/commands\.test\.ts$|^package-lock\.json$|\.lock$/;

const isThere = (path = ""): boolean => existsSync(join(ROOT, path));
/** A test may be named by the beginning of its path. */
const isTested = (path: string): boolean => !path.includes("/") || globSync(`${path}*`, { cwd: ROOT }).length > 0;
const isStep = (step: string): boolean => STEPS.some(({ name }) => name === step);

/** Patterns of commands, each with a check that the named target exists. */
const COMMANDS: readonly (readonly [command: RegExp, exists: (...words: string[]) => boolean])[] = [
  [/npm run (?:--silent )?([a-z][\w-]*(?::\w+)?)/g, (name = "") => name in scripts],
  [/npm run (bench|faults) -- ([a-z]+)/g, (folder, name) => isThere(`scripts/${folder}/${name}.ts`)],
  [/(?:check --|\.ci\/run)(?: --full)? --only ([a-z][\w,-]*)/g, (names = "") => names.split(",").every(isStep)],
  [/node ((?:scripts|src|tools)\/[\w./-]+\.ts)/g, isThere],
  [/vitest run((?: [\w./-]+)+)/g, (paths = "") => paths.split(" ").every(isTested)],
  [/(\.ci\/[a-z]+)/g, isThere],
];

function commandsIn(text: string): readonly { readonly command: string; readonly exists: boolean }[] {
  return COMMANDS.flatMap(([pattern, exists]) =>
    [...text.matchAll(pattern)].map(([command, ...words]) => ({ command, exists: exists(...words) })),
  );
}

test("every command that a file names exists", async () => {
  const files = (await filesOfCheckout()).filter((each) => TEXT.test(each) && !LEFT_OUT.test(each));
  const named = files.flatMap((file) =>
    commandsIn(readFileSync(join(ROOT, file), "utf8")).map(({ command, exists }) => [exists, `${file}: ${command}`]),
  );
  expect(named.filter(([exists]) => exists === false).map(([, command]) => command)).toEqual([]);
  expect(named.length).toBeGreaterThan(100);
});

test("package.json has seventeen npm scripts", () => {
  expect(Object.keys(scripts)).toHaveLength(17);
});

test.each([
  ["npm run test:nothing", false],
  ["npm run nothing", false],
  ["node scripts/nothing.ts", false],
  ["check -- --only lint,nothing", false],
  ["vitest run test/commands test/nothing", false],
  [".ci/nothing", false],
  ["vitest run test/commands src/ui", true],
  [".ci/run", true],
])("commandsIn reports for %s that its target exists: %s", (text, exists) => {
  expect(commandsIn(text)[0]?.exists).toBe(exists);
});

test("commandsIn checks the script and its run name separately", () => {
  expect(commandsIn("npm run bench -- nothing").map((each) => each.exists)).toEqual([true, false]);
});
