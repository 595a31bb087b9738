// The gate's step "layers": prints the import table, checks that it has one direction and covers every file, and checks
// that lint, which enforces it, fails on planted mistakes.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LAYERS, isUnder, layerOf } from "./lint/layers.ts";

const MAX_FILES = 25;
const SOURCES = ["src/**/*.ts", "packages/*/src/**/*.ts", "scripts/**/*.ts", "test/**/*.ts"];
const importOf = (specifier: string) => `export type * from "${specifier}";`;
/** Files that lint must refuse, each for a reason of its own: the rule that has to find it, and what is in it. */
const PLANTED: Readonly<Record<string, readonly [rule: string, source: string]>> = {
  "packages/rules/src/life/planted.ts": ["denkeeper(layers)", importOf("@denkeeper/rules/care/care.ts")],
  "packages/rules/src/time/planted.ts": ["denkeeper(layers)", importOf("node:fs")],
  "src/store/db/planted.ts": ["denkeeper(layers)", importOf("../creatures/creatures.ts")],
  "src/http/guard/planted.ts": ["denkeeper(layers)", importOf("../../endpoints/index.ts")],
  "src/app/life/planted.ts": ["denkeeper(layers)", importOf("../../worker/sweep.ts")],
  "src/platform/planted.ts": ["consistent-type-assertions", "export const planted = JSON.parse('1') as number;"],
  "src/endpoints/shared/planted.ts": [
    "no-restricted-imports",
    'export { realOf } from "@denkeeper/rules/creature/visibility.ts";',
  ],
  "packages/rules/src/words/planted.ts": ["no-restricted-imports", 'export { creatureAt } from "../life/life.ts";'],
  "src/app/visits/planted.ts": [
    "no-restricted-properties",
    "export const planted = (database: { adHoc(text: string): void }) => database.adHoc('SELECT 1');",
  ],
};

const faults: string[] = [];
const folders = Object.keys(LAYERS);
const width = Math.max(...folders.map((folder) => folder.length));
for (const [folder, { about, imports, pure }] of Object.entries(LAYERS)) {
  const may = imports.length === 0 ? "nothing of ours" : imports.join(", ");
  console.log(
    `${folder.padEnd(width)}  ${about}\n${" ".repeat(width)}    may import ${may}${pure === true ? "; pure" : ""}`,
  );
}

folders.forEach((folder, index) => {
  for (const allowed of LAYERS[folder]?.imports ?? []) {
    const above = folders.slice(index + 1).filter((other) => isUnder(other, allowed));
    if (above.length > 0) faults.push(`${folder} may import ${allowed}, which is not below it`);
  }
});

const files = globSync(SOURCES).filter((file) => !file.endsWith(".test.ts") && !file.includes("node_modules"));
const counts = new Map<string, number>();
for (const file of files) {
  counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  const isLayered = file.startsWith("src/") || file.startsWith("packages/");
  if (isLayered && layerOf(file) === undefined) faults.push(`${file} is in no layer`);
}
for (const [folder, count] of counts)
  if (count > MAX_FILES) faults.push(`${folder} holds ${count} files, more than ${MAX_FILES}`);

try {
  for (const [file, [, source]] of Object.entries(PLANTED)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${source}\n`);
  }
  const { stdout } = spawnSync(join("node_modules", ".bin", "oxlint"), ["-f", "unix", ...Object.keys(PLANTED)], {
    encoding: "utf8",
  });
  for (const [file, [rule]] of Object.entries(PLANTED)) {
    if (!stdout.split("\n").some((line) => line.includes(file) && line.includes(rule)))
      faults.push(`lint did not find ${rule} in the planted ${file}`);
  }
} finally {
  for (const file of Object.keys(PLANTED)) rmSync(file, { force: true });
}

for (const fault of faults) console.log(fault);
console.log(
  `${folders.length} layers, ${files.length} files, ${Object.keys(PLANTED).length} planted mistakes found, ${faults.length} faults`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
