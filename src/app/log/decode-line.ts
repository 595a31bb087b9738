// Reads a line of the cold log: the rows as they were in PostgreSQL.
import { packLife, unpackIdentity, unpackLife, type PackedLife } from "@denkeeper/rules/replay/packed-life.ts";
import { beginReplay, type Replaying } from "@denkeeper/rules/replay/replay.ts";
import type { LogKind, LogRow } from "../../store/creatures/care-log.ts";
import { entryIdOf } from "../../store/creatures/entry-id.ts";
import {
  KIND_OF,
  beforeLine,
  derivedFrom,
  digestOf,
  lived,
  placeOf,
  taskOf,
  uncheckedBefore,
  type Judged,
  type LogLine,
  type LineFrame,
  type Sparse,
} from "./line.ts";

export interface Decoded {
  /** In the order of the life. */
  readonly rows: readonly LogRow[];
  /** After the last entry; null when the rules cannot follow it. */
  readonly life: PackedLife | null;
}

/** A line that cannot be what was archived. */
export class BrokenLine extends Error {}

/** The values of a column one after the other: those of the entry asked for, or undefined. */
function inOrder<Value>(column: Sparse<Value> | undefined): (index: number) => readonly [number, Value] | undefined {
  let next = 0;
  return (index) => {
    const found = column?.[next];
    if (found?.[0] !== index) return undefined;
    next++;
    return found;
  };
}

/** Adoptions and hatchings say of which species they are. */
function speciesOf(life: Replaying | null, kind: LogKind): Pick<LogRow, "family" | "species_slug"> {
  if (life === null || (kind !== "adopt" && kind !== "hatch")) return { family: null, species_slug: null };
  const { family, slug } = life.creature.species;
  return { family, species_slug: slug };
}

/** `previous` is the life after the line that this one goes on from. A line with a beginning of its own does not need it. */
export function decodeLine(line: LogLine, frame: LineFrame, previous: PackedLife | null): Decoded {
  const { c: id, a: agent, b: identity } = line;
  const begins = line.s === undefined ? (identity === undefined ? previous : null) : line.s;
  let life = begins === null ? null : unpackLife(id, begins);
  let before = beforeLine(frame);
  const [offsetOf, untilOf, uncheckedOf] = [inOrder(line.o), inOrder(line.u), inOrder(line.q)];
  const [judgedOf, notesOf, idOf] = [inOrder(line.i), inOrder(line.n), inOrder(line.e)];
  const [rulesOf, loggedOf] = [inOrder(line.r), inOrder(line.x)];
  const rows: LogRow[] = [];
  for (const [index, letter] of Array.from(line.k).entries()) {
    const known = KIND_OF.get(letter);
    const after = line.t[index];
    const added = typeof line.v === "number" ? (index === 0 ? line.v : 1) : line.v[index];
    if (known === undefined || after === undefined || added === undefined) {
      throw new BrokenLine(`entry ${index} of ${id} is not whole`);
    }
    const { kind, action } = known;
    const recorded_at = before.recordedAt + after;
    const version = before.version + added;
    const at = recorded_at + (offsetOf(index)?.[1] ?? before.offset);
    const place = placeOf({ recorded_at, version, at, kind }, before);
    const until = untilOf(index);
    const unchecked = uncheckedOf(index);
    const [item, category, score, is_task] =
      judgedOf(index)?.[1] ?? ([null, null, null, taskOf(kind)] satisfies Judged);
    const rules = rulesOf(index);
    const event = {
      agent_id: agent,
      creature_id: id,
      recorded_at,
      entry_id: idOf(index)?.[1] ?? entryIdOf(id, version, place.ordinal),
      kind,
      version,
      at,
      action,
      item,
      is_task,
      category,
      score,
      notes: notesOf(index)?.[1] ?? null,
      unchecked_since:
        unchecked === undefined ? uncheckedBefore(life, kind) : unchecked[1] === null ? null : at - unchecked[1],
      until: until === undefined ? null : at + until[1],
      rules_version: rules === undefined ? frame.rules : rules[1],
    };
    life =
      index === 0 && identity !== undefined ? beginReplay({ id, ...unpackIdentity(identity), at }) : lived(life, event);
    rows.push({ ...event, ...speciesOf(life, kind), ...derivedFrom(life), ...loggedOf(index)?.[1] });
    before = place;
  }
  const after = life === null ? null : packLife(life);
  if ((after === null ? undefined : digestOf(after)) !== line.d) {
    throw new BrokenLine(`the life of ${id} does not lead to the state after its line`);
  }
  return { rows, life: after };
}
