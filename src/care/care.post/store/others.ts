// Lists recent public care for one action by agent and family, using the log's index care_log_by_action.
import { lister, type RowFrom } from "../../../platform/database/calls.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import * as sql from "../../../platform/database/statement.ts";
import {
  OF_PUBLIC_SPECIES,
  SEEN,
  publicNoteOfMany,
  withHiddenSpecies,
  joinNonPublicAgents,
} from "../../../model/visibility/store/public-visibility.ts";

const MOST_OF_FAMILY = 12;
/** Maximum number of log entries, of any family, that one statement reads. */
const MOST_READ = 300;

export type OtherAction = RowFrom<typeof listOthers>;

/**
 * Lists the latest entry of each agent in each family among the newest `MOST_READ` entries, newest first, and at most
 * `MOST_OF_FAMILY` per family.
 */
export const listOthers = lister({
  name: "list-others",
  params: { action: sql.textOf<CareAction>(), since: sql.int8 },
  row: {
    family: sql.textOf<Family>(),
    agent: sql.text,
    creature: sql.text,
    species: sql.text,
    at: sql.int8,
    /** Set only for reflections, since other notes are private. */
    notes: sql.nullable(sql.text),
    /** The sitter's name; null if the keeper gave the care. */
    sitter: sql.nullable(sql.text),
  },
  text: `WITH latest AS (
      SELECT DISTINCT ON (l.agent_id, c.family) l.*, c.family, c.name, c.species_name FROM (
          SELECT agent_id, creature_id, entry_id, recorded_at, notes FROM care_log
          WHERE kind = 'care' AND at <= recorded_at AND action = $action AND recorded_at >= $since
          ORDER BY recorded_at DESC LIMIT ${MOST_READ}) l
        JOIN creatures c ON c.agent_id = l.agent_id AND c.creature_id = l.creature_id
        ${joinNonPublicAgents("l")} ${withHiddenSpecies("c.species_slug")}
      WHERE ${SEEN} AND ${OF_PUBLIC_SPECIES} AND (l.notes IS NULL OR ${publicNoteOfMany("l")})
      ORDER BY l.agent_id, c.family, l.recorded_at DESC, l.entry_id DESC
    ), newest AS (
      SELECT latest.*, row_number() OVER (PARTITION BY family ORDER BY recorded_at DESC, entry_id DESC) AS place FROM latest
    )
    SELECT l.family, a.username AS agent, l.name AS creature, l.species_name AS species, l.recorded_at AS at,
      CASE WHEN $action = 'reflect' THEN l.notes END AS notes, s.name AS sitter
    FROM newest l JOIN agents a ON a.agent_id = l.agent_id
      LEFT JOIN sitter_care s ON s.agent_id = a.agent_id AND s.creature_id = l.creature_id AND s.entry_id = l.entry_id
    WHERE l.place <= ${MOST_OF_FAMILY}
    ORDER BY l.recorded_at DESC, l.entry_id DESC`,
});
