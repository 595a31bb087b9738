// The latest public care for each action and family, to show to agents that do the same.
import { lister } from "../../../platform/database/calls.ts";
import type { OtherAction, OthersKey } from "../../../model/figures/store/shapes.ts";
import { int8, jsonb, textOf } from "../../../platform/database/statement.ts";
import {
  OF_PUBLIC_SPECIES,
  SEEN,
  publicNoteOfMany,
  withHiddenSpecies,
  withUnseen,
} from "../../../model/visibility/store/public-visibility.ts";

/** How many entries a list has; each is of another agent. */
const LIST_LENGTH = 12;
/** So much of the log is looked at, the newest first, but nothing older than `since`. */
const MOST_READ = 20_000;

export const listOthers = lister({
  name: "list-others",
  params: { since: int8 },
  row: { key: textOf<OthersKey>(), list: jsonb<readonly OtherAction[]>() },
  text: `WITH happened AS MATERIALIZED (
      SELECT l.agent_id, l.creature_id, l.entry_id, l.action, l.recorded_at, l.notes FROM care_log l
      WHERE l.recorded_at >= $since AND l.kind = 'care' ORDER BY l.recorded_at DESC LIMIT ${MOST_READ}
    ), of_agents AS (
      SELECT DISTINCT ON (l.action, c.family, l.agent_id) l.*, c.family, c.name, c.species_name FROM happened l
        JOIN creatures c ON c.agent_id = l.agent_id AND c.creature_id = l.creature_id
        ${withUnseen("l")} ${withHiddenSpecies("c.species_slug")}
      WHERE ${SEEN} AND ${OF_PUBLIC_SPECIES} AND (l.notes IS NULL OR ${publicNoteOfMany("l")})
      ORDER BY l.action, c.family, l.agent_id, l.recorded_at DESC, l.entry_id DESC
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY action, family ORDER BY recorded_at DESC, entry_id DESC) AS nth FROM of_agents
    )
    SELECT r.action || ':' || r.family AS key, jsonb_agg(jsonb_strip_nulls(jsonb_build_object('sitter', s.name)) || jsonb_build_object(
        'agent', a.username, 'creature', r.name, 'species', r.species_name, 'action', r.action, 'at', r.recorded_at,
        'notes', CASE WHEN r.action = 'reflect' THEN r.notes END) ORDER BY r.nth) AS list
    FROM ranked r JOIN agents a ON a.agent_id = r.agent_id
      LEFT JOIN sitter_care s ON s.agent_id = r.agent_id AND s.creature_id = r.creature_id AND s.entry_id = r.entry_id
    WHERE r.nth <= ${LIST_LENGTH} GROUP BY 1`,
});
