// Stores the portraits of creatures by stage. Their files are in the picture store, under their hash.
import { creatureFromRow, type CreatureRow, type StoredCreature } from "./creature-row.ts";
import { lister } from "../../../platform/database/calls.ts";
import type { Db, TransactionalDb } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { insertHouseEvent, takeEventNumber } from "../../events/store/house-events.ts";
import { listHiddenSpecies, nonPublicAgent } from "../../visibility/store/public-visibility.ts";
import type { PortraitStage } from "./portrait-jobs.ts";

const PORTRAIT_ROW = {
  agent_id: sql.uuid,
  creature_id: sql.uuid,
  stage: sql.textOf<PortraitStage>(),
  sha256: sql.text,
  source: sql.textOf<"drawn" | "remote">(),
  /** House time of the drawing. */
  generated_at: sql.int8,
};

export type PortraitRow = sql.RowOf<typeof PORTRAIT_ROW>;

const SAVE = sql.statement({
  name: "save-stage-portrait",
  params: PORTRAIT_ROW,
  row: sql.FOUND,
  text: `INSERT INTO portraits AS known (agent_id, creature_id, stage, sha256, source, generated_at)
    VALUES ($agent_id, $creature_id, $stage, $sha256, $source, $generated_at)
    ON CONFLICT (agent_id, creature_id, stage) DO UPDATE
      SET sha256 = EXCLUDED.sha256, source = EXCLUDED.source, generated_at = EXCLUDED.generated_at
      WHERE known.source = 'drawn' AND known.sha256 <> EXCLUDED.sha256
    RETURNING true`,
});

/** Saves the portrait of a stage and records an event. An existing drawing is replaced, but a painting is not. */
export async function savePortrait(
  database: TransactionalDb,
  portrait: PortraitRow,
  creatureName: string,
): Promise<void> {
  const { agent_id: agentId, creature_id: id, generated_at: at, stage, sha256 } = portrait;
  await database.withTransaction(async (tx) => {
    if ((await tx.query(SAVE, portrait)).length === 0) return;
    const { seq } = await takeEventNumber(tx, agentId);
    const details = { type: "portrait_ready", stage, sha256 } as const;
    await insertHouseEvent(tx, { agentId, seq, at, creature: { id, name: creatureName }, details });
  });
}

export const listPortraits = lister({
  name: "list-portraits",
  params: { agentId: sql.uuid, creatureId: sql.uuid },
  row: PORTRAIT_ROW,
  text: "SELECT * FROM portraits WHERE agent_id = $agentId AND creature_id = $creatureId",
});

/** A creature to draw, with everything that its drawing depends on. */
export interface PortraitSubject {
  readonly stored: StoredCreature;
  readonly keeper: { readonly clockOffsetMs: number };
  readonly isNonPublic: boolean;
  readonly portraits: readonly PortraitRow[];
}

const FIND_SUBJECT = sql.statement({
  name: "find-subject-of-portrait",
  params: { agentId: sql.uuid, creatureId: sql.uuid },
  row: {
    row: sql.json<CreatureRow>(),
    isNonPublic: sql.bool,
    clockOffsetMs: sql.int8,
    portraits: sql.json<readonly PortraitRow[]>(),
  },
  text: `SELECT row_to_json(c) AS row,
      ${nonPublicAgent("a")} AS "isNonPublic", a.clock_offset_ms AS "clockOffsetMs",
      (SELECT coalesce(json_agg(p), '[]') FROM portraits p
        WHERE p.agent_id = $agentId AND p.creature_id = $creatureId) AS portraits
    FROM creatures c JOIN agents a ON a.agent_id = $agentId
    WHERE c.agent_id = $agentId AND c.creature_id = $creatureId`,
});

export async function findPortraitSubject(
  db: Db,
  agentId: string,
  creatureId: string,
): Promise<PortraitSubject | undefined> {
  const [found] = await db.query(FIND_SUBJECT, { agentId, creatureId });
  if (found === undefined) return undefined;
  const { row, clockOffsetMs, portraits } = found;
  const isNonPublic = found.isNonPublic || (await listHiddenSpecies(db, [row.species_slug])).size > 0;
  return { stored: creatureFromRow(row), keeper: { clockOffsetMs }, isNonPublic, portraits };
}
