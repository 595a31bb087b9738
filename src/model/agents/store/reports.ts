// What is to be told to the people behind an agent. The key check says whether there is anything, so that mostly nothing
// more has to be read.
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

/** What the key check brings along. */
export interface ReportGlance {
  /** The number of the newest event. */
  readonly newest: number;
  /** By the house's time. */
  readonly toldAt: number | null;
  /** Real time: since when all confirmed hooks have been off; null unless they are. */
  readonly alertsOffAt: number | null;
  /** Whether anything that happened is to be told. */
  readonly hasHappened: boolean;
}

const UNTOLD = `e.agent_id = $agentId AND e.seq > ${TOLD_SEQ} AND e.type IN (${TYPES})
    AND (e.met_at IS NULL OR e.met_at > $now + a.clock_offset_ms - ${REPORTED_FOR_MS})`;

/** SQL: a `ReportGlance` of the agent `a`. */
export const GLANCE_JSON = `json_build_object('newest', a.event_seq,
    'toldAt', (SELECT v.told_at FROM visits v WHERE v.agent_id = $agentId),
    'alertsOffAt', (SELECT max(h.disabled_at) FROM hooks h WHERE h.agent_id = $agentId AND h.confirmed_at IS NOT NULL
      AND h.disabled_reason IS DISTINCT FROM 'removed' HAVING bool_and(h.disabled_at IS NOT NULL)),
    'hasHappened', EXISTS (SELECT FROM events e WHERE ${UNTOLD}))`;

/** SQL: whether the creature of a death `e` lives again. */
const LIVES = `e.type = 'died' AND EXISTS (SELECT FROM creatures c
    WHERE c.agent_id = $agentId AND c.creature_id = e.creature_id AND c.died_at IS NULL)`;

/** What happened and is to be told: the worst of it. Null when there is nothing. */
type UnreportedEvents = {
  readonly count: number;
  /** Whether no visit has found one of them before. */
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
          FROM events e WHERE ${UNTOLD} ORDER BY rank, e.at DESC LIMIT ${MOST_READ}) e
        HAVING count(*) > 0) AS happened
    FROM agents a WHERE a.agent_id = $agentId`,
});

export async function findReport(db: Db, agentId: string, now: number) {
  const [found] = await db.query(FIND, { agentId, now });
  if (found === undefined) throw new Error(`no agent ${agentId} to report to`);
  return { ...found.glance, happened: found.happened };
}

/** Its human was told up to the event `seq`, at `at` by the house's time. */
export const saveTold = command({
  name: "save-told",
  params: { agentId: sql.uuid, seq: sql.int8, at: sql.int8 },
  text: `INSERT INTO visits (agent_id, at, told_seq, told_at)
    SELECT a.agent_id, $at, least($seq::bigint, a.event_seq), $at FROM agents a WHERE a.agent_id = $agentId
    ON CONFLICT (agent_id) DO UPDATE SET told_seq = greatest(visits.told_seq, EXCLUDED.told_seq), told_at = EXCLUDED.told_at`,
});

/** A visit has found everything up to the event `newest`, at `at` by the house's time. */
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

/** The death that emptied a house; null if the last one was released, or nobody has ever lived there. */
export async function findLastDeath(db: Db, agentId: string): Promise<LastDeath | null> {
  const [gone] = await db.query(LAST_GONE, { agentId });
  if (gone === undefined || gone.at === null || gone.cause === null) return null;
  return { name: gone.name, at: gone.at, cause: gone.cause };
}
