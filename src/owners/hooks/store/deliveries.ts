// Messages to hooks, queued in the transaction of their change: none is lost, and none is sent for a change rolled back.
import { randomUUIDv7 } from "node:crypto";
import {
  CODE_EVENT,
  MOST_HOOKS_BY,
  type ChannelEvent,
  type ChannelPayload,
  type DeliveryEvent,
  type HookOccurrence,
} from "@denkeeper/rules/foresight/hook-events.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { lister, type RowFrom } from "../../../platform/database/calls.ts";
import type { Db, Tx } from "../../../platform/database/db.ts";
import { deleteOld, deletionOfOld } from "../../../platform/database/old-rows.ts";
import * as sql from "../../../platform/database/statement.ts";

const MOST_HOOKS = MOST_HOOKS_BY.agent + MOST_HOOKS_BY.owner;

/** Lifetime of a message, which expires because a late alarm is useless. */
const DAY_MS = 24 * HOUR_MS;
const LATE_EXPIRY_MS = 6 * HOUR_MS;

const QUEUE = sql.statement({
  name: "queue-hook-deliveries",
  params: {
    events: sql.json<readonly (HookOccurrence & { readonly expiresAt: number; readonly ids: readonly string[] })[]>(),
    now: sql.int8,
  },
  row: { agentId: sql.uuid },
  text: `WITH wanted AS (
      SELECT e.*, h.hook_id, row_number() OVER (PARTITION BY e.ids->>0 ORDER BY h.hook_id) - 1 AS place
      FROM json_to_recordset($events) AS e ("agentId" uuid, "creatureId" uuid, about uuid[], event text, at bigint,
          "expiresAt" bigint, payload jsonb, ids json)
        JOIN hooks h ON h.agent_id = e."agentId" AND h.confirmed_at <= e.at AND h.disabled_at IS NULL
          AND (e.event = ANY (h.events) OR e.event LIKE 'agent.%' AND h.events && '{agent.silent,creature.late}')
          AND (h.creature_id IS NULL OR h.creature_id = ANY (e.about))
        JOIN agents a ON a.agent_id = e."agentId" AND NOT a.clock_moved AND a.suspended_at IS NULL
          AND a.leaving_at IS NULL
    ), queued AS (
      INSERT INTO hook_deliveries (agent_id, hook_id, delivery_id, creature_id, event, at, payload, created_at, expires_at,
        next_attempt_at)
      SELECT "agentId", hook_id, (ids->>place::integer)::uuid, "creatureId", event, at, payload, $now::bigint,
        "expiresAt", $now::bigint
      FROM wanted
      ON CONFLICT (agent_id, hook_id, creature_id, event, at) DO NOTHING
      RETURNING agent_id, hook_id
    ), woken AS (
      UPDATE hooks h SET next_at = least(h.next_at, $now) FROM (SELECT DISTINCT agent_id, hook_id FROM queued) q
      WHERE h.agent_id = q.agent_id AND h.hook_id = q.hook_id
    )
    SELECT agent_id AS "agentId" FROM queued`,
  ofAgents: sql.anyAgentIn("$events", "agentId"),
});

/**
 * Queues a message once for every confirmed hook that wants the event, and returns the number queued. Events about the agent also
 * go to hooks that want `agent.silent` or `creature.late`. Accounts that moved their clock, are suspended, or are leaving get no
 * messages. The messages of one creature, and those without a creature, are sent in order of `at`, then in list order.
 */
export async function queueDeliveries(tx: Tx, events: readonly HookOccurrence[], now: number): Promise<number> {
  if (events.length === 0) return 0;
  const ids = Array.from({ length: events.length * MOST_HOOKS }, () => randomUUIDv7()).toSorted();
  const rows = events.map((event, index) => ({
    ...event,
    expiresAt: event.at + (event.event === "creature.late" ? LATE_EXPIRY_MS : DAY_MS),
    ids: ids.slice(index * MOST_HOOKS, (index + 1) * MOST_HOOKS),
  }));
  return (await tx.query(QUEUE, { events: rows, now })).length;
}

const QUEUE_NOTICE = sql.statement({
  name: "queue-channel-notice",
  params: {
    agentId: sql.uuid,
    only: sql.nullable(sql.uuid),
    except: sql.nullable(sql.uuid),
    event: sql.textOf<ChannelEvent | typeof CODE_EVENT>(),
    payload: sql.jsonb<ChannelPayload>(),
    ids: sql.array(sql.uuid),
    now: sql.int8,
    expiresAt: sql.int8,
  },
  row: {},
  text: `WITH notified AS (
      UPDATE hooks SET next_at = least(next_at, $now)
      WHERE agent_id = $agentId AND (confirmed_at IS NOT NULL AND disabled_at IS NULL OR $event = '${CODE_EVENT}')
        AND hook_id IS DISTINCT FROM $except::uuid AND hook_id = coalesce($only::uuid, hook_id)
      RETURNING agent_id, hook_id
    )
    INSERT INTO hook_deliveries (agent_id, hook_id, delivery_id, event, at, payload, created_at, expires_at,
      next_attempt_at)
    SELECT agent_id, hook_id, ($ids::uuid[])[row_number() OVER (ORDER BY hook_id)], $event, $now::bigint, $payload::jsonb,
      $now::bigint, $expiresAt::bigint, $now::bigint
    FROM notified`,
});

interface ChannelNotice {
  readonly event: ChannelEvent | typeof CODE_EVENT;
  readonly payload: ChannelPayload;
  readonly now: number;
  /** Id of the only hook to notify. */
  readonly only?: string;
  readonly except?: string;
}

/**
 * Queues a notice for every confirmed channel, for all but one, or for only one. `CODE_EVENT` queues the code of a channel that
 * may be unconfirmed; the code itself is sealed with the channel's address. Requires `lockAccount`.
 */
export async function queueNotice(
  tx: Tx,
  agentId: string,
  { only, except, now, ...notice }: ChannelNotice,
): Promise<void> {
  const ids = Array.from({ length: MOST_HOOKS }, () => randomUUIDv7());
  const to = { agentId, only: only ?? null, except: except ?? null };
  await tx.query(QUEUE_NOTICE, { ...to, ...notice, ids, now, expiresAt: now + DAY_MS });
}

/** Lists the messages of a hook, newest first. */
export const listDeliveries = lister({
  name: "list-hook-deliveries",
  params: { agentId: sql.uuid, hookId: sql.uuid, limit: sql.int8 },
  row: {
    deliveryId: sql.uuid,
    creatureId: sql.nullable(sql.uuid),
    event: sql.textOf<DeliveryEvent>(),
    at: sql.int8,
    attempts: sql.int4,
    status: sql.nullable(sql.int4),
    error: sql.nullable(sql.text),
    deliveredAt: sql.nullable(sql.int8),
    failedAt: sql.nullable(sql.int8),
  },
  text: `SELECT delivery_id AS "deliveryId", creature_id AS "creatureId", event, at, attempts, status, error,
      delivered_at AS "deliveredAt", failed_at AS "failedAt"
    FROM hook_deliveries WHERE agent_id = $agentId AND hook_id = $hookId ORDER BY delivery_id DESC LIMIT $limit`,
});

export type ListedDelivery = RowFrom<typeof listDeliveries>;

const DELETE_OLD = deletionOfOld("hook_deliveries", "agent_id, hook_id, delivery_id", "created_at");

export async function deleteOldDeliveries(db: Db, before: number): Promise<void> {
  await deleteOld(db, DELETE_OLD, before);
}
