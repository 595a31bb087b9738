// Lists the newest public reflections, using the log's index care_log_by_action.
import { lister, type RowFrom } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";
import { SEEN, publicNoteOfMany, joinNonPublicAgents } from "../../../model/visibility/store/public-visibility.ts";

const MOST = 1_000;
const NEWEST = `(SELECT l.agent_id, l.creature_id, l.entry_id, l.recorded_at, l.notes FROM care_log l
    WHERE l.recorded_at >= $since AND l.kind = 'care' AND l.at <= l.recorded_at AND l.action = 'reflect' AND l.notes <> ''
    ORDER BY l.recorded_at DESC LIMIT ${MOST}) l ${joinNonPublicAgents("l")}`;
/** Creatures of hidden species, which are few. Log rows of care do not store the species. */
const MASKED = `SELECT c.agent_id, c.creature_id FROM creatures c
    JOIN (SELECT slug FROM species WHERE hidden_at IS NOT NULL) hidden_species ON hidden_species.slug = c.species_slug
    WHERE c.tier = 'community'`;
const SHOWN = `FROM ${NEWEST} LEFT JOIN (${MASKED}) masked ON masked.agent_id = l.agent_id AND masked.creature_id = l.creature_id
    WHERE ${SEEN} AND masked.creature_id IS NULL AND ${publicNoteOfMany("l")}`;

export type Reflection = RowFrom<typeof listReflections>;

export const listReflections = lister({
  name: "list-public-reflections",
  params: { since: sql.int8, limit: sql.int8 },
  row: {
    at: sql.int8,
    agent: sql.text,
    /** Null if the keeper itself wrote the reflection. */
    sitter: sql.nullable(sql.text),
    creature_id: sql.uuid,
    creature: sql.text,
    species: sql.text,
    species_key: sql.text,
    notes: sql.notNull(sql.text),
  },
  // Creatures are joined after the limit, so only for the rows returned.
  text: `SELECT p.recorded_at AS at, a.username AS agent, s.name AS sitter, p.creature_id, c.name AS creature,
      c.species_name AS species, c.species_slug AS species_key, p.notes
    FROM (SELECT l.* ${SHOWN} ORDER BY l.recorded_at DESC, l.entry_id DESC LIMIT $limit) p
    JOIN creatures c ON c.agent_id = p.agent_id AND c.creature_id = p.creature_id
    JOIN agents a ON a.agent_id = p.agent_id
    LEFT JOIN sitter_care s ON s.agent_id = c.agent_id AND s.creature_id = p.creature_id AND s.entry_id = p.entry_id
    ORDER BY p.recorded_at DESC, p.entry_id DESC`,
});
