// What open pages are kept up to date with: whether a creature they show has changed, what just happened, and who is in
// danger. Only what everyone may see.
import type { CareAction, Effectiveness, ItemCategory } from "@denkeeper/rules/creature/creature.ts";
import type { LivingEntry } from "./living-shapes.ts";
import type { Db } from "../db/db.ts";
import { array, int4, int8, jsonb, nullable, statement, text, textOf, uuid, type RowOf } from "../db/statement.ts";
import {
  OF_PUBLIC_SPECIES,
  SEEN,
  nonPublicAgent,
  withHiddenSpecies,
  withUnseen,
} from "../moderation/public-visibility.ts";

export interface WatchedKey {
  readonly agentId: string;
  readonly creatureId: string;
}

const WATCHED = statement({
  name: "list-watched-public-creatures",
  params: { agentIds: array(uuid), creatureIds: array(uuid) },
  row: { agentId: uuid, creatureId: uuid, version: int4, agent: text, portraits: text },
  text: `SELECT c.agent_id AS "agentId", c.creature_id AS "creatureId", c.version, a.username AS agent,
      coalesce((SELECT string_agg(left(p.sha256, 8), '' ORDER BY p.stage) FROM portraits p
        WHERE p.agent_id = c.agent_id AND p.creature_id = c.creature_id), '') AS portraits
    FROM unnest($agentIds::uuid[], $creatureIds::uuid[]) AS asked (agent_id, creature_id)
    JOIN creatures c ON c.agent_id = asked.agent_id AND c.creature_id = asked.creature_id
    JOIN agents a ON a.agent_id = c.agent_id ${withHiddenSpecies("c.species_slug")}
    WHERE NOT ${nonPublicAgent("a")} AND ${OF_PUBLIC_SPECIES}`,
});

/** A public creature with what changes whenever it or its portraits do. */
export type WatchedRow = RowOf<typeof WATCHED.row>;

/** Those of the creatures that are public. */
export async function listWatched(db: Db, keys: readonly WatchedKey[]): Promise<readonly WatchedRow[]> {
  return db.query(WATCHED, {
    agentIds: keys.map(({ agentId }) => agentId),
    creatureIds: keys.map(({ creatureId }) => creatureId),
  });
}

const ACTS = statement({
  name: "list-watched-acts",
  params: { agentIds: array(uuid), creatureIds: array(uuid), from: int8 },
  row: {
    creatureId: uuid,
    kind: textOf<"care" | "hatch" | "resurrect">(),
    action: nullable(textOf<CareAction>()),
    category: nullable(textOf<ItemCategory>()),
    effectiveness: nullable(textOf<Effectiveness>()),
    at: int8,
  },
  text: `SELECT l.creature_id AS "creatureId", l.kind, l.action, l.category, l.effectiveness, l.recorded_at AS at
    FROM unnest($agentIds::uuid[], $creatureIds::uuid[]) AS asked (agent_id, creature_id)
    JOIN care_log l ON l.agent_id = asked.agent_id AND l.creature_id = asked.creature_id
    WHERE l.recorded_at >= $from AND l.kind IN ('care', 'hatch', 'resurrect')`,
});

/** Something that a creature's keeper did. */
export type LoggedAct = RowOf<typeof ACTS.row>;

/** What was done for these creatures since an instant of some seconds ago. */
export async function listActs(db: Db, keys: readonly WatchedKey[], from: number): Promise<readonly LoggedAct[]> {
  return db.query(ACTS, {
    agentIds: keys.map(({ agentId }) => agentId),
    creatureIds: keys.map(({ creatureId }) => creatureId),
    from,
  });
}

type TidingKind = "care" | "adopt" | "hatch" | "death" | "resurrect";

const TIDINGS = statement({
  name: "list-public-tidings",
  params: { from: int8, to: int8, limit: int8 },
  row: {
    entryId: uuid,
    kind: textOf<TidingKind>(),
    action: nullable(textOf<CareAction>()),
    at: int8,
    agent: text,
    creatureId: uuid,
    name: text,
  },
  text: `SELECT l.entry_id AS "entryId", l.kind, l.action, l.recorded_at AS at, a.username AS agent,
      c.creature_id AS "creatureId", c.name
    FROM care_log l JOIN agents a ON a.agent_id = l.agent_id
      JOIN creatures c ON c.agent_id = l.agent_id AND c.creature_id = l.creature_id
      ${withHiddenSpecies("c.species_slug")}
    WHERE l.recorded_at >= $from AND l.recorded_at < $to
      AND l.kind IN ('care', 'adopt', 'hatch', 'death', 'resurrect')
      AND NOT ${nonPublicAgent("a")} AND ${OF_PUBLIC_SPECIES}
    ORDER BY l.recorded_at DESC, l.kind = 'death' DESC LIMIT $limit`,
});

/** Something that happened to a public creature. */
export type Tiding = RowOf<typeof TIDINGS.row>;

/** The newest within a stretch of real time, newest first. A meal that killed is told as the death it was. */
export async function listTidings(
  db: Db,
  stretch: { readonly from: number; readonly to: number },
  limit: number,
): Promise<readonly Tiding[]> {
  const rows = await db.query(TIDINGS, { ...stretch, limit });
  const deaths = rows.filter(({ kind }) => kind === "death");
  const isFatal = ({ kind, creatureId, at }: Tiding) =>
    kind === "care" && deaths.some((death) => death.creatureId === creatureId && death.at === at);
  return rows.filter((row) => !isFatal(row));
}

const DANGER = statement({
  name: "list-public-in-danger",
  params: { now: int8, limit: int8 },
  row: { entry: jsonb<LivingEntry>(), total: int8 },
  text: `SELECT entry, total FROM (
      SELECT entry, creature_id, count(*) OVER () AS total, stage = 'baby' AS is_baby,
        row_number() OVER (PARTITION BY rollup_living.agent_id ORDER BY stage = 'baby', (entry->>'dies_at')::bigint, creature_id) AS nth
      FROM rollup_living ${withUnseen("rollup_living")} ${withHiddenSpecies("rollup_living.species_slug")}
      WHERE ${SEEN} AND (mood IN ('critical', 'sick') OR entry->>'urgency' IN ('critical', 'imminent'))
        AND (entry->>'dies_at')::bigint > $now AND coalesce((entry->>'resting_until')::bigint, 0) <= $now
        AND ${OF_PUBLIC_SPECIES}) endangered
    WHERE nth = 1 ORDER BY is_baby, (entry->>'dies_at')::bigint, creature_id LIMIT $limit`,
});

export interface InDanger {
  /** One of each keeper and no babies, so that no account can fill the list. */
  readonly entries: readonly LivingEntry[];
  /** Of all of them. */
  readonly total: number;
}

/** Those who are ill or have little time left, the one with the least time first. */
export async function listInDanger(db: Db, now: number, limit: number): Promise<InDanger> {
  const rows = await db.query(DANGER, { now, limit });
  return {
    entries: rows.map(({ entry }) => entry).filter(({ stage }) => stage !== "baby"),
    total: rows[0]?.total ?? 0,
  };
}
