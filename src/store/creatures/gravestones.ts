// Gravestones: one for each death, written with it.
import type { CareAction, DeathCause, EvolutionPath, Stage } from "@denkeeper/rules/creature/creature.ts";
import type { PostMortemEntry } from "@denkeeper/rules/life/death.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { CreatureRow } from "./creature-row.ts";
import type { Db, Statement, Tx } from "../db/db.ts";
import { publicAgent, nonPublicAgent, publicSpecies } from "../moderation/public-visibility.ts";

/** The columns of `gravestones`. */
export interface GravestoneRow {
  readonly agent_id: string;
  readonly creature_id: string;
  readonly death_number: number;
  readonly gravestone_id: string;
  readonly name: string;
  readonly species_slug: string;
  readonly species_name: string;
  readonly family: Family;
  readonly stage_reached: Stage;
  readonly path: EvolutionPath | null;
  readonly lived_ms: number;
  readonly caretaker: string;
  readonly feedings: number;
  readonly missed_feedings: number;
  readonly last_care_action: CareAction | null;
  readonly cause: DeathCause;
  readonly epitaph: string;
  readonly died_at: number;
  readonly post_mortem: readonly PostMortemEntry[];
  readonly resurrected_at: number | null;
  readonly is_public: boolean;
  readonly before: Partial<CreatureRow> | null;
  readonly restored_at: number | null;
}

/** What everybody may see. */
const SHOWN = `gravestones.is_public AND ${publicAgent("gravestones")} AND ${publicSpecies("gravestones.species_slug")}`;

const FIND: Statement = {
  name: "find-gravestone",
  text: "SELECT * FROM gravestones WHERE agent_id = $1 AND creature_id = $2 ORDER BY death_number DESC LIMIT 1",
};

/** The newest gravestone of a creature. */
export async function findGravestone(db: Db, agentId: string, creatureId: string): Promise<GravestoneRow | undefined> {
  const [row] = await db.queryOld<GravestoneRow>(FIND, [agentId, creatureId]);
  return row;
}

const LIST_LIFE: Statement = {
  name: "list-gravestones-of-life",
  text: "SELECT * FROM gravestones WHERE agent_id = $1 AND creature_id = $2 ORDER BY death_number",
};

/** All gravestones of a creature, seen or not, the oldest first. */
export async function listGravestonesOfLife(
  db: Db,
  agentId: string,
  creatureId: string,
): Promise<readonly GravestoneRow[]> {
  return db.queryOld<GravestoneRow>(LIST_LIFE, [agentId, creatureId]);
}

const MARK: Statement = {
  name: "save-stone-resurrected",
  text: `UPDATE gravestones SET resurrected_at = $4
    WHERE agent_id = $1 AND creature_id = $2 AND death_number = $3 AND resurrected_at IS NULL RETURNING true`,
};

/** Marks the stone of a death that was undone. Whether there was one to mark. */
export async function saveStoneResurrected(
  tx: Tx,
  agentId: string,
  creatureId: string,
  deathNumber: number,
  at: number,
): Promise<boolean> {
  const rows = await tx.queryOld(MARK, [agentId, creatureId, deathNumber, at]);
  return rows.length === 1;
}

interface FoundGrave extends GravestoneRow {
  /** What its keeper once asked for. */
  readonly image_prompt: string | null;
  readonly is_non_public: boolean;
}

const FIND_GRAVE: Statement = {
  name: "find-grave",
  text: `SELECT g.*, c.image_prompt,
      ${nonPublicAgent("a")} OR NOT ${publicSpecies("g.species_slug")} AS is_non_public FROM gravestones g
      JOIN creatures c ON c.agent_id = g.agent_id AND c.creature_id = g.creature_id
      JOIN agents a ON a.agent_id = g.agent_id
    WHERE g.agent_id = $1 AND (g.gravestone_id = $2 OR g.creature_id = $2) ORDER BY g.death_number DESC LIMIT 1`,
};

/** A gravestone by its own id, or the newest of a creature, with what is needed to draw it. */
export async function findGrave(db: Db, agentId: string, id: string): Promise<FoundGrave | undefined> {
  const [row] = await db.queryOld<FoundGrave>(FIND_GRAVE, [agentId, id]);
  return row;
}

const FIND_BY_ID: Statement = {
  name: "find-gravestone-by-id",
  text: `SELECT * FROM gravestones WHERE agent_id = $1 AND gravestone_id = $2 AND ${SHOWN}`,
};

/** One public gravestone of an agent. */
export async function findGravestoneById(db: Db, agentId: string, id: string): Promise<GravestoneRow | undefined> {
  const [row] = await db.queryOld<GravestoneRow>(FIND_BY_ID, [agentId, id]);
  return row;
}

const LIST_OF_CREATURE: Statement = {
  name: "list-gravestones-of-creature",
  text: `SELECT * FROM gravestones WHERE agent_id = $1 AND creature_id = $2 AND ${SHOWN}
    ORDER BY death_number DESC LIMIT 20`,
};

/** The public gravestones of one creature, the newest first. */
export async function listGravestonesOfCreature(
  db: Db,
  agentId: string,
  creatureId: string,
): Promise<readonly GravestoneRow[]> {
  return db.queryOld<GravestoneRow>(LIST_OF_CREATURE, [agentId, creatureId]);
}

export interface GravestonePage {
  readonly limit: number;
  readonly offset: number;
}

const LIST_PUBLIC: Statement = {
  name: "list-gravestones",
  text: `SELECT * FROM gravestones WHERE ${SHOWN} ORDER BY died_at DESC, gravestone_id LIMIT $1 OFFSET $2`,
};

/** Everybody's public gravestones, the newest first. */
export async function listGravestones(db: Db, { limit, offset }: GravestonePage): Promise<readonly GravestoneRow[]> {
  return db.queryOld<GravestoneRow>(LIST_PUBLIC, [limit, offset]);
}

const LIST_OF_AGENT: Statement = {
  name: "list-gravestones-of-agent",
  text: `SELECT * FROM gravestones WHERE agent_id = $1 AND ($2 OR ${SHOWN})
    ORDER BY died_at DESC, gravestone_id LIMIT $3 OFFSET $4`,
};

/** One agent's gravestones, the newest first; those that are not public only where `all` is set. */
export async function listGravestonesOf(
  db: Db,
  agentId: string,
  all: boolean,
  { limit, offset }: GravestonePage,
): Promise<readonly GravestoneRow[]> {
  return db.queryOld<GravestoneRow>(LIST_OF_AGENT, [agentId, all, limit, offset]);
}

const COUNT_OF_AGENT: Statement = {
  name: "count-gravestones-of-agent",
  text: `SELECT count(*) AS total FROM gravestones WHERE agent_id = $1 AND ($2 OR ${SHOWN})`,
};

export async function findGravestoneCount(db: Db, agentId: string, all: boolean): Promise<number> {
  const [row] = await db.queryOld<{ total: number }>(COUNT_OF_AGENT, [agentId, all]);
  return row?.total ?? 0;
}
