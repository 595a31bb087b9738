// Counts totals and adoptions from the stored rows. The sweep records deaths within seconds.
import { command, finder, lister } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";
import { NEUTRAL_ID } from "../../../platform/identity/neutral-keeper.ts";
import { countedAgent } from "../../../model/visibility/store/public-visibility.ts";

export const findTotals = finder({
  name: "find-totals",
  params: {},
  row: {
    creatures_alive: sql.int8,
    eggs_unhatched: sql.int8,
    gravestones: sql.int8,
    creatures_dead: sql.int8,
    agents: sql.int8,
  },
  text: `SELECT * FROM (SELECT count(c.hatched_at) AS creatures_alive, count(*) - count(c.hatched_at) AS eggs_unhatched
      FROM creatures c WHERE c.died_at IS NULL AND c.released_at IS NULL AND ${countedAgent("c")}) living,
    (SELECT count(*) AS gravestones, count(*) - count(g.resurrected_at) AS creatures_dead
      FROM gravestones g WHERE g.is_public AND ${countedAgent("g")}) stones,
    (SELECT count(*) AS agents FROM agents a WHERE a.agent_id <> '${NEUTRAL_ID}' AND ${countedAgent("a")}) agents`,
});

export const listAdoptions = lister({
  name: "list-adoptions",
  params: {},
  row: { slug: sql.text, count: sql.int8 },
  text: `SELECT c.species_slug AS slug, count(*) AS count FROM creatures c WHERE ${countedAgent("c")} GROUP BY 1`,
});

/** Saves the adoption counts by which designed species are sorted. A species missing from the input has zero. */
export const saveAdoptions = command({
  name: "save-adoptions",
  params: { slugs: sql.array(sql.text), counts: sql.array(sql.int8) },
  text: `UPDATE species s SET adoption_count = counted.count
    FROM (SELECT s.slug, coalesce(given.count, 0) AS count FROM species s
      LEFT JOIN unnest($slugs::text[], $counts::bigint[]) AS given (slug, count) ON given.slug = s.slug) counted
    WHERE counted.slug = s.slug AND s.adoption_count <> counted.count`,
});
