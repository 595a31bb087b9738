// What may be shown to others. An agent is out of sight when it moved its clock, is leaving, or the operator hid it, a species and a note
// when the operator hid them. Whatever lists or shows takes these conditions into its statement, so that hiding works at
// once and showing again brings everything back.
import type { Db, Statement } from "../db/db.ts";

/** Whether an agent is out of sight; `agents` is the name of the table in the statement. As the index agents_all_out_of_sight. */
export function isOutOfSight(agents: string): string {
  return `(${agents}.clock_moved OR ${agents}.hidden_at IS NOT NULL OR ${agents}.leaving_at IS NOT NULL)`;
}

/** Leaves out agents that are out of sight; `table` has a column agent_id. */
export function inSight(table: string): string {
  return `NOT EXISTS (SELECT FROM agents unseen WHERE unseen.agent_id = ${table}.agent_id AND ${isOutOfSight("unseen")})`;
}

/** Leaves out what belongs to a hidden species: its name and slug are on everything. */
export function speciesInSight(slug: string): string {
  return `NOT EXISTS (SELECT FROM species unseen WHERE unseen.slug = ${slug} AND unseen.hidden_at IS NOT NULL)`;
}

/** Leaves out hidden notes; `table` has the columns agent_id and entry_id of the log. */
export function noteInSight(table: string): string {
  return `NOT EXISTS (SELECT FROM hidden_notes unseen
    WHERE unseen.agent_id = ${table}.agent_id AND unseen.entry_id = ${table}.entry_id)`;
}

const HIDDEN_SPECIES: Statement = {
  name: "list-hidden-species",
  text: "SELECT slug FROM species WHERE hidden_at IS NOT NULL AND slug = ANY($1::text[])",
};

/** Those of the species that are hidden. */
export async function listHiddenSpecies(db: Db, slugs: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ slug: string }>(HIDDEN_SPECIES, [slugs]);
  return new Set(rows.map(({ slug }) => slug));
}

const UNSEEN_AGENTS: Statement = {
  name: "list-agents-out-of-sight",
  text: `SELECT agent_id FROM agents a WHERE ${isOutOfSight("a")} AND agent_id = ANY($1::uuid[])`,
};

/** Those of the agents that are out of sight. */
export async function listOutOfSight(db: Db, agentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ agent_id: string }>(UNSEEN_AGENTS, [agentIds]);
  return new Set(rows.map(({ agent_id }) => agent_id));
}

const HIDDEN_NOTES: Statement = {
  name: "list-hidden-notes",
  text: `SELECT n.entry_id FROM unnest($1::uuid[], $2::uuid[]) AS asked (agent_id, entry_id)
    JOIN hidden_notes n ON n.agent_id = asked.agent_id AND n.entry_id = asked.entry_id`,
};

/** Those of the entries whose notes are hidden. */
export async function listHiddenNotes(
  db: Db,
  entries: readonly { readonly agentId: string; readonly entryId: string }[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ entry_id: string }>(HIDDEN_NOTES, [
    entries.map(({ agentId }) => agentId),
    entries.map(({ entryId }) => entryId),
  ]);
  return new Set(rows.map(({ entry_id }) => entry_id));
}

const HIDDEN = (table: string) =>
  `EXISTS (SELECT FROM agents unseen
    WHERE unseen.agent_id = ${table}.agent_id AND (unseen.hidden_at IS NOT NULL OR unseen.leaving_at IS NOT NULL))`;

const PICTURE: Statement = {
  name: "find-picture-in-sight",
  text: `SELECT bool_or(shown) AS shown FROM (
      SELECT NOT ${HIDDEN("p")} AND ${speciesInSight("c.species_slug")} AS shown FROM portraits p
        JOIN creatures c ON c.agent_id = p.agent_id AND c.creature_id = p.creature_id WHERE p.sha256 = $1
      UNION ALL SELECT NOT ${HIDDEN("v")} FROM avatars v WHERE v.sha256 = $1) owners`,
};

/** Whether a stored picture may be shown: when all whom it shows are hidden or leaving, it may not. */
export async function isPictureInSight(db: Db, sha256: string): Promise<boolean> {
  const [row] = await db.query<{ shown: boolean | null }>(PICTURE, [sha256]);
  return row?.shown ?? true;
}
