// How feeding cycles ended, from the log: feedings that came late, and deaths. The agent's other care at the time says what
// it did instead.
import { lister } from "../../../platform/database/calls.ts";
import type { CareAction, Timing } from "@denkeeper/rules/creature/creature.ts";
import type { Db } from "../../../platform/database/db.ts";
import {
  array,
  bool,
  int8,
  json,
  notNull,
  nullable,
  statement,
  textOf,
  uuid,
  type RowOf,
} from "../../../platform/database/statement.ts";
import type { LogKind } from "../../../model/creatures/store/care-log.ts";
import { creatureFromRow, type CreatureRow, type StoredCreature } from "../../../model/creatures/store/creature-row.ts";

/** Events that begin or end feeding cycles, besides feedings. */
const TURNS = ["hatch", "resurrect", "death", "restore", "release", "take_back"] as const satisfies readonly LogKind[];

/** Since `since`, in real time; `before` is house time. */
const LIST = statement({
  name: "list-feeding-ends",
  params: { agentId: uuid, since: int8, before: int8, limit: int8 },
  row: {
    creatureId: uuid,
    kind: textOf<LogKind>(),
    at: int8,
    timing: nullable(textOf<Timing>()),
    startedAt: int8,
    startedEarly: bool,
  },
  text: `SELECT creature_id AS "creatureId", kind, at, timing, started_at AS "startedAt",
      (started_at = early_at) IS TRUE AS "startedEarly"
    FROM (
      SELECT creature_id, kind, at, timing, lead(kind) OVER life AS next_kind,
        max(at) FILTER (WHERE kind IN ('care', 'hatch', 'resurrect')) OVER earlier AS started_at,
        max(at) FILTER (WHERE timing = 'early') OVER earlier AS early_at
      FROM (
        SELECT creature_id, version, kind, at, timing FROM care_log WHERE agent_id = $agentId AND recorded_at >= $since
          AND (action = 'feed' OR kind IN (${TURNS.map((turn) => `'${turn}'`).join(", ")}))
      ) turns
      WINDOW life AS (PARTITION BY creature_id ORDER BY version, kind = 'death'),
        earlier AS (PARTITION BY creature_id ORDER BY version GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
    ) ends
    WHERE (timing IN ('late', 'missed_window')
        OR (kind = 'death' AND next_kind IS DISTINCT FROM 'restore')
        OR (kind = 'release' AND next_kind IS DISTINCT FROM 'take_back'))
      AND started_at < $before
    ORDER BY started_at DESC LIMIT $limit`,
});

export type FeedingEnd = RowOf<typeof LIST.row>;

/** Feedings that were not in time, deaths and releases, each with the start of its cycle; newest first. */
export async function listFeedingEnds(
  db: Db,
  question: {
    readonly agentId: string;
    readonly since: number;
    readonly before: number;
    readonly limit: number;
  },
): Promise<readonly FeedingEnd[]> {
  return db.query(LIST, question);
}

/** The care that a house gave between two instants of its time, newest first; recorded at `since` or later. */
export const listCareBetween = lister({
  name: "list-care-between",
  params: { agentId: uuid, since: int8, from: int8, until: int8, limit: int8 },
  row: { creatureId: uuid, action: notNull(textOf<CareAction>()), at: int8 },
  text: `SELECT creature_id AS "creatureId", action, at FROM care_log
    WHERE agent_id = $agentId AND recorded_at >= $since AND kind = 'care' AND at >= $from AND at < $until
    ORDER BY at DESC LIMIT $limit`,
});

const THESE = statement({
  name: "list-creatures-by-id",
  params: { agentId: uuid, ids: array(uuid) },
  row: { row: json<CreatureRow>() },
  text: "SELECT row_to_json(c) AS row FROM creatures c WHERE agent_id = $agentId AND creature_id = ANY ($ids)",
});

/** Creatures of an agent by their ids, whatever became of them. */
export async function listCreaturesById(
  db: Db,
  agentId: string,
  ids: readonly string[],
): Promise<readonly StoredCreature[]> {
  const rows = await db.query(THESE, { agentId, ids });
  return rows.map(({ row }) => creatureFromRow(row));
}
