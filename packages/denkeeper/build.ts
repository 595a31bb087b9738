// Builds the npm package that the service serves. npm runs this script as `prepare`, before packing and after an install in a
// clone.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { fileURLToPath } from "node:url";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const compiler = here("../../node_modules/typescript/bin/tsc");
const { npm_command: command = "" } = process.env;
// Production installs do not need the command line. They omit development packages such as Rolldown.
if (!existsSync(here("../../node_modules/rolldown")) && ["ci", "install"].includes(command)) {
  console.log("Rolldown is not installed, so packages/denkeeper was not built.");
  process.exit(0);
}

function run(folder: string, program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(process.execPath, [program, ...args], { cwd: here(folder), stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(here("dist"), { recursive: true, force: true });
run("../..", "scripts/generate/generate.ts", "--built");
run(".", compiler, "-p", "tsconfig.json");
run(".", compiler, "-p", "tsconfig.types.json");

// Consumers do not have this workspace, so the declarations must import the rules by relative path.
for (const file of globSync("dist/types/**/*.d.ts", { cwd: here(".") })) {
  const rules = posix.join(relative(dirname(file), "dist/types/rules/src"), "/");
  const text = readFileSync(here(file), "utf8");
  writeFileSync(
    here(file),
    text.replaceAll('"@denkeeper/rules/', `"${rules}`).replaceAll(/(from ".+)\.ts"/g, '$1.js"'),
  );
}

const { rolldown } = await import("rolldown");
const bundle = await rolldown({
  input: { index: here("src/index.ts"), "cli/main": here("src/cli/main.ts") },
  platform: "node",
  transform: { target: "node22" },
  external: /^node:/,
});
const chunkFileNames = "chunks/[name]-[hash].js";
const { output } = await bundle.write({ dir: here("dist"), format: "esm", chunkFileNames });
await bundle.close();
chmodSync(here("dist/cli/main.js"), 0o755);
// The license of each bundled package requires its text in every copy.
const modules = output.flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []));
const licenses = [...folders].toSorted().map((folder) => readFileSync(join(folder, "LICENSE"), "utf8"));
writeFileSync(here("dist/THIRD-PARTY-NOTICES.txt"), licenses.join("\n"));
run("../..", "scripts/pack.ts");
