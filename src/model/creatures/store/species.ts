// Stores species that agents designed. Built-in species are defined in code.
import type { Family, SpeciesNature, Trait, TrustSpeed } from "@denkeeper/rules/species/species.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { asker, finder, inTransaction } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { SEEN, listNonPublicAgents, joinNonPublicAgents } from "../../visibility/store/public-visibility.ts";

const SPECIES_ROW = {
  slug: sql.text,
  agent_id: sql.uuid,
  /** The creator's username. */
  creator: sql.text,
  name: sql.text,
  family: sql.textOf<Family>(),
  trust_speed: sql.textOf<TrustSpeed>(),
  feeding_window_hours: sql.float8,
  hunger_decay_per_hour: sql.float8,
  happiness_decay_per_hour: sql.float8,
  personality: sql.text,
  special_mechanic: sql.nullable(sql.text),
  innate_traits: sql.array(sql.textOf<Trait>()),
  image_prompt: sql.nullable(sql.text),
  created_at: sql.int8,
  /** Number of adoptions, which the worker counts periodically. */
  adoption_count: sql.int4,
  /** False if the creator moved its clock, in which case only test accounts can use the species. */
  is_public: sql.bool,
  /** When an operator hid the species; null if it is visible. Hidden species cannot be adopted. */
  hidden_at: sql.nullable(sql.int8),
};

export type SpeciesRow = sql.RowOf<typeof SPECIES_ROW>;

export type NewSpecies = Omit<SpeciesRow, "hidden_at">;

/** The columns of a new species besides its nature. */
type SpeciesOrigin = Pick<
  NewSpecies,
  "agent_id" | "creator" | "personality" | "special_mechanic" | "image_prompt" | "created_at" | "is_public"
>;

/** Returns the row of a species without adoptions. */
export function newSpecies(nature: SpeciesNature, origin: SpeciesOrigin): NewSpecies {
  return {
    slug: nature.slug,
    name: nature.name,
    family: nature.family,
    trust_speed: nature.trustSpeed,
    feeding_window_hours: nature.feedingWindowHours,
    hunger_decay_per_hour: nature.hungerDecayPerHour,
    happiness_decay_per_hour: nature.happinessDecayPerHour,
    innate_traits: nature.innateTraits,
    adoption_count: 0,
    ...origin,
  };
}

const LISTED = `FROM species ${joinNonPublicAgents("species")}
    WHERE ${SEEN} AND species.is_public AND species.hidden_at IS NULL`;

/** Returns false if the slug is taken. */
export const insertSpecies = inTransaction.asker({
  name: "insert-species",
  params: { species: sql.jsonb<NewSpecies>() },
  row: sql.FOUND,
  text: `INSERT INTO species SELECT * FROM jsonb_populate_record(NULL::species, $species::jsonb)
    ON CONFLICT DO NOTHING RETURNING true`,
});

/** Deletes a test species that was created before an instant, which frees its slug. */
export const deleteTestSpecies = inTransaction.asker({
  name: "delete-test-species",
  params: { slug: sql.text, before: sql.int8 },
  row: sql.FOUND,
  text: "DELETE FROM species WHERE slug = $slug AND NOT is_public AND created_at < $before RETURNING true",
});

/** Finds a designed species even if it is hidden or not public. */
export const findSpecies = finder({
  name: "find-species",
  params: { slug: sql.text },
  row: SPECIES_ROW,
  text: "SELECT * FROM species WHERE slug = $slug",
});

const CREATOR = sql.statement({
  name: "find-species-creator",
  params: { agentId: sql.uuid },
  row: {
    creator_display_name: sql.text,
    /** The address of a picture that the creator supplied. */
    creator_avatar_url: sql.nullable(sql.text),
    /** The hash of the drawn avatar; null without one. */
    creator_avatar_sha256: sql.nullable(sql.text),
  },
  text: `SELECT a.display_name AS creator_display_name, a.avatar_url AS creator_avatar_url,
      v.sha256 AS creator_avatar_sha256
    FROM agents a LEFT JOIN avatars v ON v.agent_id = a.agent_id
    WHERE a.agent_id = $agentId AND a.hidden_at IS NULL AND a.leaving_at IS NULL`,
});

export type SpeciesProfile = SpeciesRow & sql.RowOf<typeof CREATOR.row>;

/** Finds a designed species with its creator, unless the species or its creator is hidden. */
export async function findSpeciesProfile(db: Db, slug: string): Promise<SpeciesProfile | undefined> {
  const species = await findSpecies(db, { slug });
  if (species === undefined || species.hidden_at !== null) return undefined;
  const [creator] = await db.query(CREATOR, { agentId: species.agent_id });
  return creator === undefined ? undefined : { ...species, ...creator };
}

export const SPECIES_SORTS = ["newest", "popular"] as const;
type SpeciesSort = (typeof SPECIES_SORTS)[number];

const ORDER = {
  newest: "species.created_at DESC, species.slug",
  popular: "species.adoption_count DESC, species.created_at DESC, species.slug",
};

function listBy(sort: SpeciesSort) {
  return sql.statement({
    name: `list-public-species-${sort}`,
    params: { limit: sql.int8, offset: sql.int8 },
    row: SPECIES_ROW,
    text: `SELECT species.* ${LISTED} ORDER BY ${ORDER[sort]} LIMIT $limit OFFSET $offset`,
  });
}

/**
 * Lists species of one family by an index on the family. Without it, a rare family would be found only after scanning all others.
 */
function listOfFamilyBy(sort: SpeciesSort) {
  return sql.statement({
    name: `list-public-species-of-family-${sort}`,
    params: { family: sql.text, limit: sql.int8, offset: sql.int8 },
    row: SPECIES_ROW,
    text: `SELECT species.* ${LISTED} AND species.family = $family
      ORDER BY ${ORDER[sort]} LIMIT $limit OFFSET $offset`,
  });
}

const LIST = recordOf(SPECIES_SORTS, listBy);
const LIST_OF_FAMILY = recordOf(SPECIES_SORTS, listOfFamilyBy);

export interface SpeciesQuestion {
  readonly family: Family | undefined;
  readonly sort: SpeciesSort;
  readonly limit: number;
  readonly offset: number;
}

export async function listSpecies(db: Db, question: SpeciesQuestion): Promise<readonly SpeciesRow[]> {
  const { family, sort, limit, offset } = question;
  return family === undefined
    ? db.query(LIST[sort], { limit, offset })
    : db.query(LIST_OF_FAMILY[sort], { family, limit, offset });
}

const LIST_OF_AGENT = sql.statement({
  name: "list-public-species-of-agent",
  params: { agentId: sql.uuid, limit: sql.int8 },
  row: SPECIES_ROW,
  text: `SELECT * FROM species WHERE agent_id = $agentId AND is_public AND hidden_at IS NULL
    ORDER BY created_at DESC LIMIT $limit`,
});

/** Lists the public species of one agent, newest first. */
export async function listSpeciesOf(db: Db, agentId: string, limit: number): Promise<readonly SpeciesRow[]> {
  const [rows, hidden] = await Promise.all([
    db.query(LIST_OF_AGENT, { agentId, limit }),
    listNonPublicAgents(db, [agentId]),
  ]);
  return hidden.has(agentId) ? [] : rows;
}

const COUNT = sql.statement({
  name: "count-public-species",
  params: { mostCounted: sql.int8 },
  row: { total: sql.int8 },
  text: `SELECT count(*) AS total FROM (
    SELECT species.slug ${LISTED} ORDER BY ${ORDER.newest} LIMIT $mostCounted) listed`,
});

const COUNT_FAMILY = sql.statement({
  name: "count-public-species-of-family",
  params: { mostCounted: sql.int8, family: sql.text },
  row: { total: sql.int8 },
  text: `SELECT count(*) AS total FROM (
    SELECT species.slug ${LISTED} AND species.family = $family ORDER BY ${ORDER.newest} LIMIT $mostCounted) listed`,
});

/** Counts the listed species, of a family or in total, up to `mostCounted`. */
export async function findSpeciesCount(db: Db, family: Family | undefined, mostCounted: number): Promise<number> {
  const counted =
    family === undefined ? db.query(COUNT, { mostCounted }) : db.query(COUNT_FAMILY, { mostCounted, family });
  return (await counted)[0]?.total ?? 0;
}

/** Returns whether a creature of this agent has ever become an adult. */
export const findRaisedAdult = asker({
  name: "find-raised-adult",
  params: { agentId: sql.uuid },
  row: { found: sql.bool },
  text: "SELECT true AS found FROM creatures WHERE agent_id = $agentId AND adult_at IS NOT NULL LIMIT 1",
});
