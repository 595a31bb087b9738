// Stores the pulse of an agent: its last sign of life, its declared period, and the reported incident.
import type { AlertState, OpenIncident } from "@denkeeper/rules/foresight/alerts.ts";
import type { Expected } from "@denkeeper/rules/foresight/silence.ts";
import { MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { finder, inTransaction, lister } from "../../../platform/database/calls.ts";
import type { Db, Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

const lastCallOf = (agentId: string) =>
  `(SELECT max(recorded_at) FROM call_trail t WHERE t.agent_id = ${agentId} AND NOT t.by_sitter
    AND t.code <> 'old_key')`;

const EXPECTED = {
  everyMinutes: sql.nullable(sql.int2),
  graceMinutes: sql.nullable(sql.int2),
  cron: sql.nullable(sql.text),
  zone: sql.nullable(sql.text),
};

const SAVE_PERIOD = sql.statement({
  name: "save-period",
  params: {
    agentId: sql.uuid,
    ...EXPECTED,
    now: sql.int8,
  },
  row: {},
  text: `INSERT INTO pulses (agent_id, last_at, look_at, every_minutes, grace_minutes, cron, zone)
    SELECT a.agent_id, coalesce(${lastCallOf("a.agent_id")}, $now), $now::bigint, $everyMinutes::smallint,
      $graceMinutes::smallint, $cron, $zone
    FROM agents a WHERE a.agent_id = $agentId
    ON CONFLICT (agent_id) DO UPDATE SET look_at = EXCLUDED.look_at, every_minutes = EXCLUDED.every_minutes,
      grace_minutes = EXCLUDED.grace_minutes, cron = EXCLUDED.cron, zone = EXCLUDED.zone`,
});

/** Saves when an agent is expected (SILENT-2), where null means never, and makes its house due for observation. */
export async function declarePeriod(tx: Tx, agentId: string, expected: Expected | null, now: number): Promise<void> {
  const none = { everyMinutes: null, graceMinutes: null, cron: null, zone: null };
  await tx.query(SAVE_PERIOD, { ...none, ...expected, agentId, now });
}

function expectedIn({ everyMinutes, graceMinutes, cron, zone }: sql.RowOf<typeof EXPECTED>): Expected | null {
  if (graceMinutes === null) return null;
  if (cron !== null && zone !== null) return { cron, zone, graceMinutes };
  return everyMinutes === null ? null : { everyMinutes, graceMinutes };
}

const findStored = finder({
  name: "find-period",
  params: { agentId: sql.uuid },
  row: { ...EXPECTED, silentSince: sql.nullable(sql.int8) },
  text: `SELECT every_minutes AS "everyMinutes", grace_minutes AS "graceMinutes", cron, zone,
      CASE WHEN incident->>'backAt' IS NULL THEN (incident->>'silentSince')::bigint END AS "silentSince"
    FROM pulses WHERE agent_id = $agentId`,
});

/** The declared period of an agent. `silentSince` is set while the agent is silent. */
export type StoredPeriod = Expected & { readonly silentSince: number | null };

export async function findPeriod(db: Db, by: { readonly agentId: string }): Promise<StoredPeriod | undefined> {
  const stored = await findStored(db, by);
  const expected = stored && expectedIn(stored);
  return expected ? { ...expected, silentSince: stored.silentSince } : undefined;
}

const BEAT = sql.statement({
  name: "save-signs-of-life",
  params: { agentIds: sql.array(sql.uuid), ats: sql.array(sql.int8) },
  row: {},
  // Signs within a minute of the last one are not written, unless an incident is open. Without an incident no index changes,
  // since each observation schedules the next one.
  text: `UPDATE pulses p SET last_at = sign.at, look_at = CASE WHEN p.incident IS NULL THEN p.look_at ELSE sign.at END
    FROM unnest($agentIds::uuid[], $ats::bigint[]) AS sign (agent_id, at)
    WHERE p.agent_id = sign.agent_id AND p.last_at < sign.at - CASE WHEN p.incident IS NULL THEN ${MINUTE_MS} ELSE 0 END`,
  ofAgents: "ANY ($agentIds::uuid[])",
});

/** Saves signs that agents are running (SILENT-1). An agent without a pulse is not watched. */
export async function saveSignsOfLife(tx: Tx, signs: ReadonlyMap<string, number>): Promise<void> {
  // Rows are updated in a fixed order, so that processes do not deadlock.
  const sorted = [...signs].toSorted(([one], [other]) => (one < other ? -1 : 1));
  if (sorted.length === 0) return;
  await tx.query(BEAT, { agentIds: sorted.map(([id]) => id), ats: sorted.map(([, at]) => at) });
}

/** Makes a house due for observation after a run has ended. An agent without a pulse is not watched. */
export const makePulseDue = inTransaction.command({
  name: "ask-for-look",
  params: { agentId: sql.uuid, now: sql.int8 },
  text: `UPDATE pulses SET look_at = $now
    WHERE agent_id = $agentId AND (look_at > $now OR look_at IS NULL AND grace_minutes IS NOT NULL)`,
});

/** Lists agents whose house is due for observation, longest due first. */
export const listDuePulses = lister({
  name: "list-due-pulses",
  params: { dueBy: sql.int8, limit: sql.int8 },
  row: { agentId: sql.uuid },
  text: `SELECT agent_id AS "agentId" FROM pulses WHERE look_at <= $dueBy ORDER BY look_at LIMIT $limit`,
  byNode: ["pulses"],
});

const LIST = sql.statement({
  name: "list-pulses",
  params: { agentIds: sql.array(sql.uuid) },
  row: {
    agentId: sql.uuid,
    keeper: sql.text,
    isStill: sql.bool,
    lastAt: sql.int8,
    lookAt: sql.nullable(sql.int8),
    closedAt: sql.nullable(sql.int8),
    ...EXPECTED,
    incident: sql.nullable(sql.jsonb<OpenIncident>()),
    hasRuns: sql.bool,
    hasCreatures: sql.bool,
  },
  text: `SELECT agent_id AS "agentId", a.username AS keeper, a.suspended_at IS NOT NULL OR a.leaving_at IS NOT NULL
        OR a.clock_moved AS "isStill", p.last_at AS "lastAt", p.look_at AS "lookAt", p.closed_at AS "closedAt",
      p.every_minutes AS "everyMinutes", p.grace_minutes AS "graceMinutes", p.cron, p.zone, p.incident,
      EXISTS (SELECT FROM ping_links l WHERE l.agent_id = p.agent_id AND l.runs <> '{}') AS "hasRuns",
      EXISTS (SELECT FROM creatures c
        WHERE c.agent_id = p.agent_id AND c.died_at IS NULL AND c.released_at IS NULL) AS "hasCreatures"
    FROM pulses p JOIN agents a USING (agent_id) WHERE agent_id = ANY ($agentIds::uuid[])`,
});
const MAKE = sql.statement({
  name: "make-pulses",
  params: { agentIds: sql.array(sql.uuid), now: sql.int8 },
  row: {},
  text: `INSERT INTO pulses (agent_id, last_at)
    SELECT agent_id, coalesce(${lastCallOf("a.agent_id")}, $now) FROM agents a WHERE agent_id = ANY ($agentIds::uuid[])
    ON CONFLICT DO NOTHING`,
  ofAgents: "ANY ($agentIds::uuid[])",
});

export interface Pulse {
  readonly agentId: string;
  readonly keeper: string;
  /** True if the agent is suspended, is leaving, or moved its clock. No messages about its house are sent. */
  readonly isStill: boolean;
  readonly lastAt: number;
  readonly lookAt: number | null;
  readonly period: Expected | null;
  /** True if the agent's job reports its runs. */
  readonly hasRuns: boolean;
  /** True if the house has residents, including eggs. */
  readonly hasCreatures: boolean;
  readonly alerted: AlertState;
}

/** Returns the pulses of these agents, and creates missing ones. */
export async function listPulses(tx: Tx, agentIds: readonly string[], now: number): Promise<readonly Pulse[]> {
  let rows = await tx.query(LIST, { agentIds });
  if (rows.length < agentIds.length) {
    await tx.query(MAKE, { agentIds, now });
    rows = await tx.query(LIST, { agentIds });
  }
  return rows.map(({ closedAt, incident, everyMinutes, graceMinutes, cron, zone, ...pulse }) => {
    const period = expectedIn({ everyMinutes, graceMinutes, cron, zone });
    return Object.assign(pulse, { period, alerted: { open: incident, closedAt } });
  });
}

const SAVE = sql.statement({
  name: "save-pulses",
  params: {
    pulses: sql.json<
      readonly {
        readonly agent_id: string;
        readonly was: { readonly last_at: number; readonly look_at: number | null; readonly incident: unknown };
        readonly look_at: number | null;
        readonly closed_at: number | null;
        readonly incident: OpenIncident | null;
      }[]
    >(),
  },
  row: { agentId: sql.uuid },
  text: `UPDATE pulses p SET look_at = given.look_at, closed_at = given.closed_at, incident = given.incident
    FROM json_to_recordset($pulses) AS given (agent_id uuid, was jsonb, look_at bigint, closed_at bigint, incident jsonb)
    WHERE p.agent_id = given.agent_id AND (given.was->>'last_at')::bigint = p.last_at
      AND (given.was->>'look_at')::bigint IS NOT DISTINCT FROM p.look_at
      AND nullif(given.was->'incident', 'null') IS NOT DISTINCT FROM p.incident
    RETURNING p.agent_id AS "agentId"`,
  ofAgents: sql.anyAgentIn("$pulses", "agent_id"),
});

export interface PulseUpdate {
  readonly pulse: Pulse;
  readonly alerted: AlertState;
  readonly nextAt: number | null;
}

/** Saves pulses that have not changed since they were read. Returns their agents, since only these may be reported. */
export async function savePulses(tx: Tx, updates: readonly PulseUpdate[]): Promise<ReadonlySet<string>> {
  if (updates.length === 0) return new Set();
  const pulses = updates
    .map(({ pulse, alerted, nextAt }) => ({
      agent_id: pulse.agentId,
      was: { last_at: pulse.lastAt, look_at: pulse.lookAt, incident: pulse.alerted.open },
      look_at: nextAt,
      closed_at: alerted.closedAt,
      incident: alerted.open,
    }))
    .toSorted((a, b) => (a.agent_id < b.agent_id ? -1 : 1));
  return new Set((await tx.query(SAVE, { pulses })).map(({ agentId }) => agentId));
}
