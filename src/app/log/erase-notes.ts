// Takes the notes of agents that have left out of the cold log. An object never changes: one without the notes takes its
// place, and the old one is deleted. Both may be repeated.
import { isDeepStrictEqual } from "node:util";
import type { ObjectStore } from "../../providers/objects/store.ts";
import {
  deleteLogErasure,
  deleteReplacedObject,
  findLogErasure,
  findLogObject,
  findReplacedObject,
  listLogHeads,
  replaceLogObject,
  type LogObject,
} from "../../store/creatures/log-archive.ts";
import type { Db } from "../../store/db/db.ts";
import { DAY_MS, type LogLine } from "./line.ts";
import { BrokenObject, lineIn, linesIn, openObject, packObject } from "./object.ts";

type Objects = Pick<ObjectStore, "get" | "put" | "remove">;

/** Deletes an object in whose place there is another; false when there is none. */
export async function removeReplaced(db: Db, objects: Objects): Promise<boolean> {
  const name = await findReplacedObject(db, {});
  if (name === undefined) return false;
  await objects.remove(name);
  await deleteReplacedObject(db, { name });
  return true;
}

/** Erases the notes of the next agent that has left; false when there is none. */
export async function eraseNotes(db: Db, objects: Objects): Promise<boolean> {
  const agentId = await findLogErasure(db, {});
  if (agentId === undefined) return false;
  for (const { creature_id: creatureId, day } of await listLogHeads(db, { agentId })) {
    let next: number | undefined = day;
    while (next !== undefined) next = await eraseIn(db, objects, { agentId, creatureId, day: next });
  }
  await deleteLogErasure(db, { agentId });
  return true;
}

interface Place {
  readonly agentId: string;
  readonly creatureId: string;
  readonly day: number;
}

/** Erases the notes of an agent in the object that a line is in. Returns the day of the line before. */
async function eraseIn(db: Db, objects: Objects, { agentId, creatureId, day }: Place): Promise<number | undefined> {
  const recorded = await findLogObject(db, day, agentId);
  if (recorded === undefined) return undefined;
  const opened = openObject(recorded, await objects.get(recorded.name));
  const lines = linesIn(opened);
  if (lines.some((line) => line.a === agentId && line.n !== undefined)) {
    const left = lines.map((line) => (line.a === agentId ? withoutNotes(line) : line));
    await replace(objects, db, recorded, await packObject(opened.frame, left), left);
  }
  const back = lineIn(opened, creatureId)?.p;
  return back === undefined ? undefined : day - back * DAY_MS;
}

function withoutNotes(line: LogLine): LogLine {
  const { n: _, ...rest } = line;
  return rest;
}

async function replace(
  objects: Objects,
  db: Db,
  recorded: LogObject,
  { name, sha256, bytes }: Awaited<ReturnType<typeof packObject>>,
  lines: readonly LogLine[],
): Promise<void> {
  await objects.put(name, bytes);
  const stored = openObject({ ...recorded, name, sha256 }, await objects.get(name));
  if (!isDeepStrictEqual(linesIn(stored), lines)) throw new BrokenObject(`the object ${name} is not what was written`);
  await replaceLogObject(db, recorded, { name, sha256, bytes: bytes.length });
}
