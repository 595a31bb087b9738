// The latest public care of all agents by one action for one family, by an index of the log (care_log_by_action).
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

const LIST_LENGTH = 12;
/** Maximum of the newest entries, of any family, that one statement reads. */
const MOST_READ = 300;

export type OtherAction = RowFrom<typeof listOthers>;

/** One entry of each agent, newest first. */
export const listOthers = lister({
  name: "list-others",
  params: { action: sql.textOf<CareAction>(), family: sql.textOf<Family>(), since: sql.int8 },
  row: {
    agent: sql.text,
    creature: sql.text,
    species: sql.text,
    at: sql.int8,
    /** Only reflections are shown to others. */
    notes: sql.nullable(sql.text),
    /** Null for the keeper. */
    sitter: sql.nullable(sql.text),
  },
  text: `WITH latest AS (
      SELECT DISTINCT ON (l.agent_id) l.*, c.name, c.species_name FROM (
          SELECT agent_id, creature_id, entry_id, recorded_at, notes FROM care_log
          WHERE kind = 'care' AND at <= recorded_at AND action = $action AND recorded_at >= $since
          ORDER BY recorded_at DESC LIMIT ${MOST_READ}) l
        JOIN creatures c ON c.agent_id = l.agent_id AND c.creature_id = l.creature_id
        ${joinNonPublicAgents("l")} ${withHiddenSpecies("c.species_slug")}
      WHERE c.family = $family AND ${SEEN} AND ${OF_PUBLIC_SPECIES} AND (l.notes IS NULL OR ${publicNoteOfMany("l")})
      ORDER BY l.agent_id, l.recorded_at DESC, l.entry_id DESC
    )
    SELECT a.username AS agent, l.name AS creature, l.species_name AS species, l.recorded_at AS at,
      CASE WHEN $action = 'reflect' THEN l.notes END AS notes, s.name AS sitter
    FROM latest l JOIN agents a ON a.agent_id = l.agent_id
      LEFT JOIN sitter_care s ON s.agent_id = a.agent_id AND s.creature_id = l.creature_id AND s.entry_id = l.entry_id
    ORDER BY l.recorded_at DESC, l.entry_id DESC LIMIT ${LIST_LENGTH}`,
});
