// Recent public care of all agents.
import { lister, type RowFrom } from "../../../platform/database/calls.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import { int8, notNull, nullable, text, textOf, uuid } from "../../../platform/database/statement.ts";
import {
  OF_PUBLIC_SPECIES,
  SEEN,
  publicNoteOfMany,
  withHiddenSpecies,
  withUnseen,
} from "../../../model/visibility/store/public-visibility.ts";

/** How many entries a list has, and how many of them one agent may have. */
export const LIST_LENGTH = 12;
export const PER_AGENT = 1;

/** Of a stretch in which more happened, some are as good as others. */
const MOST_READ = 20_000;

export type PublicCare = RowFrom<typeof listPublicCare>;

/** The last care for each action and family within a stretch, the newest first. */
export const listPublicCare = lister({
  name: "list-latest-public-care",
  params: { from: int8, to: int8 },
  row: {
    entryId: uuid,
    agentId: uuid,
    agent: text,
    creature: text,
    species: text,
    speciesSlug: text,
    family: textOf<Family>(),
    action: notNull(textOf<CareAction>()),
    at: int8,
    notes: nullable(text),
    /** The name of the sitter, when the care was not its keeper's. */
    sitter: nullable(text),
  },
  text: `WITH happened AS (
      SELECT l.*, c.family, c.species_slug, c.name AS creature, c.species_name FROM (
          SELECT agent_id, creature_id, entry_id, action, recorded_at, notes FROM care_log
          WHERE kind = 'care' AND recorded_at >= $from AND recorded_at < $to LIMIT ${MOST_READ}
        ) l JOIN creatures c ON c.agent_id = l.agent_id AND c.creature_id = l.creature_id
    ), recent AS (
      SELECT l.*, row_number() OVER (
        PARTITION BY l.action, l.family, l.agent_id ORDER BY l.recorded_at DESC, l.entry_id DESC) AS nth_of_agent
      FROM happened l ${withUnseen("l")} ${withHiddenSpecies("l.species_slug")}
      WHERE ${SEEN} AND ${OF_PUBLIC_SPECIES} AND (l.notes IS NULL OR ${publicNoteOfMany("l")})
    ), ranked AS (
      SELECT *, row_number() OVER (PARTITION BY action, family ORDER BY recorded_at DESC, entry_id DESC) AS nth
      FROM recent WHERE nth_of_agent <= ${PER_AGENT}
    )
    SELECT r.entry_id AS "entryId", r.agent_id AS "agentId", a.username AS agent, r.creature,
      r.species_name AS species, r.species_slug AS "speciesSlug", r.family, r.action, r.recorded_at AS at,
      CASE WHEN r.action = 'reflect' THEN r.notes END AS notes, s.name AS sitter
    FROM ranked r JOIN agents a ON a.agent_id = r.agent_id
      LEFT JOIN sitter_care s ON s.agent_id = a.agent_id AND s.creature_id = r.creature_id AND s.entry_id = r.entry_id
    WHERE r.nth <= ${LIST_LENGTH} ORDER BY r.recorded_at DESC, r.entry_id DESC`,
});
