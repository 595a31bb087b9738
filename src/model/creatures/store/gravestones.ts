// Stores gravestones. Each is written with its death.
import type { CareAction, DeathCause, EvolutionPath, Stage } from "@denkeeper/rules/creature/creature.ts";
import type { PostMortemEntry } from "@denkeeper/rules/life/death.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { CreatureRow } from "./creature-row.ts";
import { finder, inTransaction, lister } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import {
  OF_PUBLIC_SPECIES,
  listAllHiddenSpecies,
  nonPublicAgent,
  publicAgent,
  withHiddenSpecies,
  withPublicSpecies,
} from "../../visibility/store/public-visibility.ts";

const GRAVESTONE_ROW = {
  agent_id: sql.uuid,
  creature_id: sql.uuid,
  death_number: sql.int4,
  gravestone_id: sql.uuid,
  name: sql.text,
  species_slug: sql.text,
  species_name: sql.text,
  family: sql.textOf<Family>(),
  stage_reached: sql.textOf<Stage>(),
  path: sql.nullable(sql.textOf<EvolutionPath>()),
  lived_ms: sql.int8,
  caretaker: sql.text,
  feedings: sql.int4,
  missed_feedings: sql.int4,
  last_care_action: sql.nullable(sql.textOf<CareAction>()),
  cause: sql.textOf<DeathCause>(),
  epitaph: sql.text,
  died_at: sql.int8,
  post_mortem: sql.jsonb<readonly PostMortemEntry[]>(),
  resurrected_at: sql.nullable(sql.int8),
  is_public: sql.bool,
  before: sql.nullable(sql.jsonb<Partial<CreatureRow>>()),
  restored_at: sql.nullable(sql.int8),
};

export type GravestoneRow = sql.RowOf<typeof GRAVESTONE_ROW>;

/** SQL: matches the public gravestones of one agent. Hidden species are filtered out afterward. */
const PUBLIC_OF_AGENT = `is_public AND ${publicAgent("gravestones", "$agentId")}`;

const slugOf = ({ species_slug }: GravestoneRow): string => species_slug;

/** Finds the newest gravestone of a creature. */
export const findGravestone = finder({
  name: "find-gravestone",
  params: { agentId: sql.uuid, creatureId: sql.uuid },
  row: GRAVESTONE_ROW,
  text: `SELECT * FROM gravestones WHERE agent_id = $agentId AND creature_id = $creatureId
    ORDER BY death_number DESC LIMIT 1`,
});

/** Lists all gravestones of a creature, public or not, oldest first. */
export const listGravestonesOfLife = lister({
  name: "list-gravestones-of-life",
  params: { agentId: sql.uuid, creatureId: sql.uuid },
  row: GRAVESTONE_ROW,
  text: "SELECT * FROM gravestones WHERE agent_id = $agentId AND creature_id = $creatureId ORDER BY death_number",
});

/** Marks the gravestone of an undone death. Returns whether a gravestone was marked. */
export const saveStoneResurrected = inTransaction.asker({
  name: "save-stone-resurrected",
  params: { agentId: sql.uuid, creatureId: sql.uuid, deathNumber: sql.int4, at: sql.int8 },
  row: sql.FOUND,
  text: `UPDATE gravestones SET resurrected_at = $at
    WHERE agent_id = $agentId AND creature_id = $creatureId AND death_number = $deathNumber
      AND resurrected_at IS NULL
    RETURNING true`,
});

const FIND_GRAVE = sql.statement({
  name: "find-grave-of-agent",
  params: { agentId: sql.uuid, id: sql.uuid },
  row: {
    ...GRAVESTONE_ROW,
    /** The keeper's prompt for the creature's picture. */
    image_prompt: sql.nullable(sql.text),
    is_non_public: sql.bool,
  },
  text: `SELECT g.*, c.image_prompt,
      ${nonPublicAgent("a")} AS is_non_public FROM gravestones g
      JOIN creatures c ON c.agent_id = $agentId AND c.creature_id = g.creature_id
      JOIN agents a ON a.agent_id = $agentId
    WHERE g.agent_id = $agentId AND (g.gravestone_id = $id OR g.creature_id = $id)
    ORDER BY g.death_number DESC LIMIT 1`,
});

type FoundGrave = sql.RowOf<typeof FIND_GRAVE.row>;

/** Finds a gravestone by its own id, or the newest one by its creature's id, with everything needed to draw it. */
export async function findGrave(db: Db, agentId: string, id: string): Promise<FoundGrave | undefined> {
  const [grave] = await db.query(FIND_GRAVE, { agentId, id });
  if (grave === undefined || grave.is_non_public) return grave;
  const [visible] = await withPublicSpecies(db, [grave], slugOf);
  return { ...grave, is_non_public: visible === undefined };
}

const FIND_BY_ID = sql.statement({
  name: "find-public-gravestone",
  params: { agentId: sql.uuid, id: sql.uuid },
  row: GRAVESTONE_ROW,
  text: `SELECT * FROM gravestones WHERE agent_id = $agentId AND gravestone_id = $id AND ${PUBLIC_OF_AGENT}`,
});

export async function findGravestoneById(db: Db, agentId: string, id: string): Promise<GravestoneRow | undefined> {
  const [visible] = await withPublicSpecies(db, await db.query(FIND_BY_ID, { agentId, id }), slugOf);
  return visible;
}

const LIST_OF_CREATURE = sql.statement({
  name: "list-public-gravestones-of-creature",
  params: { agentId: sql.uuid, creatureId: sql.uuid },
  row: GRAVESTONE_ROW,
  text: `SELECT * FROM gravestones WHERE agent_id = $agentId AND creature_id = $creatureId AND ${PUBLIC_OF_AGENT}
    ORDER BY death_number DESC LIMIT 20`,
});

/** Lists the public gravestones of one creature, newest first. */
export async function listGravestonesOfCreature(
  db: Db,
  agentId: string,
  creatureId: string,
): Promise<readonly GravestoneRow[]> {
  return withPublicSpecies(db, await db.query(LIST_OF_CREATURE, { agentId, creatureId }), slugOf);
}

export interface GravestonePage {
  readonly limit: number;
  readonly offset: number;
}

/** Lists the public gravestones of all agents, newest first. */
export const listGravestones = lister({
  name: "list-public-gravestones",
  params: { limit: sql.int8, offset: sql.int8 },
  row: GRAVESTONE_ROW,
  text: `SELECT gravestones.* FROM gravestones ${withHiddenSpecies("gravestones.species_slug")}
    WHERE is_public AND ${publicAgent("gravestones")} AND ${OF_PUBLIC_SPECIES} ORDER BY died_at DESC, gravestone_id LIMIT $limit OFFSET $offset`,
});

const PUBLIC_OR_ALL = `($all OR (${PUBLIC_OF_AGENT} AND species_slug <> ALL ($hidden::text[])))`;

const LIST_OF_AGENT = sql.statement({
  name: "list-agent-gravestones",
  params: { agentId: sql.uuid, all: sql.bool, hidden: sql.array(sql.text), limit: sql.int8, offset: sql.int8 },
  row: GRAVESTONE_ROW,
  text: `SELECT * FROM gravestones WHERE agent_id = $agentId AND ${PUBLIC_OR_ALL}
    ORDER BY died_at DESC, gravestone_id LIMIT $limit OFFSET $offset`,
});

/** Lists one agent's gravestones, newest first. Non-public ones are included only with `all`. */
export async function listGravestonesOf(
  db: Db,
  agentId: string,
  all: boolean,
  { limit, offset }: GravestonePage,
): Promise<readonly GravestoneRow[]> {
  const hidden = all ? [] : await listAllHiddenSpecies(db, {});
  return db.query(LIST_OF_AGENT, { agentId, all, hidden, limit, offset });
}

const COUNT_OF_AGENT = sql.statement({
  name: "count-agent-gravestones",
  params: { agentId: sql.uuid, all: sql.bool, hidden: sql.array(sql.text) },
  row: { total: sql.int8 },
  text: `SELECT count(*) AS total FROM gravestones WHERE agent_id = $agentId AND ${PUBLIC_OR_ALL}`,
});

export async function findGravestoneCount(db: Db, agentId: string, all: boolean): Promise<number> {
  const hidden = all ? [] : await listAllHiddenSpecies(db, {});
  const [row] = await db.query(COUNT_OF_AGENT, { agentId, all, hidden });
  return row?.total ?? 0;
}
