// Stores which events have been reported to owners. The key check loads a glance, so usually nothing more is read.
import type { DeathCause } from "@denkeeper/rules/creature/creature.ts";
import {
  MOST_READ,
  REPORTED_EVENTS,
  REPORTED_FOR_MS,
  type ReportEvent,
  type LastDeath,
} from "@denkeeper/rules/words/report.ts";
import { command } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

const TYPES = REPORTED_EVENTS.map((type) => `'${type}'`).join(", ");
const TOLD_SEQ = "coalesce((SELECT v.told_seq FROM visits v WHERE v.agent_id = $agentId), 0)";

/** The part of a report that the key check loads. */
export interface ReportGlance {
  /** The number of the agent's newest event. */
  readonly newest: number;
  /** House time at which the owner last received a report; null before that. */
  readonly toldAt: number | null;
  /** Real time since which all confirmed hooks have been disabled; null if any is enabled or there are none. */
  readonly alertsOffAt: number | null;
  /** True if there are unreported events. */
  readonly hasHappened: boolean;
}

const UNREPORTED = `e.agent_id = $agentId AND e.seq > ${TOLD_SEQ} AND e.type IN (${TYPES})
    AND (e.met_at IS NULL OR e.met_at > $now + a.clock_offset_ms - ${REPORTED_FOR_MS})`;

/** SQL: the `ReportGlance` of agent `a`. */
export const GLANCE_JSON = `json_build_object('newest', a.event_seq,
    'toldAt', (SELECT v.told_at FROM visits v WHERE v.agent_id = $agentId),
    'alertsOffAt', (SELECT max(h.disabled_at) FROM hooks h WHERE h.agent_id = $agentId AND h.confirmed_at IS NOT NULL
      AND h.disabled_reason IS DISTINCT FROM 'removed' HAVING bool_and(h.disabled_at IS NOT NULL)),
    'hasHappened', EXISTS (SELECT FROM events e WHERE ${UNREPORTED}))`;

/** SQL: whether the creature of a death event `e` is alive again. */
const LIVES = `e.type = 'died' AND EXISTS (SELECT FROM creatures c
    WHERE c.agent_id = $agentId AND c.creature_id = e.creature_id AND c.died_at IS NULL)`;

/** The worst unreported events; null if there are none. */
type UnreportedEvents = {
  readonly count: number;
  /** True if at least one of these events has not been returned by any visit. */
  readonly isNew: boolean;
  readonly worst: readonly ReportEvent[];
} | null;

const FIND = sql.statement({
  name: "find-report",
  params: { agentId: sql.uuid, now: sql.int8 },
  row: { glance: sql.json<ReportGlance>(), happened: sql.nullable(sql.json<UnreportedEvents>()) },
  text: `SELECT ${GLANCE_JSON} AS glance,
      (SELECT json_build_object('count', max(e.count), 'isNew', bool_or(e.is_new), 'worst',
          json_agg(json_build_object('at', e.at, 'name', e.creature_name, 'details', e.details, 'lives', e.lives) ORDER BY e.rank, e.at DESC))
        FROM (SELECT e.at, e.creature_name, e.details, ${LIVES} AS lives, array_position(ARRAY[${TYPES}], e.type) AS rank,
            count(*) OVER () AS count, bool_or(e.met_at IS NULL) OVER () AS is_new
          FROM events e WHERE ${UNREPORTED} ORDER BY rank, e.at DESC LIMIT ${MOST_READ}) e
        HAVING count(*) > 0) AS happened
    FROM agents a WHERE a.agent_id = $agentId`,
});

export async function findReport(db: Db, agentId: string, now: number) {
  const [found] = await db.query(FIND, { agentId, now });
  if (found === undefined) throw new Error(`agent ${agentId} does not exist, so it has no report`);
  return { ...found.glance, happened: found.happened };
}

/** Records that the owner knows the events up to `seq`. `at` is house time. */
export const saveTold = command({
  name: "save-told",
  params: { agentId: sql.uuid, seq: sql.int8, at: sql.int8 },
  text: `INSERT INTO visits (agent_id, at, told_seq, told_at)
    SELECT a.agent_id, $at, least($seq::bigint, a.event_seq), $at FROM agents a WHERE a.agent_id = $agentId
    ON CONFLICT (agent_id) DO UPDATE SET told_seq = greatest(visits.told_seq, EXCLUDED.told_seq), told_at = EXCLUDED.told_at`,
});

/** Records that a visit has returned the events up to `newest`. `at` is house time. */
export const saveMet = command({
  name: "save-met",
  params: { agentId: sql.uuid, newest: sql.int8, at: sql.int8 },
  text: `UPDATE events e SET met_at = $at WHERE e.agent_id = $agentId AND e.type IN (${TYPES}) AND e.seq <= $newest
      AND e.seq > ${TOLD_SEQ} AND e.met_at IS NULL`,
});

const LAST_GONE = sql.statement({
  name: "find-last-gone",
  params: { agentId: sql.uuid },
  row: { name: sql.text, at: sql.nullable(sql.int8), cause: sql.nullable(sql.textOf<DeathCause>()) },
  text: `SELECT name, died_at AS at, death_cause AS cause FROM creatures
    WHERE agent_id = $agentId ORDER BY greatest(died_at, released_at) DESC NULLS LAST LIMIT 1`,
});

/** Finds the death that emptied a house. Returns null if the last creature was released, or if the house never had one. */
export async function findLastDeath(db: Db, agentId: string): Promise<LastDeath | null> {
  const [gone] = await db.query(LAST_GONE, { agentId });
  if (gone === undefined || gone.at === null || gone.cause === null) return null;
  return { name: gone.name, at: gone.at, cause: gone.cause };
}
