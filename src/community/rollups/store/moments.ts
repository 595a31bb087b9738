// The newest public reflections and births.
import { counter } from "../../../platform/database/calls.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { Stretch } from "./stretches.ts";
import { movedAmong } from "./log-counts.ts";
import type { Db } from "../../../platform/database/db.ts";
import { int8, jsonb, statement, textOf, uuid, type RowOf } from "../../../platform/database/statement.ts";
import {
  OF_PUBLIC_SPECIES,
  SEEN,
  publicNoteOfMany,
  withHiddenSpecies,
  withUnseen,
} from "../../../model/visibility/store/public-visibility.ts";

export const MOMENTS_KEPT = 1_000;

const MOMENT_KINDS = ["reflection", "birth"] as const;
export type MomentKind = (typeof MOMENT_KINDS)[number];

interface Moment {
  readonly agent: string;
  readonly creature_id: string;
  readonly creature: string;
  readonly species: string;
  readonly species_key: string;
  readonly family: Family;
  /** Only reflections have words, and only theirs are ever shown. */
  readonly notes: string | null;
  /** Who wrote them, when it was not the keeper. */
  readonly sitter?: string | null;
}

const SAVE = statement({
  name: "save-moments",
  params: { from: int8, to: int8, most: int8 },
  row: { found: int8 },
  text: `WITH found AS (
    SELECT CASE WHEN l.kind = 'hatch' THEN 'birth' ELSE 'reflection' END, l.recorded_at, l.entry_id, l.agent_id,
      jsonb_build_object('agent', a.username, 'creature_id', c.creature_id, 'creature', c.name, 'species', c.species_name,
        'species_key', c.species_slug, 'family', c.family, 'notes', CASE WHEN l.action = 'reflect' THEN l.notes END,
        'sitter', s.name)
    FROM care_log l JOIN agents a ON a.agent_id = l.agent_id
      JOIN creatures c ON c.agent_id = l.agent_id AND c.creature_id = l.creature_id
      LEFT JOIN sitter_care s ON s.agent_id = l.agent_id AND s.creature_id = l.creature_id AND s.entry_id = l.entry_id
    WHERE l.recorded_at >= $from AND l.recorded_at < $to AND NOT a.clock_moved
      AND (l.kind = 'hatch' OR (l.kind = 'care' AND l.action = 'reflect' AND l.notes <> '')) LIMIT $most
    ), saved AS (INSERT INTO rollup_moments SELECT * FROM found ON CONFLICT DO NOTHING)
    SELECT count(*) AS found FROM found`,
});

/** Takes over what happened within a stretch, but no more than `most`; how many there were. */
export async function saveMomentsOf(db: Db, { from, to }: Stretch, most: number): Promise<number> {
  const [row] = await db.query(SAVE, { from, to, most });
  return row?.found ?? 0;
}

const TRIM = statement({
  name: "delete-old-moments",
  params: { kind: textOf<MomentKind>(), newer: int8 },
  row: {},
  text: `DELETE FROM rollup_moments WHERE kind = $kind AND at < (
    SELECT at FROM rollup_moments WHERE kind = $kind ORDER BY at DESC OFFSET $newer LIMIT 1)`,
});

const DROP_MOVED = statement({
  name: "delete-moments-of-moved",
  params: {},
  row: {},
  text: `DELETE FROM rollup_moments WHERE agent_id IN ${movedAmong("rollup_moments")}`,
});

/** Keeps the newest `most` of each kind, and nobody's who may not be shown any more. */
export async function trimMoments(db: Db, most: number): Promise<void> {
  for (const kind of MOMENT_KINDS) await db.query(TRIM, { kind, newer: most - 1 });
  await db.query(DROP_MOVED, {});
}

/** The words of a hidden note are the whole of a reflection. */
const SHOWN = `FROM rollup_moments m ${withUnseen("m")} ${withHiddenSpecies("m.entry->>'species_key'")}
    WHERE ${SEEN} AND m.kind = $kind AND ${publicNoteOfMany("m")} AND ${OF_PUBLIC_SPECIES}`;

const LIST = statement({
  name: "list-public-moments",
  params: { kind: textOf<MomentKind>(), limit: int8, offset: int8 },
  row: { id: uuid, at: int8, entry: jsonb<Moment>() },
  text: `SELECT m.entry_id AS id, m.at, m.entry ${SHOWN}
    ORDER BY m.at DESC, m.entry_id DESC LIMIT $limit OFFSET $offset`,
});

export type DatedMoment = RowOf<typeof LIST.row>;

/** The newest first. */
export async function listMoments(
  db: Db,
  kind: MomentKind,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly DatedMoment[]> {
  return db.query(LIST, { kind, limit, offset });
}

export const findMomentCount = counter({
  name: "count-public-moments",
  params: { kind: textOf<MomentKind>() },
  row: { total: int8 },
  text: `SELECT count(*) AS total ${SHOWN}`,
});
