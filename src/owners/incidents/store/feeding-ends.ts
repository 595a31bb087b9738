// Reads from the log how feeding cycles ended, and the agent's other care at the time.
import { lister, type RowFrom } from "../../../platform/database/calls.ts";
import type { CareAction, Timing } from "@denkeeper/rules/creature/creature.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import type { LogKind } from "../../../model/creatures/store/care-log.ts";
import { creatureFromRow, type CreatureRow, type StoredCreature } from "../../../model/creatures/store/creature-row.ts";

/** Log events other than feedings that begin or end feeding cycles. */
const TURNS = ["hatch", "resurrect", "death", "restore", "release", "take_back"] as const satisfies readonly LogKind[];

/**
 * Lists late feedings, deaths that were not restored, and releases that were not taken back, each with the start of its cycle,
 * latest start first. `since` is the earliest real time of a record; `before` bounds the start, in house time.
 */
export const listFeedingEnds = lister({
  name: "list-feeding-ends",
  params: { agentId: sql.uuid, since: sql.int8, before: sql.int8, limit: sql.int8 },
  row: {
    creatureId: sql.uuid,
    kind: sql.textOf<LogKind>(),
    at: sql.int8,
    timing: sql.nullable(sql.textOf<Timing>()),
    startedAt: sql.int8,
    startedEarly: sql.bool,
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

export type FeedingEnd = RowFrom<typeof listFeedingEnds>;

/** Lists care between two instants of house time, newest first. `since` is the earliest real time of a record. */
export const listCareBetween = lister({
  name: "list-care-between",
  params: { agentId: sql.uuid, since: sql.int8, from: sql.int8, until: sql.int8, limit: sql.int8 },
  row: { creatureId: sql.uuid, action: sql.notNull(sql.textOf<CareAction>()), at: sql.int8 },
  text: `SELECT creature_id AS "creatureId", action, at FROM care_log
    WHERE agent_id = $agentId AND recorded_at >= $since AND kind = 'care' AND at >= $from AND at < $until
    ORDER BY at DESC LIMIT $limit`,
});

const LIST_BY_ID = sql.statement({
  name: "list-creatures-by-id",
  params: { agentId: sql.uuid, ids: sql.array(sql.uuid) },
  row: { row: sql.json<CreatureRow>() },
  text: "SELECT row_to_json(c) AS row FROM creatures c WHERE agent_id = $agentId AND creature_id = ANY ($ids)",
});

/** Lists an agent's creatures by id, including dead and released ones. */
export async function listCreaturesById(
  db: Db,
  agentId: string,
  ids: readonly string[],
): Promise<readonly StoredCreature[]> {
  const rows = await db.query(LIST_BY_ID, { agentId, ids });
  return rows.map(({ row }) => creatureFromRow(row));
}
