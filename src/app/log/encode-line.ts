// Writes a line of the cold log.
import { packLife, unpackIdentity, unpackLife, type PackedLife } from "@denkeeper/rules/replay/packed-life.ts";
import { beginReplay, type Replaying } from "@denkeeper/rules/replay/replay.ts";
import type { LogRow } from "../../store/creatures/care-log.ts";
import { entryIdOf } from "../../store/creatures/entry-id.ts";
import {
  DAY_MS,
  DERIVED,
  LETTER_OF,
  beforeLine,
  derivedFrom,
  digestOf,
  lived,
  placeOf,
  taskOf,
  uncheckedBefore,
  type LogLine,
  type LineFrame,
  type Previous,
} from "./line.ts";

export interface Encoded {
  readonly line: LogLine;
  /** The life after its last entry; null when the rules cannot follow it. */
  readonly life: PackedLife | null;
  /** How many entries the rules do not give back exactly. */
  readonly differing: number;
}

export interface Origin {
  /** Who it is, for a line that begins with the adoption. */
  readonly identity?: PackedLife[0] | undefined;
  /** The line that this one goes on from, and the life after it. */
  readonly previous?: { readonly day: number; readonly life: PackedLife | null } | undefined;
  /** Whether a replay shall be able to begin at this line. */
  readonly checkpoint?: boolean | undefined;
}

/** `rows` are those of a creature and a day, in the order of its life. */
export function encodeLine(rows: readonly LogRow[], frame: LineFrame, origin: Origin): Encoded {
  const [first] = rows;
  if (first === undefined) throw new Error("a line has at least one entry");
  const { creature_id: id, agent_id: agent } = first;
  const { previous } = origin;
  const isBorn = first.kind === "adopt" && previous === undefined && origin.identity !== undefined;
  const begins = previous?.life ?? undefined;
  const columns = new Columns();
  let life = begins === undefined ? null : unpackLife(id, begins);
  let before: Previous = beforeLine(frame);
  const letters: string[] = [];
  const times: number[] = [];
  const versions: number[] = [];
  for (const [index, row] of rows.entries()) {
    const { kind, action, recorded_at, version, at, until, notes } = row;
    const letter = LETTER_OF.get(`${kind}/${action}`);
    if (letter === undefined) throw new Error(`there is no letter for ${kind} ${action}`);
    letters.push(letter);
    times.push(recorded_at - before.recordedAt);
    versions.push(version - before.version);
    const offset = at - recorded_at;
    if (offset !== before.offset) columns.add("o", index, offset);
    if (until !== null) columns.add("u", index, until - at);
    const unchecked = uncheckedBefore(life, kind);
    if (row.unchecked_since !== unchecked) {
      columns.add("q", index, row.unchecked_since === null ? null : at - row.unchecked_since);
    }
    const { item, category, score, is_task } = row;
    if (item !== null || category !== null || score !== null || is_task !== taskOf(kind)) {
      columns.add("i", index, [item, category, score, is_task]);
    }
    if (notes !== null) columns.add("n", index, notes);
    const place = placeOf(row, before);
    if (row.entry_id !== entryIdOf(id, version, place.ordinal)) columns.add("e", index, row.entry_id);
    if (row.rules_version !== frame.rules) columns.add("r", index, row.rules_version);
    life =
      index === 0 && isBorn && origin.identity !== undefined
        ? beginReplay({ id, ...unpackIdentity(origin.identity), at })
        : lived(life, row);
    const other = differenceOf(row, life);
    if (other !== undefined) columns.add("x", index, other);
    before = place;
  }
  const after = life === null ? null : packLife(life);
  const line = {
    c: id,
    a: agent,
    ...(previous === undefined ? {} : { p: (frame.day - previous.day) / DAY_MS }),
    ...(isBorn ? { b: origin.identity } : {}),
    ...(previous?.life === null || origin.checkpoint === true ? { s: begins ?? null } : {}),
    k: letters.join(""),
    t: times,
    v: versions.every((added, index) => index === 0 || added === 1) ? (versions[0] ?? 0) : versions,
    ...columns.filled,
    ...(after === null ? {} : { d: digestOf(after) }),
  };
  return { line, life: after, differing: columns.filled["x"]?.length ?? 0 };
}

/** What was logged and the rules do not give. */
function differenceOf(row: LogRow, life: Replaying | null): Partial<LogRow> | undefined {
  const derived = derivedFrom(life);
  const other = DERIVED.filter((name) => derived[name] !== row[name]);
  return other.length === 0 ? undefined : Object.fromEntries(other.map((name) => [name, row[name]]));
}

class Columns {
  readonly filled: Record<string, [number, unknown][]> = {};

  add<Name extends "o" | "u" | "q" | "i" | "n" | "e" | "r" | "x">(
    name: Name,
    index: number,
    value: NonNullable<LogLine[Name]>[number][1],
  ): void {
    (this.filled[name] ??= []).push([index, value]);
  }
}
