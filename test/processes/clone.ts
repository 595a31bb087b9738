// Clones this checkout into an empty folder for tests of documented commands: the files that git tracks or would add, without
// build output, and packages installed by npm.
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, globSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const CHECKOUT = join(import.meta.dirname, "..", "..");

/** Lists every file that a commit of the checkout would contain, including uncommitted changes and new files. */
export async function filesOfCheckout(): Promise<readonly string[]> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const { stdout } = await run("git", args, { cwd: CHECKOUT, maxBuffer: 1 << 26 });
  return stdout.split("\0").filter((file) => file !== "" && existsSync(join(CHECKOUT, file)));
}

export function copyFromCheckout(files: readonly string[], folder: string): void {
  for (const file of files) {
    const target = join(folder, file);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(CHECKOUT, file), target);
  }
}

/**
 * Installs packages with npm. To save a minute, the packages of this checkout are hard-linked if the file system allows it, and
 * npm runs `fromLinks` to add what is missing: workspace links and scripts. Otherwise npm runs `fromNothing`.
 */
export async function installPackages(
  folder: string,
  fromNothing: readonly string[],
  fromLinks: readonly string[],
): Promise<void> {
  const packages = join(folder, "node_modules");
  const areLinked = await run("cp", ["-al", join(CHECKOUT, "node_modules"), packages]).then(
    () => true,
    () => false,
  );
  if (areLinked) {
    // Removes npm's metadata about the checkout, and workspace links, because the clone needs its own.
    rmSync(join(packages, ".package-lock.json"), { force: true });
    rmSync(join(packages, ".bin", "denkeeper"), { force: true });
    for (const name of globSync(["*", "@*/*"], { cwd: packages })) {
      const path = join(packages, name);
      if (lstatSync(path).isSymbolicLink()) rmSync(path);
    }
  } else rmSync(packages, { recursive: true, force: true });
  const env = { ...process.env, npm_config_prefer_offline: "true" };
  await run("npm", areLinked ? fromLinks : fromNothing, { cwd: folder, env, maxBuffer: 1 << 26 });
}

export async function cloneInto(folder: string): Promise<void> {
  copyFromCheckout(await filesOfCheckout(), folder);
  await installPackages(folder, ["ci"], ["install"]);
}
