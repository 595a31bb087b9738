// Which picture shows a creature at which stage, and which one an agent. The files are in the picture store, under
// their hash.
import type { CreatureRow, StoredCreature } from "./creature-row.ts";
import { creatureFromRow } from "./creature-row.ts";
import { DATABASE_NOW } from "../db/database-time.ts";
import type { Db } from "../db/db.ts";
import type { RowOf } from "../db/statement.ts";
import { bool, int8, json, jsonb, statement, text, textOf, uuid } from "../db/statement.ts";
import { nonPublicAgent, publicSpecies } from "../moderation/public-visibility.ts";
import type { PortraitStage } from "./portrait-jobs.ts";

/** The columns of `portraits`. */
const PORTRAIT_ROW = {
  agent_id: uuid,
  creature_id: uuid,
  stage: textOf<PortraitStage>(),
  sha256: text,
  source: textOf<"drawn" | "remote">(),
  /** The time of the house. */
  generated_at: int8,
};

export type PortraitRow = RowOf<typeof PORTRAIT_ROW>;

const SAVE = statement({
  name: "save-portrait",
  params: { portrait: jsonb<PortraitRow>() },
  row: {},
  text: `WITH kept AS (
      INSERT INTO portraits AS known SELECT * FROM jsonb_populate_record(NULL::portraits, $portrait::jsonb)
      ON CONFLICT (agent_id, creature_id, stage) DO UPDATE
        SET sha256 = EXCLUDED.sha256, source = EXCLUDED.source, generated_at = EXCLUDED.generated_at
        WHERE known.source = 'drawn' AND EXCLUDED.source = 'remote'
      RETURNING *
    ), numbered AS (
      UPDATE agents a SET event_seq = a.event_seq + 1 FROM kept WHERE a.agent_id = kept.agent_id
      RETURNING a.event_seq AS seq
    )
    INSERT INTO events (agent_id, seq, at, recorded_at, type, creature_id, creature_name, details)
    SELECT kept.agent_id, numbered.seq, kept.generated_at, ${DATABASE_NOW}, 'portrait_ready', kept.creature_id,
      (SELECT c.name FROM creatures c WHERE c.agent_id = kept.agent_id AND c.creature_id = kept.creature_id),
      jsonb_build_object('type', 'portrait_ready', 'stage', kept.stage, 'sha256', kept.sha256)
    FROM kept, numbered`,
});

/** One portrait a stage: a painted one replaces the drawing, and nothing else does. What is kept is told. */
export async function savePortrait(db: Db, portrait: PortraitRow): Promise<void> {
  await db.query(SAVE, { portrait });
}

const LIST = statement({
  name: "list-portraits",
  params: { agentId: uuid, creatureId: uuid },
  row: PORTRAIT_ROW,
  text: "SELECT * FROM portraits WHERE agent_id = $agentId AND creature_id = $creatureId",
});

export async function listPortraits(db: Db, agentId: string, creatureId: string): Promise<readonly PortraitRow[]> {
  return db.query(LIST, { agentId, creatureId });
}

/** A creature to draw, found by agent and creature id. */
export interface PortraitSubject {
  readonly stored: StoredCreature;
  readonly keeper: { readonly clockOffsetMs: number };
  readonly isNonPublic: boolean;
  readonly portraits: readonly PortraitRow[];
}

const FIND_SUBJECT = statement({
  name: "find-portrait-subject",
  params: { agentId: uuid, creatureId: uuid },
  row: { row: json<CreatureRow>(), isNonPublic: bool, clockOffsetMs: int8, portraits: json<readonly PortraitRow[]>() },
  text: `SELECT row_to_json(c) AS row,
      ${nonPublicAgent("a")} OR NOT ${publicSpecies("c.species_slug")} AS "isNonPublic", a.clock_offset_ms AS "clockOffsetMs",
      (SELECT coalesce(json_agg(p), '[]') FROM portraits p
        WHERE p.agent_id = c.agent_id AND p.creature_id = c.creature_id) AS portraits
    FROM creatures c JOIN agents a ON a.agent_id = c.agent_id
    WHERE c.agent_id = $agentId AND c.creature_id = $creatureId`,
});

export async function findPortraitSubject(
  db: Db,
  agentId: string,
  creatureId: string,
): Promise<PortraitSubject | undefined> {
  const [found] = await db.query(FIND_SUBJECT, { agentId, creatureId });
  if (found === undefined) return undefined;
  const { row, isNonPublic, clockOffsetMs, portraits } = found;
  return { stored: creatureFromRow(row), keeper: { clockOffsetMs }, isNonPublic, portraits };
}
