// Species that agents designed. The built-in ones are in code.
import type { Family, SpeciesNature, Trait, TrustSpeed } from "@denkeeper/rules/species/species.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { asker, finder, inTransaction } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import {
  FOUND,
  array,
  bool,
  float8,
  int4,
  int8,
  jsonb,
  nullable,
  statement,
  text,
  textOf,
  uuid,
  type RowOf,
} from "../../../platform/database/statement.ts";
import { SEEN, listNonPublicAgents, joinNonPublicAgents } from "../../visibility/store/public-visibility.ts";

const SPECIES_ROW = {
  slug: text,
  agent_id: uuid,
  /** The creator's username. */
  creator: text,
  name: text,
  family: textOf<Family>(),
  trust_speed: textOf<TrustSpeed>(),
  feeding_window_hours: float8,
  hunger_decay_per_hour: float8,
  happiness_decay_per_hour: float8,
  personality: text,
  special_mechanic: nullable(text),
  innate_traits: array(textOf<Trait>()),
  image_prompt: nullable(text),
  created_at: int8,
  /** As the worker last counted it. */
  adoption_count: int4,
  /** False when the creator moved its clock: it exists for test accounts alone. */
  is_public: bool,
  /** Since when the operator hides it; nobody can adopt it meanwhile. */
  hidden_at: nullable(int8),
};

export type SpeciesRow = RowOf<typeof SPECIES_ROW>;

/** A species as its creator makes it. */
export type NewSpecies = Omit<SpeciesRow, "hidden_at">;

/** What is known of a new species beside its nature. */
type SpeciesOrigin = Pick<
  NewSpecies,
  "agent_id" | "creator" | "personality" | "special_mechanic" | "image_prompt" | "created_at" | "is_public"
>;

/** The row of a species that nobody has adopted yet. */
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

const SHOWN = `FROM species ${joinNonPublicAgents("species")}
    WHERE ${SEEN} AND species.is_public AND species.hidden_at IS NULL`;

/** Whether the slug was free. */
export const insertSpecies = inTransaction.asker({
  name: "insert-species",
  params: { species: jsonb<NewSpecies>() },
  row: FOUND,
  text: `INSERT INTO species SELECT * FROM jsonb_populate_record(NULL::species, $species::jsonb)
    ON CONFLICT DO NOTHING RETURNING true`,
});

/** Frees the slug of a species that a moved clock made before an instant. */
export const deleteTestSpecies = inTransaction.asker({
  name: "delete-test-species",
  params: { slug: text, before: int8 },
  row: FOUND,
  text: `DELETE FROM species WHERE slug = $slug AND NOT is_public AND created_at < $before
    AND agent_id IN (SELECT agent_id FROM agents WHERE is_test) RETURNING true`,
});

/** Any designed species, also one that is not listed. */
export const findSpecies = finder({
  name: "find-species",
  params: { slug: text },
  row: SPECIES_ROW,
  text: "SELECT * FROM species WHERE slug = $slug",
});

const CREATOR = statement({
  name: "find-species-creator",
  params: { agentId: uuid },
  row: {
    creator_display_name: text,
    /** A picture elsewhere that the creator brought. */
    creator_avatar_url: nullable(text),
    /** The hash of the avatar that was drawn, once it was. */
    creator_avatar_sha256: nullable(text),
  },
  text: `SELECT a.display_name AS creator_display_name, a.avatar_url AS creator_avatar_url,
      v.sha256 AS creator_avatar_sha256
    FROM agents a LEFT JOIN avatars v ON v.agent_id = a.agent_id
    WHERE a.agent_id = $agentId AND a.hidden_at IS NULL AND a.leaving_at IS NULL`,
});

export type SpeciesProfile = SpeciesRow & RowOf<typeof CREATOR.row>;

/** A designed species with its creator, unless one of them is hidden. */
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
  return statement({
    name: `list-public-species-${sort}`,
    params: { limit: int8, offset: int8 },
    row: SPECIES_ROW,
    text: `SELECT species.* ${SHOWN} ORDER BY ${ORDER[sort]} LIMIT $limit OFFSET $offset`,
  });
}

/** By an index of the family: a rare one would otherwise be looked for among all others. */
function listOfFamilyBy(sort: SpeciesSort) {
  return statement({
    name: `list-public-species-of-family-${sort}`,
    params: { family: text, limit: int8, offset: int8 },
    row: SPECIES_ROW,
    text: `SELECT species.* ${SHOWN} AND species.family = $family
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

const LIST_OF_AGENT = statement({
  name: "list-public-species-of-agent",
  params: { agentId: uuid, limit: int8 },
  row: SPECIES_ROW,
  text: `SELECT * FROM species WHERE agent_id = $agentId AND is_public AND hidden_at IS NULL
    ORDER BY created_at DESC LIMIT $limit`,
});

/** What one agent designed, the newest first. */
export async function listSpeciesOf(db: Db, agentId: string, limit: number): Promise<readonly SpeciesRow[]> {
  const [rows, hidden] = await Promise.all([
    db.query(LIST_OF_AGENT, { agentId, limit }),
    listNonPublicAgents(db, [agentId]),
  ]);
  return hidden.has(agentId) ? [] : rows;
}

const COUNT = statement({
  name: "count-public-species",
  params: { mostCounted: int8 },
  row: { total: int8 },
  text: `SELECT count(*) AS total FROM (
    SELECT species.slug ${SHOWN} ORDER BY ${ORDER.newest} LIMIT $mostCounted) listed`,
});

const COUNT_FAMILY = statement({
  name: "count-public-species-of-family",
  params: { mostCounted: int8, family: text },
  row: { total: int8 },
  text: `SELECT count(*) AS total FROM (
    SELECT species.slug ${SHOWN} AND species.family = $family ORDER BY ${ORDER.newest} LIMIT $mostCounted) listed`,
});

/** How many are listed, of a family or in all; counted no further than the list can be read. */
export async function findSpeciesCount(db: Db, family: Family | undefined, mostCounted: number): Promise<number> {
  const counted =
    family === undefined ? db.query(COUNT, { mostCounted }) : db.query(COUNT_FAMILY, { mostCounted, family });
  return (await counted)[0]?.total ?? 0;
}

/** Whether a creature of this agent is known to have grown up, whatever became of it. */
export const findRaisedAdult = asker({
  name: "find-raised-adult",
  params: { agentId: uuid },
  row: { found: bool },
  text: "SELECT true AS found FROM creatures WHERE agent_id = $agentId AND adult_at IS NOT NULL LIMIT 1",
});
