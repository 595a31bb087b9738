// What a keeper has raised, species by species.
import { STAGES, type EvolutionPath, type Stage } from "@denkeeper/rules/creature/creature.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { Db } from "../db/db.ts";
import { array, int8, statement, text, textOf, uuid, type RowOf } from "../db/statement.ts";
import { withPublicSpecies } from "../moderation/public-visibility.ts";

/** The newest creatures of a keeper that the album looks at. */
const MOST_READ = 2_000;
const STAGE_RANK = `array_position('{${STAGES.join(",")}}'::text[], c.stage)`;
const BEST_FIRST = `ORDER BY ${STAGE_RANK} DESC, c.path IS NULL, c.creature_id DESC`;

const LIST = statement({
  name: "list-raised-species",
  params: { agentId: uuid },
  row: {
    slug: text,
    species: text,
    family: textOf<Family>(),
    kept: int8,
    /** The one that came furthest. */
    creatureId: uuid,
    name: text,
    stage: textOf<Stage>(),
    /** The paths that those who grew up took. */
    paths: array(textOf<EvolutionPath>()),
  },
  text: `SELECT c.species_slug AS slug, min(c.species_name) AS species, min(c.family) AS family, count(*) AS kept,
      (array_agg(c.creature_id ${BEST_FIRST}))[1] AS "creatureId", (array_agg(c.name ${BEST_FIRST}))[1] AS name,
      (array_agg(c.stage ${BEST_FIRST}))[1] AS stage,
      coalesce(array_agg(DISTINCT c.path) FILTER (WHERE c.path IS NOT NULL), '{}') AS paths
    FROM (SELECT * FROM creatures WHERE agent_id = $agentId AND released_at IS NULL
        ORDER BY creature_id DESC LIMIT ${MOST_READ}) c
    GROUP BY c.species_slug`,
});

export type AlbumPage = RowOf<typeof LIST.row>;

/** Each species that a keeper has kept and not released, with the creature of it that came furthest. */
export async function listAlbum(db: Db, agentId: string): Promise<readonly AlbumPage[]> {
  return withPublicSpecies(db, await db.query(LIST, { agentId }), ({ slug }) => slug);
}
