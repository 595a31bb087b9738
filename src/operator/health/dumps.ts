// Lists the dumps of a standalone house. Their names contain the time, because copying a file changes its timestamp.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { instantOf, iso } from "../../platform/clock.ts";

interface Dump {
  readonly file: string;
  readonly at: number;
}

export function dumpName(at: number): string {
  return `denkeeper-${iso(at).slice(0, 19).replaceAll(":", "")}Z.dump`;
}

/** Returns when a dump was made, or NaN for the name of another file. */
function instantIn(name: string): number {
  const [, dateAndHour, minute, second] = /^denkeeper-(\S{13})(\d\d)(\d\d)Z\.dump$/.exec(name) ?? [];
  return instantOf(`${dateAndHour}:${minute}:${second}Z`);
}

/** Lists dumps, oldest first. */
export function dumpsIn(dataDir: string): readonly Dump[] {
  const folder = join(dataDir, "backups");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => ({ file: join(folder, name), at: instantIn(name) }))
    .filter(({ at }) => !Number.isNaN(at))
    .toSorted((a, b) => a.at - b.at);
}
