// Packs the latest build of the command line as build/cli-VERSION-HASH.tgz, which the service offers under that name.
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const PACKAGE = join(ROOT, "packages", "denkeeper");
const BUILD = join(ROOT, "build");
const HASH_DIGITS = 8;

/** Copies the files of the package into a folder within `into`, without npm scripts and development dependencies. */
export function stageClient(into: string): string {
  const folder = join(into, "package");
  const read = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as { readonly files: readonly string[] };
  for (const name of read.files) cpSync(join(PACKAGE, name), join(folder, name), { recursive: true });
  const manifest = { ...read, scripts: undefined, devDependencies: undefined };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  return folder;
}

function pack(): void {
  mkdirSync(BUILD, { recursive: true });
  const folder = mkdtempSync(join(BUILD, "pack-"));
  try {
    // The flags override settings of an npm process that runs this script.
    const args = ["pack", "--ignore-scripts", "--dry-run=false", "--loglevel=error", "--pack-destination", folder];
    const { status } = spawnSync("npm", args, { cwd: stageClient(folder), stdio: ["ignore", "ignore", "inherit"] });
    const [file] = globSync("*.tgz", { cwd: folder });
    if (status !== 0 || file === undefined) throw new Error("npm could not pack packages/denkeeper.");
    const digits = hash("sha256", readFileSync(join(folder, file))).slice(0, HASH_DIGITS);
    const name = file.replace("denkeeper-cli-", "cli-").replace(".tgz", `-${digits}.tgz`);
    // Atomic, so that a service that starts now reads no partial file.
    renameSync(join(folder, file), join(BUILD, name));
    for (const other of globSync("cli-*.tgz", { cwd: BUILD })) if (other !== name) rmSync(join(BUILD, other));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main && existsSync(join(PACKAGE, "dist", "cli", "main.js"))) pack();
else if (import.meta.main) console.log("packages/denkeeper is not packed, because it is not built. Run: npm ci");
