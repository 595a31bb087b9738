// A life rebuilt from its log with the rules alone: what the database stores must be what the log says happened.
import { adopt, hatch } from "../src/domain/adoption.ts";
import { applyCare } from "../src/domain/care.ts";
import { check } from "../src/domain/check.ts";
import type { Creature } from "../src/domain/creature.ts";
import { release } from "../src/domain/release.ts";
import { resurrect } from "../src/domain/resurrection.ts";
import { settle } from "../src/domain/settle.ts";
import type { LogRow } from "../src/store/care-log.ts";
import { listLog } from "../src/store/care-log.ts";
import type { StoredCreature } from "../src/store/creature-row.ts";
import { findCreature } from "../src/store/creatures.ts";
import type { Db } from "../src/store/db.ts";

export interface Replayed {
  readonly stored: StoredCreature;
  readonly rows: readonly LogRow[];
  readonly replayed: Creature;
}

/** Who it is comes from the stored creature; all that became of it comes from the log. */
export async function replay(db: Db, agentId: string, creatureId: string): Promise<Replayed> {
  const stored = await findCreature(db, agentId, creatureId);
  if (stored === undefined) throw new Error(`there is no creature ${creatureId}`);
  const rows = await listLog(db, agentId, creatureId);
  const [first, ...later] = rows;
  if (first?.kind !== "adopt") throw new Error("a life starts with its adoption");
  const { id, name, species, zone } = stored.creature;
  let creature = adopt({ id, name, species, zone, at: first.at });
  for (const row of later) creature = after(creature, row);
  return { stored, rows, replayed: creature };
}

function after(before: Creature, row: LogRow): Creature {
  // Short checks leave no row; the next one says when the last of them was.
  const creature = row.unchecked_since === null ? before : { ...before, lastCheckedAt: row.unchecked_since };
  switch (row.kind) {
    case "adopt":
      throw new Error("it was adopted already");
    case "hatch":
      return hatch(creature, row.at);
    case "check":
      return check(creature, row.at)?.creature ?? fault(row);
    case "care": {
      if (row.action === null) return fault(row);
      const item = { category: row.category, isTask: row.is_task ?? false };
      const outcome = applyCare(creature, row.action, item, row.at);
      return outcome.kind === "done" ? outcome.creature : fault(row);
    }
    case "death": {
      const dead = settle(creature, row.at);
      return dead.death?.at === row.at ? dead : fault(row);
    }
    case "release": {
      const outcome = release(creature, row.at);
      return outcome.kind === "released" ? outcome.creature : fault(row);
    }
    case "resurrect":
      return resurrect(creature, row.at) ?? fault(row);
  }
}

function fault({ kind, version }: LogRow): never {
  throw new Error(`the ${kind} of version ${version} cannot have happened`);
}

/**
 * Both lives brought to the last instant that is written down, to be compared field by field. A stage is written down
 * without a row, since it follows from the rest, and so is a short check: only the stored state can know of them.
 */
export function comparable({ stored, replayed }: Replayed): readonly [Creature, Creature] {
  const { creature } = stored;
  const { lastCheckedAt, stageInstants, asOf } = creature;
  const at = Math.max(
    asOf,
    lastCheckedAt,
    ...Object.values(stageInstants).map((instant: number | null) => instant ?? 0),
  );
  return [settle(creature, at), settle({ ...replayed, lastCheckedAt }, at)];
}
