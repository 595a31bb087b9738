// Gravestones: one for each death, written with it.
import type { CareAction, DeathCause, EvolutionPath, Stage } from "../domain/creature.ts";
import type { PostMortemEntry } from "../domain/death.ts";
import type { Db, Statement } from "./db.ts";

/** The columns of `gravestones`. */
export interface GravestoneRow {
  readonly agent_id: string;
  readonly creature_id: string;
  readonly death_number: number;
  readonly gravestone_id: string;
  readonly name: string;
  readonly species_slug: string;
  readonly species_name: string;
  readonly family: string;
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
}

const FIND: Statement = {
  name: "find-gravestone",
  text: "SELECT * FROM gravestones WHERE agent_id = $1 AND creature_id = $2 ORDER BY death_number DESC LIMIT 1",
};

/** The newest gravestone of a creature. */
export async function findGravestone(db: Db, agentId: string, creatureId: string): Promise<GravestoneRow | undefined> {
  const [row] = await db.query<GravestoneRow>(FIND, [agentId, creatureId]);
  return row;
}

export interface GravestonePage {
  readonly limit: number;
  readonly offset: number;
}

const LIST_PUBLIC: Statement = {
  name: "list-gravestones",
  text: "SELECT * FROM gravestones WHERE is_public ORDER BY died_at DESC, gravestone_id LIMIT $1 OFFSET $2",
};

/** Everybody's public gravestones, the newest first. */
export async function listGravestones(db: Db, { limit, offset }: GravestonePage): Promise<readonly GravestoneRow[]> {
  return db.query<GravestoneRow>(LIST_PUBLIC, [limit, offset]);
}

const LIST_OF_AGENT: Statement = {
  name: "list-gravestones-of-agent",
  text: `SELECT * FROM gravestones WHERE agent_id = $1 AND (is_public OR $2)
    ORDER BY died_at DESC, gravestone_id LIMIT $3 OFFSET $4`,
};

/** One agent's gravestones, the newest first; those that are not public only where `all` is set. */
export async function listGravestonesOf(
  db: Db,
  agentId: string,
  all: boolean,
  { limit, offset }: GravestonePage,
): Promise<readonly GravestoneRow[]> {
  return db.query<GravestoneRow>(LIST_OF_AGENT, [agentId, all, limit, offset]);
}

const COUNT_OF_AGENT: Statement = {
  name: "count-gravestones-of-agent",
  text: "SELECT count(*) AS total FROM gravestones WHERE agent_id = $1 AND (is_public OR $2)",
};

export async function findGravestoneCount(db: Db, agentId: string, all: boolean): Promise<number> {
  const [row] = await db.query<{ total: number }>(COUNT_OF_AGENT, [agentId, all]);
  return row?.total ?? 0;
}
