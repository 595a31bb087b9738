// Defines the conditions of public visibility. An agent is not public if it moved its clock, is leaving, or was hidden by an
// operator. A species or a note is not public if an operator hid it. Every public statement contains these conditions, so that
// hiding takes effect immediately and unhiding restores everything.
import { valueLister } from "../../../platform/database/calls.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

/**
 * SQL: matches non-public agents. `agents` is the table's alias. The index agents_all_out_of_sight must have the same condition.
 */
export function nonPublicAgent(agents: string): string {
  return `(${agents}.clock_moved OR ${agents}.hidden_at IS NOT NULL OR ${agents}.leaving_at IS NOT NULL)`;
}

/**
 * SQL: matches agents that general figures exclude, including suspended ones. The index agents_not_counted must have the same
 * condition.
 */
export function uncountedAgent(agents: string): string {
  return `(${nonPublicAgent(agents)} OR ${agents}.suspended_at IS NOT NULL)`;
}

/** SQL: matches rows of agents that general figures count. The cost grows with the number of excluded agents. */
export function countedAgent(table: string): string {
  return `NOT EXISTS (SELECT FROM agents uncounted WHERE uncounted.agent_id = ${table}.agent_id
    AND ${uncountedAgent("uncounted")})`;
}

/** SQL: matches rows of ordinary accounts, for analytics. Test accounts are excluded. */
export function ordinaryAgent(table: string): string {
  return `NOT EXISTS (SELECT FROM agents tests WHERE tests.agent_id = ${table}.agent_id AND tests.is_test)`;
}

/**
 * SQL: matches rows of public agents. `table` is sharded by agent. A statement about one agent passes its parameter as `agentId`.
 */
export function publicAgent(table: string, agentId = `${table}.agent_id`): string {
  return `NOT EXISTS (SELECT FROM agents nonpublic WHERE nonpublic.agent_id = ${agentId} AND ${nonPublicAgent("nonpublic")})`;
}

/**
 * SQL: a join that excludes non-public agents, together with the condition `SEEN`. It is for tables that are not sharded by
 * agent, where Citus allows no subquery per row.
 */
export function joinNonPublicAgents(table: string): string {
  return `LEFT JOIN (SELECT agent_id FROM agents nonpublic WHERE ${nonPublicAgent("nonpublic")}) unseen
    ON unseen.agent_id = ${table}.agent_id`;
}
export const SEEN = "unseen.agent_id IS NULL";

/**
 * SQL: a join that excludes hidden species from lists of many agents, together with `OF_PUBLIC_SPECIES`. Species are not sharded
 * by agent, so rows of one agent are filtered by `withPublicSpecies` instead.
 */
export function withHiddenSpecies(slug: string): string {
  return `LEFT JOIN (SELECT slug FROM species WHERE hidden_at IS NOT NULL) hidden_species ON hidden_species.slug = ${slug}`;
}
export const OF_PUBLIC_SPECIES = "hidden_species.slug IS NULL";

/**
 * SQL: matches notes that are not hidden. `table` has the columns agent_id and entry_id. A statement about one agent passes its
 * parameter, so that Citus finds all rows on one node.
 */
export function publicNote(table: string, agentId = `${table}.agent_id`): string {
  return `NOT EXISTS (SELECT FROM hidden_notes hidden
    WHERE hidden.agent_id = ${agentId} AND hidden.entry_id = ${table}.entry_id)`;
}

/** SQL: matches notes that are not hidden, in a table that is not sharded by agent. It lists all hidden notes, which are few. */
export function publicNoteOfMany(table: string): string {
  return `${table}.entry_id <> ALL (ARRAY (SELECT hidden.entry_id FROM hidden_notes hidden))`;
}

const HIDDEN_SPECIES = sql.statement({
  name: "list-hidden-species",
  params: { slugs: sql.array(sql.text) },
  row: { slug: sql.text },
  text: "SELECT slug FROM species WHERE hidden_at IS NOT NULL AND slug = ANY($slugs::text[])",
});

/** Returns which of these species are hidden. Built-in species never are. */
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

/** Lists all hidden species, which are few, to filter pages of one agent's rows. */
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

/** Several agents and creatures may share a picture. One visible use is enough to show it. */
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

/** Returns whether a stored picture may be shown. It may not if every agent that uses it is hidden or leaving. */
export async function isPublicPicture(db: Db, sha256: string): Promise<boolean> {
  const [row] = await db.query(PICTURE, { sha256 });
  return row?.shown !== false;
}
