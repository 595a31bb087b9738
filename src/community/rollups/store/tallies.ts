// What there is: counts that triggers keep (migration 0009). A change is a row of its own, so nobody waits for a counter, and
// is added up here. A recount walks the house beside it, a slice of agents at a time, and ends in what the counts must be.
import { asker, command, finder, lister, type RowFrom } from "../../../platform/database/calls.ts";
import type { Tx } from "../../../platform/database/db.ts";
import {
  FOUND,
  array,
  int8,
  nullable,
  statement,
  text,
  uuid,
  type RowOf,
} from "../../../platform/database/statement.ts";

const LOCK = statement({
  name: "lock-recount",
  params: {},
  row: { after: uuid, since: int8, passes: int8 },
  text: "SELECT after, since, passes FROM recount FOR UPDATE",
});
/** Nobody has the nil id, and all ids come after it. */
const BEGIN = statement({
  name: "begin-recount",
  params: { since: int8, passes: int8 },
  row: {},
  text: `INSERT INTO recount (after, since, passes) VALUES ('00000000-0000-0000-0000-000000000000', $since, $passes)
    ON CONFLICT (one) DO UPDATE SET after = EXCLUDED.after, since = EXCLUDED.since, passes = EXCLUDED.passes`,
});

export interface Recount {
  readonly after: string;
  /** Happenings are counted since then. */
  readonly since: number;
  /** How often it has come to the end. Before the first time the counts say nothing. */
  readonly passes: number;
}

/** Whoever else adds up waits, so that no change is added to a recount that has been there. */
export async function lockRecount(tx: Tx, since: number): Promise<Recount> {
  const [found] = await tx.query(LOCK, {});
  if (found !== undefined) return found;
  await tx.query(BEGIN, { since, passes: 0 });
  return lockRecount(tx, since);
}

const TAKEN = `taken AS (DELETE FROM tally_changes RETURNING agent_id, what, key, at, count)`;
const ADD = `INSERT INTO tallies AS kept (what, key, at, count, recounted)
    SELECT what, key, at, sum(count), sum(again) FROM found GROUP BY what, key, at
    ON CONFLICT (what, key, at) DO UPDATE SET count = kept.count + EXCLUDED.count,
      recounted = kept.recounted + EXCLUDED.recounted`;
const CHANGED = `SELECT agent_id, what, key, at, count, CASE WHEN agent_id <= $after THEN count ELSE 0 END AS again FROM taken`;

/** Adds up what has changed. What was changed. */
export const addChanges = lister({
  name: "add-tally-changes",
  params: { after: uuid },
  row: { what: text, key: text },
  text: `WITH ${TAKEN}, found AS (${CHANGED}) ${ADD} RETURNING what, key`,
});

/** The ids sort like their texts, which have a minimum. */
export const findSlice = finder({
  name: "find-slice-of-agents",
  params: { after: uuid, limit: int8 },
  row: { first: nullable(uuid), last: nullable(uuid), agents: int8 },
  text: `SELECT min(agent_id::text)::uuid AS first, max(agent_id::text)::uuid AS last, count(*) AS agents FROM (
      SELECT agent_id FROM agents WHERE agent_id > $after ORDER BY agent_id LIMIT $limit) slice`,
});

export interface AgentRange {
  readonly first: string;
  readonly last: string;
}

/** One statement, so that it sees a slice as it was when the changes were taken. */
const RECOUNT = statement({
  name: "recount-slice",
  params: { after: uuid, first: uuid, last: uuid, since: int8 },
  row: {},
  text: `WITH ${TAKEN}, found AS (
      ${CHANGED} UNION ALL
      SELECT $after::uuid, what, key, at, 0, count FROM tally_of_range($first, $last, $since)
    ), moved AS (
      UPDATE recount SET after = $last
    ) ${ADD}`,
});

/** Counts the next agents. */
export async function recountSlice(tx: Tx, { after, since }: Recount, range: AgentRange): Promise<void> {
  await tx.query(RECOUNT, { after, ...range, since });
}

/** Only a recount tells these, so they are as old as the last one. */
const ONLY_RECOUNTED = "('provider', 'care', 'resurrections', 'reached')";
const MEND = statement({
  name: "mend-tallies",
  params: { since: int8 },
  row: { what: text, key: text, off: int8 },
  text: `UPDATE tallies t SET count = recounted FROM (
      SELECT what, key, at, count FROM tallies WHERE count <> recounted AND (at = 0 OR at >= $since)) was
    WHERE t.what = was.what AND t.key = was.key AND t.at = was.at
    RETURNING t.what, t.key, CASE WHEN t.what IN ${ONLY_RECOUNTED} THEN 0 ELSE was.count - t.count END AS off`,
});
const TIDY = statement({
  name: "tidy-tallies",
  params: { since: int8 },
  row: {},
  text: "DELETE FROM tallies WHERE count = 0 OR at > 0 AND at < $since",
});
const CLEAR = statement({
  name: "clear-recount",
  params: {},
  row: {},
  text: "UPDATE tallies SET recounted = 0 WHERE recounted <> 0",
});

export type Drift = RowOf<typeof MEND.row>;

/** The end of a recount: the counts become what it found, and the next begins. What changed, and by how much it was off. */
export async function endRecount(tx: Tx, { since, passes }: Recount, nextSince: number): Promise<readonly Drift[]> {
  const mended = await tx.query(MEND, { since });
  await tx.query(TIDY, { since });
  await tx.query(CLEAR, {});
  await tx.query(BEGIN, { since: nextSince, passes: passes + 1 });
  return mended;
}

/** All but those by provider, of which there are as many as agents make up, and of species as many as are designed. */
export const listTallies = lister({
  name: "list-tallies",
  params: { builtIn: array(text) },
  row: { what: text, key: text, count: int8 },
  text: `SELECT what, key, count FROM tallies WHERE count <> 0 AND at = 0
      AND what IN ('agent', 'creature', 'stone', 'design', 'care', 'resurrections', 'reached')
    UNION ALL SELECT what, key, count FROM tallies
      WHERE what = 'adopted' AND at = 0 AND key = ANY($builtIn::text[])`,
});

export type Tally = RowFrom<typeof listTallies>;

/** What happened in windows that begin at these hours, by what happened and to whom. */
export const listHappenings = lister({
  name: "list-tallied-happenings",
  params: { day: int8, week: int8, month: int8 },
  row: { what: text, key: text, day: int8, week: int8, month: int8 },
  text: `SELECT what, key, coalesce(sum(count) FILTER (WHERE at >= $day), 0)::bigint AS day,
      coalesce(sum(count) FILTER (WHERE at >= $week), 0)::bigint AS week, sum(count)::bigint AS month
    FROM tallies WHERE what IN ('registered', 'died', 'designed') AND at >= $month GROUP BY 1, 2`,
});

/** The most frequent of a kind, over ordinary accounts. */
export const listFirst = lister({
  name: "list-first-tallies",
  params: { what: text, limit: int8 },
  row: { name: text, count: int8 },
  text: `SELECT substr(key, 3) AS name, sum(count)::bigint AS count FROM tallies
    WHERE what = $what AND at = 0 AND left(key, 1) IN ('a', 'l') GROUP BY 1 HAVING sum(count) > 0
    ORDER BY 2 DESC, 1 LIMIT $limit`,
});

/** Writes how often these designed species were adopted. */
export const saveAdoptionCounts = command({
  name: "save-adoption-counts",
  params: { slugs: array(text) },
  text: `UPDATE species s SET adoption_count = (SELECT coalesce(sum(count), 0) FROM tallies
      WHERE what = 'adopted' AND at = 0 AND key IN ('a/' || s.slug, 't/' || s.slug))
    WHERE s.slug = ANY($slugs::text[])`,
});

/** Whether anything waits to be added up. */
export const hasChanges = asker({
  name: "find-tally-change",
  params: {},
  row: FOUND,
  text: "SELECT true FROM tally_changes LIMIT 1",
});
