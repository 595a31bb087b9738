// A day of the log for a range of agents, from rows to an object and back. Both ways take the same origins: where each
// life stood before the day.
import { hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { PackedLife } from "@denkeeper/rules/replay/packed-life.ts";
import { STORED_LOG_ROW, type LogRow } from "../../store/creatures/care-log.ts";
import { decodeLine } from "./decode-line.ts";
import { encodeLine } from "./encode-line.ts";
import { byVersion } from "./life-order.ts";
import type { LineFrame } from "./line.ts";
import { BrokenObject, linesIn, packObject, type ColdObject, type OpenedObject } from "./object.ts";

/** A line gets a checkpoint when this many entries have passed since the last: a reader replays no more than these. */
const CHECKPOINT_EVERY = 24;

/** Where the archived part of a life ends. */
export interface Head {
  readonly creatureId: string;
  readonly agentId: string;
  /** Of its last line. */
  readonly day: number;
  /** In all its lines. */
  readonly entries: number;
  /** Since its last checkpoint. */
  readonly chain: number;
  /** Null when the rules cannot follow this life. */
  readonly life: PackedLife | null;
}

/** By creature: what was archived of it, and who it is. */
export interface Origins {
  readonly heads: ReadonlyMap<string, Head>;
  readonly identities: ReadonlyMap<string, PackedLife[0]>;
}

export interface PackedRange {
  readonly object: ColdObject;
  /** Entries that the rules do not give back exactly. */
  readonly differing: number;
}

const AT_A_TIME = 20;

/** A list of what is made of each, with turns of the event loop in between: thousands of entries take a while. */
async function eachYielding<Item, Made>(
  items: readonly Item[],
  make: (item: Item, index: number) => Made,
): Promise<readonly Made[]> {
  const made: Made[] = [];
  for (const [index, item] of items.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await nextTurn();
    made.push(make(item, index));
  }
  return made;
}

export async function packRange(lives: Lives, frame: LineFrame, { heads, identities }: Origins): Promise<PackedRange> {
  let differing = 0;
  const lines = await eachYielding(lives, (life) => {
    const id = life[0]?.creature_id ?? "";
    const previous = heads.get(id);
    const checkpoint = isDue(previous, life.length);
    const encoded = encodeLine(life, frame, { identity: identities.get(id), previous, checkpoint });
    differing += encoded.differing;
    return encoded.line;
  });
  return { object: await packObject(frame, lines), differing };
}

function isDue(head: Head | undefined, entries: number): boolean {
  return head !== undefined && head.life !== null && head.chain + entries > CHECKPOINT_EVERY;
}

/** The rows of each creature in the order of its life, in the order of agents. */
export type Lives = readonly (readonly LogRow[])[];

/** `rows` may come in any order. */
export function livesIn(rows: readonly LogRow[]): Lives {
  const lives = [...Map.groupBy(rows, ({ agent_id, creature_id }) => `${agent_id}/${creature_id}`)];
  return lives.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, life]) => life.toSorted(byVersion));
}

/**
 * Reads an object as readers do, and compares every row with those that it was made from. Returns where each life stands
 * after it.
 */
export async function verifyRange(
  object: OpenedObject,
  lives: Lives,
  { heads }: Pick<Origins, "heads">,
): Promise<readonly Head[]> {
  const lines = linesIn(object);
  if (lines.length !== lives.length)
    throw new BrokenObject(`${lines.length} lines stand for ${lives.length} creatures`);
  const { frame } = object;
  return eachYielding(lines, (line, nth): Head => {
    const { c: creatureId, a: agentId } = line;
    const head = heads.get(creatureId);
    const decoded = decodeLine(line, frame, head?.life ?? null);
    const expected = lives[nth] ?? [];
    if (decoded.rows.length !== expected.length || !decoded.rows.every((row, index) => isSame(row, expected[index]))) {
      throw new BrokenObject(`the line of ${creatureId} is not what was logged`);
    }
    return {
      creatureId,
      agentId,
      day: frame.day,
      entries: (head?.entries ?? 0) + decoded.rows.length,
      chain: decoded.life === null ? 0 : (line.s === undefined ? (head?.chain ?? 0) : 0) + decoded.rows.length,
      life: decoded.life,
    };
  });
}

/** All that is read of a row. Older rows of other kinds than adoptions and hatchings repeat what the creature tells. */
const NOT_COMPARED: ReadonlySet<string> = new Set(["outcome", "family", "species_slug"]);
const COLUMNS = Object.keys(STORED_LOG_ROW).filter(
  (name): name is keyof LogRow => name in STORED_LOG_ROW && !NOT_COMPARED.has(name),
);

function isSame(row: LogRow, other: LogRow | undefined): boolean {
  if (other === undefined) return false;
  for (const name of COLUMNS) if (row[name] !== other[name]) return false;
  return true;
}

/** Changes when any of the rows changes. */
export function digestOfRows(lives: Lives): string {
  return hash("sha256", JSON.stringify(lives.flatMap((life) => life.map((row) => COLUMNS.map((name) => row[name])))));
}
