// Species that agents have designed. The built-in ones are code and not here.
import type { Family, SpeciesNature, Trait, TrustSpeed } from "@denkeeper/rules/species/species.ts";
import type { Db, Statement, Tx } from "../db/db.ts";
import { publicAgent } from "../moderation/public-visibility.ts";

/** The columns of `species`. */
export interface SpeciesRow {
  readonly slug: string;
  readonly agent_id: string;
  /** The creator's username. */
  readonly creator: string;
  readonly name: string;
  readonly family: Family;
  readonly trust_speed: TrustSpeed;
  readonly feeding_window_hours: number;
  readonly hunger_decay_per_hour: number;
  readonly happiness_decay_per_hour: number;
  readonly personality: string;
  readonly special_mechanic: string | null;
  readonly innate_traits: readonly Trait[];
  readonly image_prompt: string | null;
  readonly created_at: number;
  /** Rolled up: at most a minute old. */
  readonly adoption_count: number;
  /** False when the creator moved its clock: no page, card or listing. */
  readonly is_public: boolean;
  /** Since when the operator hides it; nobody can adopt it meanwhile. */
  readonly hidden_at: number | null;
}

/** A species as its creator makes it. */
export type NewSpecies = Omit<SpeciesRow, "hidden_at">;

/** What is known of a new species beside its nature. */
type Origin = Pick<
  NewSpecies,
  "agent_id" | "creator" | "personality" | "special_mechanic" | "image_prompt" | "created_at" | "is_public"
>;

/** The row of a species that nobody has adopted yet. */
export function newSpecies(nature: SpeciesNature, origin: Origin): NewSpecies {
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

const SHOWN = `species.is_public AND species.hidden_at IS NULL AND ${publicAgent("species")}`;

const INSERT: Statement = {
  name: "insert-species",
  text: `INSERT INTO species SELECT * FROM jsonb_populate_record(NULL::species, $1::jsonb)
    ON CONFLICT DO NOTHING RETURNING true`,
};

/** Whether the slug was free. */
export async function insertSpecies(tx: Tx, species: NewSpecies): Promise<boolean> {
  const rows = await tx.queryOld(INSERT, [JSON.stringify(species)]);
  return rows.length === 1;
}

const FREE: Statement = {
  name: "delete-unused-test-species",
  text: `DELETE FROM species WHERE slug = $1 AND NOT is_public AND hidden_at IS NULL AND created_at < $2
      AND NOT EXISTS (SELECT FROM creatures c WHERE c.species_slug = $1 AND c.tier = 'community'
        AND (c.died_at IS NULL AND c.released_at IS NULL OR EXISTS (SELECT FROM care_log l
          WHERE l.agent_id = c.agent_id AND l.creature_id = c.creature_id AND l.recorded_at >= $2)))
    RETURNING true`,
};

/** Frees the slug of a species that a moved clock made, when no creature of it has lived since an instant. */
export async function deleteUnusedTestSpecies(tx: Tx, slug: string, since: number): Promise<boolean> {
  const rows = await tx.queryOld(FREE, [slug, since]);
  return rows.length === 1;
}

const FIND: Statement = { name: "find-species", text: "SELECT * FROM species WHERE slug = $1" };

/** Any designed species, also one that is not listed. */
export async function findSpecies(db: Db, slug: string): Promise<SpeciesRow | undefined> {
  const [row] = await db.queryOld<SpeciesRow>(FIND, [slug]);
  return row;
}

export interface SpeciesProfile extends SpeciesRow {
  readonly creator_display_name: string;
  /** A picture elsewhere that the creator brought. */
  readonly creator_avatar_url: string | null;
  /** The hash of the avatar that was drawn, once it was. */
  readonly creator_avatar_sha256: string | null;
}

const PROFILE: Statement = {
  name: "find-species-profile",
  text: `SELECT s.*, a.display_name AS creator_display_name, a.avatar_url AS creator_avatar_url,
      v.sha256 AS creator_avatar_sha256
    FROM species s JOIN agents a ON a.agent_id = s.agent_id LEFT JOIN avatars v ON v.agent_id = s.agent_id
    WHERE s.slug = $1 AND s.hidden_at IS NULL AND a.hidden_at IS NULL AND a.leaving_at IS NULL`,
};

/** A designed species with its creator, unless one of them is hidden. */
export async function findSpeciesProfile(db: Db, slug: string): Promise<SpeciesProfile | undefined> {
  const [row] = await db.queryOld<SpeciesProfile>(PROFILE, [slug]);
  return row;
}

export const SPECIES_SORTS = ["newest", "popular"] as const;
type SpeciesSort = (typeof SPECIES_SORTS)[number];

function listStatement(sort: SpeciesSort, order: string): Statement {
  return {
    name: `list-species-${sort}`,
    text: `SELECT * FROM species WHERE ${SHOWN} AND ($1::text IS NULL OR family = $1)
      ORDER BY ${order} LIMIT $2 OFFSET $3`,
  };
}

const LIST: Readonly<Record<SpeciesSort, Statement>> = {
  newest: listStatement("newest", "created_at DESC, slug"),
  popular: listStatement("popular", "adoption_count DESC, created_at DESC, slug"),
};

export interface SpeciesQuestion {
  readonly family: Family | undefined;
  readonly sort: SpeciesSort;
  readonly limit: number;
  readonly offset: number;
}

/** Designed species that may be listed. */
export async function listSpecies(db: Db, question: SpeciesQuestion): Promise<readonly SpeciesRow[]> {
  const { family = null, sort, limit, offset } = question;
  return db.queryOld<SpeciesRow>(LIST[sort], [family, limit, offset]);
}

const LIST_OF_AGENT: Statement = {
  name: "list-species-of-agent",
  text: `SELECT * FROM species WHERE agent_id = $1 AND ${SHOWN} ORDER BY created_at DESC LIMIT $2`,
};

/** What one agent designed, the newest first. */
export async function listSpeciesOf(db: Db, agentId: string, limit: number): Promise<readonly SpeciesRow[]> {
  return db.queryOld<SpeciesRow>(LIST_OF_AGENT, [agentId, limit]);
}

const COUNT: Statement = {
  name: "count-species",
  text: `SELECT count(*) AS total FROM (
    SELECT FROM species WHERE ${SHOWN} ORDER BY created_at DESC, slug LIMIT $1) listed`,
};

const COUNT_FAMILY: Statement = {
  name: "count-species-of-family",
  text: `SELECT count(*) AS total FROM (
    SELECT FROM species WHERE ${SHOWN} AND family = $2 ORDER BY created_at DESC, slug LIMIT $1) listed`,
};

/** How many are listed, of a family or in all; counted no further than the list can be read. */
export async function findSpeciesCount(db: Db, family: Family | undefined, mostCounted: number): Promise<number> {
  const counted =
    family === undefined
      ? db.queryOld<{ total: number }>(COUNT, [mostCounted])
      : db.queryOld<{ total: number }>(COUNT_FAMILY, [mostCounted, family]);
  return (await counted)[0]?.total ?? 0;
}

const HAS_ADULT: Statement = {
  name: "find-raised-adult",
  text: "SELECT true AS found FROM creatures WHERE agent_id = $1 AND adult_at IS NOT NULL LIMIT 1",
};

/** Whether a creature of this agent is known to have grown up, whatever became of it. */
export async function findRaisedAdult(db: Db, agentId: string): Promise<boolean> {
  const rows = await db.queryOld(HAS_ADULT, [agentId]);
  return rows.length === 1;
}
