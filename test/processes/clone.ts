// A fresh clone of this checkout in an empty folder: the files that git knows or would add, nothing built, and packages
// installed by npm. Tests run there what documents tell people to run.
import { execFile } from "node:child_process";
import { copyFileSync, existsSync, globSync, lstatSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const CHECKOUT = join(import.meta.dirname, "..", "..");

/** Every file that a commit of the checkout would hold, changes and new files included. */
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
 * Puts packages in place. npm needs a minute for all of them, so they are hard links where the file system allows, and npm
 * does the rest with `fromLinks`: what is missing, links to workspaces, and their scripts. Otherwise it runs `fromNothing`.
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
    // What npm itself wrote about the checkout, and its workspaces: links to folders that the clone must have of its own.
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
