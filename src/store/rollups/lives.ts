// The last lives of each species that began, with their ends: the data of survival curves.
import { clockNotMoved, movedAmong } from "./activity.ts";
import { lister, type RowFrom } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import { array, bool, int8, nullable, statement, text } from "../db/statement.ts";
import type { Stretch } from "./stretches.ts";

const BEGIN = statement({
  name: "save-lives",
  params: { from: int8, to: int8 },
  row: { slug: text },
  text: `INSERT INTO rollup_lives (creature_id, agent_id, species_slug, hatched_at)
    SELECT l.creature_id, l.agent_id, l.species_slug, l.at FROM care_log l
    WHERE l.kind = 'hatch' AND l.recorded_at >= $from AND l.recorded_at < $to AND ${clockNotMoved("l")}
    ON CONFLICT DO NOTHING RETURNING species_slug AS slug`,
});

/**
 * A later death of a creature that was called back does not count; a release or death that was undone does not either. A
 * death by harm has no entry of its own in the log.
 */
const END = statement({
  name: "save-ends-of-lives",
  params: { from: int8, to: int8 },
  row: {},
  text: `UPDATE rollup_lives v SET ended_at = CASE WHEN l.kind IN ('death', 'release') THEN l.at END, died = l.kind = 'death'
    FROM (SELECT DISTINCT ON (creature_id) creature_id, kind, at FROM (
          SELECT creature_id, kind, at, recorded_at, version FROM care_log
          WHERE recorded_at >= $from AND recorded_at < $to AND kind IN ('death', 'release', 'take_back', 'restore')
          UNION ALL
          SELECT creature_id, 'death', died_at, died_at, 0 FROM gravestones
          WHERE is_public AND cause = 'harm' AND died_at >= $from AND died_at < $to) events
        ORDER BY creature_id, recorded_at DESC, version DESC) l
    WHERE v.creature_id = l.creature_id AND (v.ended_at IS NULL OR l.kind IN ('take_back', 'restore'))`,
});

const TRIM = statement({
  name: "delete-old-lives",
  params: { slugs: array(text), most: int8 },
  row: {},
  text: `DELETE FROM rollup_lives WHERE creature_id IN (
    SELECT creature_id FROM (SELECT creature_id, row_number() OVER (PARTITION BY species_slug ORDER BY hatched_at DESC) AS nth
      FROM rollup_lives WHERE species_slug = ANY($slugs::text[])) numbered WHERE nth > $most)`,
});

/** Reads a stretch of the log, and of each species keeps the last `most` lives. Reading it again changes nothing. */
export async function saveLivesOf(db: Db, { from, to }: Stretch, most: number): Promise<void> {
  const begun = await db.query(BEGIN, { from, to });
  await db.query(END, { from, to });
  if (begun.length > 0) await db.query(TRIM, { slugs: [...new Set(begun.map(({ slug }) => slug))], most });
}

/** The lives that are kept of these species, a few hundred each. */
export const listLives = lister({
  name: "list-known-lives",
  params: { slugs: array(text) },
  row: { slug: text, hatchedAt: int8, endedAt: nullable(int8), died: bool },
  text: `SELECT v.species_slug AS slug, v.hatched_at AS "hatchedAt", v.ended_at AS "endedAt", v.died FROM rollup_lives v
    WHERE v.species_slug = ANY($slugs::text[])
      AND v.agent_id NOT IN ${movedAmong("rollup_lives WHERE species_slug = ANY($slugs::text[])")}`,
});

export type KnownLife = RowFrom<typeof listLives>;
