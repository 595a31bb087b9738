// What the sender asks of the database. A hook has one sender at a time, by a lease in its row. Every attempt is written down
// before it is made, so a worker that is killed leaves the message to the next one after the lease.
import {
  CHANNEL_EVENTS,
  CODE_EVENT,
  type ChannelPayload,
  type DeliveryEvent,
  type DisabledReason,
  type HookKind,
  type HookMaker,
  type HookPayload,
} from "@denkeeper/rules/foresight/hook-events.ts";
import { command, finder, inTransaction, lister, type RowFrom } from "../db/calls.ts";
import type { Db } from "../db/db.ts";
import {
  array,
  bool,
  bytea,
  int4,
  int8,
  jsonb,
  nullable,
  statement,
  text,
  textOf,
  uuid,
  type RowOf,
} from "../db/statement.ts";

/** Longer than an attempt can take. */
export const LEASE_MS = 30_000;

const OPEN = "delivered_at IS NULL AND failed_at IS NULL";

export interface HookKey {
  readonly agentId: string;
  readonly hookId: string;
}

/** Hooks with something to send, the longest due first, except for some hosts. */
export const listDueHooks = lister({
  name: "list-hooks-due",
  params: { now: int8, hosts: array(text), limit: int8 },
  row: { agentId: uuid, hookId: uuid, host: text },
  // Codes have a lane of their own at each host: alerts do not wait behind them.
  text: `SELECT agent_id AS "agentId", hook_id AS "hookId", lane AS host
    FROM (SELECT *, CASE WHEN confirmed_at IS NULL THEN 'codes ' ELSE '' END || host AS lane FROM hooks) h
    WHERE next_at <= $now AND busy_until <= $now AND lane <> ALL ($hosts::text[]) ORDER BY next_at LIMIT $limit`,
  byNode: ["hooks"],
});

export type DueHook = RowFrom<typeof listDueHooks>;

const TAKE = statement({
  name: "take-hook",
  params: { agentId: uuid, hookId: uuid, now: int8, until: int8 },
  row: {
    kind: textOf<HookKind>(),
    addedBy: textOf<HookMaker>(),
    sealedTarget: bytea,
    sealedSecret: nullable(bytea),
    previousSecret: nullable(bytea),
    previousUntil: nullable(int8),
  },
  text: `UPDATE hooks SET busy_until = $until
    WHERE agent_id = $agentId AND hook_id = $hookId AND busy_until <= $now AND next_at <= $now
    RETURNING kind, added_by AS "addedBy", sealed_target AS "sealedTarget", sealed_secret AS "sealedSecret",
      previous_secret AS "previousSecret", previous_until AS "previousUntil"`,
});

export type TakenHook = RowOf<typeof TAKE.row>;

/** Undefined when another sender has it, or nothing is due any more. */
export async function takeHook(db: Db, key: HookKey, now: number): Promise<TakenHook | undefined> {
  const [row] = await db.query(TAKE, { ...key, now, until: now + LEASE_MS });
  return row;
}

const EXPIRE = statement({
  name: "expire-hook-deliveries",
  params: { agentId: uuid, hookId: uuid, now: int8 },
  row: { attempts: int4 },
  text: `UPDATE hook_deliveries SET failed_at = $now, error = coalesce(error, 'Not sent in time')
    WHERE agent_id = $agentId AND hook_id = $hookId AND ${OPEN} AND expires_at <= $now RETURNING attempts`,
});

/** Gives up what is too old to be of use. How many of them the receiver failed to take. */
export async function expireDeliveries(db: Db, key: HookKey, now: number): Promise<{ tried: number; untried: number }> {
  const rows = await db.query(EXPIRE, { ...key, now });
  const tried = rows.filter(({ attempts }) => attempts > 0).length;
  return { tried, untried: rows.length - tried };
}

/** Messages that a day's share does not limit. */
const UNCOUNTED = [CODE_EVENT, ...CHANNEL_EVENTS].map((event) => `'${event}'`).join(", ");

/** What to send now: of each creature, and of the agent, only the oldest message, and of those the most urgent. `since` begins the last day. */
export const findNextDelivery = finder({
  name: "find-next-delivery-of-hook",
  params: { agentId: uuid, hookId: uuid, now: int8, since: int8 },
  row: {
    deliveryId: uuid,
    creatureId: nullable(uuid),
    event: textOf<DeliveryEvent>(),
    at: int8,
    payload: jsonb<HookPayload | ChannelPayload>(),
    attempts: int4,
    username: text,
    isStill: bool,
    isReleased: bool,
    sentLately: int8,
  },
  text: `SELECT d.delivery_id AS "deliveryId", d.creature_id AS "creatureId", d.event, d.at, d.payload, d.attempts,
      a.username, a.suspended_at IS NOT NULL OR a.leaving_at IS NOT NULL
        OR a.clock_moved AND d.event <> '${CODE_EVENT}' AS "isStill",
      EXISTS (SELECT FROM creatures c WHERE c.agent_id = $agentId AND c.creature_id = d.creature_id
        AND c.released_at IS NOT NULL) AS "isReleased",
      (SELECT count(*) FROM hook_deliveries s WHERE s.agent_id = $agentId AND s.hook_id = $hookId
        AND s.delivered_at > $since AND s.event NOT IN (${UNCOUNTED})) AS "sentLately"
    FROM hook_deliveries d JOIN agents a ON a.agent_id = d.agent_id
    WHERE d.agent_id = $agentId AND d.hook_id = $hookId AND d.delivered_at IS NULL AND d.failed_at IS NULL
      AND d.next_attempt_at <= $now
      AND NOT EXISTS (SELECT FROM hook_deliveries o WHERE o.agent_id = $agentId AND o.hook_id = $hookId
        AND o.delivered_at IS NULL AND o.failed_at IS NULL AND o.creature_id IS NOT DISTINCT FROM d.creature_id
        AND (o.at, o.delivery_id) < (d.at, d.delivery_id))
    ORDER BY d.event IN ('creature.critical', 'creature.died') DESC, d.at, d.delivery_id LIMIT 1`,
});

export type NextDelivery = RowFrom<typeof findNextDelivery>;

export const saveAttempt = command({
  name: "begin-hook-attempt",
  params: { agentId: uuid, hookId: uuid, deliveryId: uuid },
  text: `UPDATE hook_deliveries SET attempts = attempts + 1
    WHERE agent_id = $agentId AND hook_id = $hookId AND delivery_id = $deliveryId`,
});

/** From here on nothing is queued for it. Undefined when it was removed. */
export const lockHook = inTransaction.finder({
  name: "lock-hook",
  params: { agentId: uuid, hookId: uuid },
  row: { failures: int4, shownTarget: text, disabled: bool, removed: bool },
  text: `SELECT failures, shown_target AS "shownTarget", disabled_at IS NOT NULL AS disabled,
      disabled_reason IS NOT DISTINCT FROM 'removed' AS removed FROM hooks
    WHERE agent_id = $agentId AND hook_id = $hookId FOR UPDATE`,
});

/** What became of an attempt. */
export const saveDelivery = inTransaction.command({
  name: "save-hook-delivery",
  params: {
    agentId: uuid,
    hookId: uuid,
    deliveryId: uuid,
    status: nullable(int4),
    error: nullable(text),
    deliveredAt: nullable(int8),
    failedAt: nullable(int8),
    nextAttemptAt: int8,
  },
  text: `UPDATE hook_deliveries SET status = $status, error = $error, delivered_at = $deliveredAt, failed_at = $failedAt,
      next_attempt_at = $nextAttemptAt
    WHERE agent_id = $agentId AND hook_id = $hookId AND delivery_id = $deliveryId AND delivered_at IS NULL`,
});

/** The account was reminded to come: it is assisted. */
export const saveAlert = inTransaction.command({
  name: "save-alert",
  params: { agentId: uuid, at: int8 },
  text: `UPDATE agents SET first_alert_at = coalesce(first_alert_at, $at), last_alert_at = $at WHERE agent_id = $agentId`,
});

/** Ends the lease behind `lockHook`. When the hook has something to send next; null for never. */
export const letHookGo = inTransaction.valueFinder({
  name: "let-hook-go",
  params: { agentId: uuid, hookId: uuid, failures: int4 },
  row: { nextAt: nullable(int8) },
  text: `UPDATE hooks SET failures = $failures, busy_until = 0, next_at = (
      SELECT min(next_attempt_at) FROM (
        SELECT DISTINCT ON (creature_id) next_attempt_at FROM hook_deliveries
        WHERE agent_id = $agentId AND hook_id = $hookId AND ${OPEN}
        ORDER BY creature_id, at, delivery_id) heads)
    WHERE agent_id = $agentId AND hook_id = $hookId RETURNING next_at AS "nextAt"`,
});

/** Turns it off for good, with all that waits. Behind `lockHook`. */
export const disableHook = inTransaction.command({
  name: "disable-hook",
  params: { agentId: uuid, hookId: uuid, now: int8, reason: textOf<DisabledReason>() },
  text: `WITH dropped AS (
      UPDATE hook_deliveries SET failed_at = $now, error = 'The hook was turned off'
      WHERE agent_id = $agentId AND hook_id = $hookId AND ${OPEN}
    )
    UPDATE hooks SET disabled_at = $now, disabled_reason = $reason, next_at = NULL, busy_until = 0
    WHERE agent_id = $agentId AND hook_id = $hookId`,
});
