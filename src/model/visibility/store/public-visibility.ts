// The conditions of public visibility. An agent is not public if it moved its clock, is leaving, or the operator hid it; a
// species or a note if the operator hid it. Every public statement contains these conditions, so hiding takes effect
// immediately, and unhiding restores everything.
import { valueLister } from "../../../platform/database/calls.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

/** Matches non-public agents; `agents` is the table's alias. The index agents_all_out_of_sight has the same condition. */
export function nonPublicAgent(agents: string): string {
  return `(${agents}.clock_moved OR ${agents}.hidden_at IS NOT NULL OR ${agents}.leaving_at IS NOT NULL)`;
}

/** Matches agents that general figures leave out, including suspended ones. The index agents_not_counted has the same condition. */
export function uncountedAgent(agents: string): string {
  return `(${nonPublicAgent(agents)} OR ${agents}.suspended_at IS NOT NULL)`;
}

/** Matches rows of agents that general figures count. The cost grows with the agents left out. */
export function countedAgent(table: string): string {
  return `NOT EXISTS (SELECT FROM agents uncounted WHERE uncounted.agent_id = ${table}.agent_id
    AND ${uncountedAgent("uncounted")})`;
}

/** Matches rows of ordinary accounts, the subject of analytics. */
export function ordinaryAgent(table: string): string {
  return `NOT EXISTS (SELECT FROM agents tests WHERE tests.agent_id = ${table}.agent_id AND tests.is_test)`;
}

/** Matches rows of public agents; `table` is sharded by agent. A statement about one agent passes its parameter. */
export function publicAgent(table: string, agentId = `${table}.agent_id`): string {
  return `NOT EXISTS (SELECT FROM agents nonpublic WHERE nonpublic.agent_id = ${agentId} AND ${nonPublicAgent("nonpublic")})`;
}

/**
 * Leaves out non-public agents in a table that is not sharded by agent, where Citus allows no subquery per row: a join to
 * non-public agents, and the condition `SEEN`.
 */
export function joinNonPublicAgents(table: string): string {
  return `LEFT JOIN (SELECT agent_id FROM agents nonpublic WHERE ${nonPublicAgent("nonpublic")}) unseen
    ON unseen.agent_id = ${table}.agent_id`;
}
export const SEEN = "unseen.agent_id IS NULL";

/**
 * Leaves out hidden species, whose name and slug are everywhere: a join and a condition, for lists of many agents. Species are
 * not sharded by agent, so a statement about one agent is followed by `withPublicSpecies` instead.
 */
export function withHiddenSpecies(slug: string): string {
  return `LEFT JOIN (SELECT slug FROM species WHERE hidden_at IS NOT NULL) hidden_species ON hidden_species.slug = ${slug}`;
}
export const OF_PUBLIC_SPECIES = "hidden_species.slug IS NULL";

/**
 * Matches notes that are not hidden; `table` has the columns agent_id and entry_id. A statement about one agent passes its
 * parameter, so that Citus finds all rows on one node.
 */
export function publicNote(table: string, agentId = `${table}.agent_id`): string {
  return `NOT EXISTS (SELECT FROM hidden_notes hidden
    WHERE hidden.agent_id = ${agentId} AND hidden.entry_id = ${table}.entry_id)`;
}

/** For a table that is not sharded by agent. Few notes are hidden. */
export function publicNoteOfMany(table: string): string {
  return `${table}.entry_id <> ALL (ARRAY (SELECT hidden.entry_id FROM hidden_notes hidden))`;
}

const HIDDEN_SPECIES = sql.statement({
  name: "list-hidden-species",
  params: { slugs: sql.array(sql.text) },
  row: { slug: sql.text },
  text: "SELECT slug FROM species WHERE hidden_at IS NOT NULL AND slug = ANY($slugs::text[])",
});

/** The hidden ones among these species. Built-in species never are. */
export async function listHiddenSpecies(db: Db, slugs: readonly string[]): Promise<ReadonlySet<string>> {
  const designed = slugs.filter((slug) => findBuiltIn(slug) === undefined);
  const rows = designed.length === 0 ? [] : await db.query(HIDDEN_SPECIES, { slugs: designed });
  return new Set(rows.map(({ slug }) => slug));
}

export async function withPublicSpecies<Row>(
  db: Db,
  rows: readonly Row[],
  slugOf: (row: Row) => string,
): Promise<readonly Row[]> {
  const hidden = await listHiddenSpecies(db, [...new Set(rows.map(slugOf))]);
  return rows.filter((row) => !hidden.has(slugOf(row)));
}

/** All hidden species, which are few. For pages of one agent's rows. */
export const listAllHiddenSpecies = valueLister({
  name: "list-all-hidden-species",
  params: {},
  row: { slug: sql.text },
  text: "SELECT slug FROM species WHERE hidden_at IS NOT NULL",
});

const NON_PUBLIC_AGENTS = sql.statement({
  name: "list-non-public-agents",
  params: { agentIds: sql.array(sql.uuid) },
  row: { agent_id: sql.uuid },
  text: `SELECT agent_id FROM agents a WHERE ${nonPublicAgent("a")} AND agent_id = ANY($agentIds::uuid[])`,
});

export async function listNonPublicAgents(db: Db, agentIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query(NON_PUBLIC_AGENTS, { agentIds });
  return new Set(rows.map(({ agent_id }) => agent_id));
}

const HIDDEN = (table: string) =>
  `EXISTS (SELECT FROM agents nonpublic
    WHERE nonpublic.agent_id = ${table}.agent_id AND (nonpublic.hidden_at IS NOT NULL OR nonpublic.leaving_at IS NOT NULL))`;

/** Agents and creatures may share a picture; a single visible one is enough. */
const PICTURE = sql.statement({
  name: "find-public-picture",
  params: { sha256: sql.text },
  row: { shown: sql.bool },
  text: `SELECT EXISTS (SELECT 1 FROM portraits p
        JOIN creatures c ON c.agent_id = p.agent_id AND c.creature_id = p.creature_id
        ${withHiddenSpecies("c.species_slug")}
        WHERE p.sha256 = $sha256 AND NOT ${HIDDEN("p")} AND ${OF_PUBLIC_SPECIES})
      OR EXISTS (SELECT 1 FROM avatars v WHERE v.sha256 = $sha256 AND NOT ${HIDDEN("v")})
      OR NOT EXISTS (SELECT 1 FROM portraits WHERE sha256 = $sha256)
        AND NOT EXISTS (SELECT 1 FROM avatars WHERE sha256 = $sha256)
      AS shown`,
});

/** Whether a stored picture may be shown: not if all agents it belongs to are hidden or leaving. */
export async function isPublicPicture(db: Db, sha256: string): Promise<boolean> {
  const [row] = await db.query(PICTURE, { sha256 });
  return row?.shown !== false;
}
