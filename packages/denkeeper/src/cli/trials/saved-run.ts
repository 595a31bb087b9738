// Runs on their way, in the configuration folder: the key of a run is shown once, and a started run counts. One that was
// interrupted can be continued.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { CliError } from "../failure.ts";
import { fieldsOf, parsed } from "../json.ts";
import { configFolder, writePrivate } from "../profile.ts";

export interface SavedRun {
  readonly url: string;
  readonly id: string;
  readonly scenario: string;
  /** "run 2", "practice 7". */
  readonly name: string;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly key: string;
}

function folderOf(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id))
    throw new CliError(`"${id}" is not the id of a run`, "List yours:\n  denkeeper trial list");
  return join(configFolder(), "trials", id);
}

export function saveRun(run: SavedRun): void {
  writePrivate(join(folderOf(run.id), "run.json"), `${JSON.stringify(run, null, 2)}\n`);
}

/** A folder for what the agent wants to remember. It lives as long as the run, or for good where the user says. */
export function notesOf(id: string, chosen: string | undefined): string {
  const notes = join(chosen ?? folderOf(id), chosen === undefined ? "notes" : id);
  mkdirSync(notes, { recursive: true, mode: 0o700 });
  return notes;
}

export function loadRun(id: string): SavedRun {
  const path = join(folderOf(id), "run.json");
  const run = existsSync(path) ? parsed(readFileSync(path, "utf8")) : undefined;
  if (isSavedRun(run)) return run;
  throw new CliError(`No run ${id} is on its way on this machine`, "Only the machine that started a run has its key.");
}

export function forgetRun(id: string): void {
  rmSync(folderOf(id), { recursive: true, force: true });
}

function isSavedRun(value: unknown): value is SavedRun {
  const fields = fieldsOf(value);
  const names = ["url", "id", "scenario", "name", "starts_at", "ends_at", "key"];
  return names.every((name) => typeof fields[name] === "string");
}
