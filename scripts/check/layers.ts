// The gate's step "layers": prints the table of who may import whom, checks that it has one direction and covers every
// file, and that lint, which checks the imports themselves, fails on planted ones.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LAYERS, isUnder, layerOf } from "./lint/layers.ts";

const MAX_FILES = 25;
const SOURCES = ["src/**/*.ts", "packages/*/src/**/*.ts", "scripts/**/*.ts", "test/**/*.ts"];
/** Each breaks the table in another way. */
const PLANTED: Readonly<Record<string, string>> = {
  "packages/rules/src/life/planted.ts": "@denkeeper/rules/care/care.ts",
  "packages/rules/src/time/planted.ts": "node:fs",
  "src/store/db/planted.ts": "../creatures/creatures.ts",
  "src/http/guard/planted.ts": "../../endpoints/index.ts",
  "src/app/life/planted.ts": "../../worker/sweep.ts",
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
  for (const [file, specifier] of Object.entries(PLANTED)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `export type * from "${specifier}";\n`);
  }
  const { stdout } = spawnSync(join("node_modules", ".bin", "oxlint"), ["-f", "unix", ...Object.keys(PLANTED)], {
    encoding: "utf8",
  });
  for (const file of Object.keys(PLANTED)) {
    if (!stdout.split("\n").some((line) => line.includes(file) && line.includes("denkeeper(layers)")))
      faults.push(`lint did not find the planted import of ${file}`);
  }
} finally {
  for (const file of Object.keys(PLANTED)) rmSync(file, { force: true });
}

for (const fault of faults) console.log(fault);
console.log(
  `${folders.length} layers, ${files.length} files, ${Object.keys(PLANTED).length} planted imports found, ${faults.length} faults`,
);
process.exitCode = faults.length === 0 ? 0 : 1;
