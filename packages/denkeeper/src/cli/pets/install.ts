// Puts a pet where a coding agent finds it. The folder is written beside its place and renamed, so no reader gets half a
// pet, and only a folder of that name is replaced.
import { lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { CliError } from "../failure.ts";
import type { Pack } from "./unpack.ts";

/** Where Codex reads pets. */
export function petsFolder(env: NodeJS.ProcessEnv = process.env): string {
  const { CODEX_HOME = "" } = env;
  return join(CODEX_HOME === "" ? join(homedir(), ".codex") : CODEX_HOME, "pets");
}

/** Returns the pet's folder. */
export function installPack(pack: Pack, folder: string): string {
  const place = join(folder, pack.id);
  mkdirSync(folder, { recursive: true });
  const existing = lstatSync(place, { throwIfNoEntry: false });
  if (existing !== undefined && !existing.isDirectory())
    throw new CliError(`${place} is not a folder`, "Move it away, or choose another place with --dir.");
  const beside = mkdtempSync(join(folder, ".denkeeper-"));
  try {
    const fresh = join(beside, "new");
    mkdirSync(fresh);
    writeFileSync(join(fresh, "pet.json"), pack.manifest);
    writeFileSync(join(fresh, "spritesheet.webp"), pack.sheet);
    if (existing !== undefined) renameSync(place, join(beside, "old"));
    renameSync(fresh, place);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return place;
}
