// Adoptions per species: summed once for the past, counted again for the minutes that may still change. Sums that are lost
// are made again from the creatures, because the log may no longer have the adoptions.
import { EVERYBODY, clockNotMoved, movedAmong } from "./activity.ts";
import type { AgentRange } from "./figures.ts";
import { command, inTransaction, lister, type RowFrom } from "../db/calls.ts";
import type { Tx } from "../db/db.ts";
import { int8, jsonb, statement, text, uuid } from "../db/statement.ts";

const START_MARK = statement({
  name: "start-adoptions-mark",
  params: { start: int8 },
  row: {},
  text: "INSERT INTO rollup_marks (name, at) VALUES ('adoptions', $start) ON CONFLICT DO NOTHING",
});
const LOCK_MARK = statement({
  name: "lock-adoptions-mark",
  params: {},
  row: { at: int8 },
  text: "SELECT at FROM rollup_marks WHERE name = 'adoptions' FOR UPDATE",
});

/** How far adoptions have been added up, `start` before the first time. Whoever else adds them up waits. */
export async function lockAdoptionsMark(tx: Tx, start: number): Promise<number> {
  await tx.query(START_MARK, { start });
  const [row] = await tx.query(LOCK_MARK, {});
  return row?.at ?? start;
}

/** Adds up the adoptions from one instant up to another. Move the mark in the same transaction. */
export const saveAdoptionsOf = inTransaction.command({
  name: "save-rollup-adoptions",
  params: { from: int8, to: int8 },
  text: `INSERT INTO rollup_adoptions AS kept
    SELECT l.species_slug, CASE WHEN a.is_test THEN l.agent_id ELSE '${EVERYBODY}' END, count(*)
    FROM care_log l JOIN agents a ON a.agent_id = l.agent_id
    WHERE l.kind = 'adopt' AND l.recorded_at >= $from AND l.recorded_at < $to GROUP BY 1, 2
    ON CONFLICT (slug, agent_id) DO UPDATE SET adoptions = kept.adoptions + EXCLUDED.adoptions`,
});

/** Makes room for a new count of everything. */
export const deleteAdoptions = inTransaction.command({
  name: "delete-rollup-adoptions",
  params: {},
  text: "DELETE FROM rollup_adoptions",
});

const COUNT_CREATURES = statement({
  name: "save-rollup-adoptions-of-range",
  params: { first: uuid, last: uuid, before: int8 },
  row: {},
  text: `INSERT INTO rollup_adoptions AS kept
    SELECT c.species_slug, CASE WHEN a.is_test THEN c.agent_id ELSE '${EVERYBODY}' END, count(*)
    FROM creatures c JOIN agents a ON a.agent_id = c.agent_id
    WHERE c.agent_id >= $first AND c.agent_id <= $last AND c.adopted_at < $before GROUP BY 1, 2
    ON CONFLICT (slug, agent_id) DO UPDATE SET adoptions = kept.adoptions + EXCLUDED.adoptions`,
});

/** Adds up the creatures that a range of agents adopted before an instant. */
export async function saveAdoptionsFrom(tx: Tx, range: AgentRange, before: number): Promise<void> {
  await tx.query(COUNT_CREATURES, { ...range, before });
}

/** How often each species was adopted; `mark` is how far the past has been added up. */
export const listAdoptions = lister({
  name: "list-counted-adoptions",
  params: { mark: int8 },
  row: { slug: text, adoptions: int8 },
  text: `SELECT slug, sum(adoptions)::bigint AS adoptions FROM (
      SELECT slug, adoptions FROM rollup_adoptions WHERE agent_id NOT IN ${movedAmong("rollup_adoptions")}
      UNION ALL
      SELECT species_slug, 1 FROM care_log WHERE kind = 'adopt' AND recorded_at >= $mark AND ${clockNotMoved("care_log")}
    ) each GROUP BY slug`,
});

type SpeciesAdoptions = RowFrom<typeof listAdoptions>;

/** Writes the counts to the designed species; one that is not among them was adopted by nobody. */
export const saveAdoptionCounts = command({
  name: "save-adoption-counts",
  params: { counts: jsonb<readonly SpeciesAdoptions[]>() },
  text: `UPDATE species s SET adoption_count = counted.adoptions
    FROM (
      SELECT known.slug, coalesce(given.adoptions, 0) AS adoptions FROM species known
        LEFT JOIN jsonb_to_recordset($counts::jsonb) AS given (slug text, adoptions integer) ON given.slug = known.slug
    ) counted
    WHERE s.slug = counted.slug AND s.adoption_count <> counted.adoptions`,
});
