// Rebuilds a stored life from its log by the rules alone. The result must match the database.
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { beginReplay, lastRecordedInstant, replayEvent, replayedAt } from "@denkeeper/rules/replay/replay.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { lifeEventOf } from "../../src/care/export.get/life-lines.ts";
import type { LogRow } from "../../src/model/creatures/store/care-log.ts";
import { listLog } from "./log.ts";
import type { StoredCreature } from "../../src/model/creatures/store/creature-row.ts";
import { findCreature } from "../../src/model/creatures/store/creatures.ts";
import type { Db } from "../../src/platform/database/db.ts";
import { creatureAcrossOutages } from "../../src/model/life/present-creature.ts";

export interface Replayed {
  readonly stored: StoredCreature;
  readonly rows: readonly LogRow[];
  readonly replayed: Creature;
}

/** Takes only the creature's identity from the stored row. Everything else comes from the log. */
export async function replay(db: Db, agentId: string, creatureId: string): Promise<Replayed> {
  const stored = await findCreature(db, agentId, creatureId);
  if (stored === undefined) throw new Error(`there is no creature ${creatureId}`);
  const rows = await listLog(db, agentId, creatureId);
  const [first, ...later] = rows;
  if (first?.kind !== "adopt") throw new Error(`the log of ${creatureId} does not begin with an adoption`);
  const { id, name, species, zone } = stored.creature;
  let life = beginReplay({ id, name, species, zone, at: first.at });
  for (const row of later) {
    const next = replayEvent(life, lifeEventOf(row));
    if (next === null) throw new Error(`the ${row.kind} of version ${row.version} cannot have happened`);
    life = next;
  }
  return { stored, rows, replayed: life.creature };
}

/** Settles both lives to the last recorded instant, so that they can be compared field by field. */
export function comparable({ stored, replayed }: Replayed): readonly [Creature, Creature] {
  const creature = creatureAcrossOutages(stored, [], stored.creature.asOf);
  const at = lastRecordedInstant(creature);
  return [settleAny(creature, at), replayedAt(replayed, creature.lastCheckedAt, at)];
}
