// Statements for an account's hooks. Addresses and secrets arrive sealed. Changes require `lockAccount`, except attempts of codes.
import {
  MOST_HOOKS_BY,
  type DeliveryEvent,
  type DisabledReason,
  type HookEvent,
  type HookKind,
  type HookMaker,
} from "@denkeeper/rules/foresight/hook-events.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { inTransaction, lister, type RowFrom } from "../../../platform/database/calls.ts";
import type { Db, Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { queueNotice } from "./deliveries.ts";
import type { HookKey } from "./sending.ts";

const CODE_VALID_MS = 24 * HOUR_MS;
export const MOST_CODE_ATTEMPTS = 5;
/** Time for which a replaced secret signs in addition to the new one. */
export const BOTH_SIGN_MS = 24 * HOUR_MS;

/** SQL condition. A removed hook's row remains until its last message is sent. */
const NOT_REMOVED = "disabled_reason IS DISTINCT FROM 'removed'";

const DELETE_UNPROVEN = sql.statement({
  name: "delete-unproven-hooks",
  params: { agentId: sql.uuid, before: sql.int8 },
  row: {},
  text: `WITH deleted AS (
      DELETE FROM hooks WHERE agent_id = $agentId AND confirmed_at IS NULL AND created_at <= $before RETURNING hook_id
    )
    DELETE FROM hook_deliveries WHERE agent_id = $agentId AND hook_id IN (SELECT hook_id FROM deleted)`,
});

const INSERT = sql.statement({
  name: "insert-agent-hook",
  params: {
    agentId: sql.uuid,
    hookId: sql.uuid,
    kind: sql.textOf<HookKind>(),
    creatureId: sql.nullable(sql.uuid),
    events: sql.array(sql.textOf<HookEvent>()),
    host: sql.text,
    sealedTarget: sql.bytea,
    shownTarget: sql.text,
    sealedSecret: sql.nullable(sql.bytea),
    addedBy: sql.textOf<HookMaker>(),
    createdAt: sql.int8,
    most: sql.int8,
  },
  row: sql.FOUND,
  text: `INSERT INTO hooks (agent_id, hook_id, kind, creature_id, events, host, sealed_target, shown_target, sealed_secret,
      added_by, created_at)
    SELECT a.agent_id, $hookId, $kind, $creatureId::uuid, $events::text[], $host, $sealedTarget, $shownTarget,
      $sealedSecret::bytea, $addedBy, $createdAt::bigint
    FROM agents a WHERE a.agent_id = $agentId
      AND (SELECT count(*) FROM hooks WHERE agent_id = $agentId AND added_by = $addedBy AND ${NOT_REMOVED}) < $most
    RETURNING true`,
});

export type NewHook = Omit<sql.ValuesOf<typeof INSERT.params>, "createdAt" | "most"> & { readonly createdAt: number };

/** Returns false if the agent or owner who adds it has the most hooks. First deletes hooks not confirmed within 24 hours. */
export async function insertHook(tx: Tx, hook: NewHook): Promise<boolean> {
  await tx.query(DELETE_UNPROVEN, { agentId: hook.agentId, before: hook.createdAt - CODE_VALID_MS });
  return (await tx.query(INSERT, { ...hook, most: MOST_HOOKS_BY[hook.addedBy] })).length === 1;
}

/** Lists hooks, oldest first, each with its newest message that was tried or failed. */
export const listHooks = lister({
  name: "list-hooks",
  params: { agentId: sql.uuid },
  row: {
    hookId: sql.uuid,
    kind: sql.textOf<HookKind>(),
    creatureId: sql.nullable(sql.uuid),
    events: sql.array(sql.textOf<HookEvent>()),
    shownTarget: sql.text,
    addedBy: sql.textOf<HookMaker>(),
    createdAt: sql.int8,
    codeAttempts: sql.int4,
    confirmedAt: sql.nullable(sql.int8),
    disabledAt: sql.nullable(sql.int8),
    disabledReason: sql.nullable(sql.textOf<DisabledReason>()),
    last: sql.nullable(sql.json<LastMessage>()),
  },
  text: `SELECT hook_id AS "hookId", kind, creature_id AS "creatureId", events, shown_target AS "shownTarget",
      added_by AS "addedBy", created_at AS "createdAt", code_attempts AS "codeAttempts", confirmed_at AS "confirmedAt", disabled_at AS "disabledAt",
      disabled_reason AS "disabledReason", (
        SELECT json_build_object('event', event, 'at', created_at, 'deliveredAt', delivered_at, 'failedAt', failed_at,
          'error', error)
        FROM hook_deliveries d WHERE d.agent_id = $agentId AND d.hook_id = h.hook_id
          AND (d.attempts > 0 OR d.failed_at IS NOT NULL)
        ORDER BY d.delivery_id DESC LIMIT 1) AS last
    FROM hooks h WHERE agent_id = $agentId AND ${NOT_REMOVED} ORDER BY hook_id`,
});

interface LastMessage {
  readonly event: DeliveryEvent;
  readonly at: number;
  readonly deliveredAt: number | null;
  /** While `failedAt` and `deliveredAt` are null, another attempt follows. */
  readonly failedAt: number | null;
  readonly error: string | null;
}

export type ListedHook = RowFrom<typeof listHooks>;

export function isAwaitingCode({ confirmedAt, disabledAt, codeAttempts, createdAt }: ListedHook, now: number): boolean {
  const isOpen = confirmedAt === null && disabledAt === null;
  return isOpen && codeAttempts < MOST_CODE_ATTEMPTS && createdAt > now - CODE_VALID_MS;
}

const TRY_CODE = sql.statement({
  name: "try-hook-code",
  params: { agentId: sql.uuid, hookId: sql.uuid, most: sql.int4, createdAfter: sql.int8 },
  row: { sealedTarget: sql.bytea },
  text: `UPDATE hooks SET code_attempts = code_attempts + 1
    WHERE agent_id = $agentId AND hook_id = $hookId AND confirmed_at IS NULL AND disabled_at IS NULL
      AND code_attempts < $most AND created_at > $createdAfter
    RETURNING sealed_target AS "sealedTarget"`,
});

/** Counts an attempt, and returns the sealed address with its code, or undefined if the hook is not waiting for a code. */
export async function takeCodeAttempt(
  db: Db,
  { now, ...key }: HookKey & { readonly now: number },
): Promise<Buffer | undefined> {
  const createdAfter = now - CODE_VALID_MS;
  const [row] = await db.query(TRY_CODE, { ...key, most: MOST_CODE_ATTEMPTS, createdAfter });
  return row?.sealedTarget;
}

/** Turns a hook on. `sealedTarget` no longer contains the code. */
export const saveConfirmed = inTransaction.asker({
  name: "confirm-hook",
  params: { agentId: sql.uuid, hookId: sql.uuid, sealedTarget: sql.bytea, now: sql.int8 },
  row: sql.FOUND,
  text: `UPDATE hooks SET confirmed_at = $now, sealed_target = $sealedTarget
    WHERE agent_id = $agentId AND hook_id = $hookId AND confirmed_at IS NULL RETURNING true`,
});

/** Replaces the secret of a webhook; the old one also signs until `until`. Returns false if the webhook does not exist. */
export const saveSecret = inTransaction.asker({
  name: "rotate-hook-secret",
  params: { agentId: sql.uuid, hookId: sql.uuid, sealedSecret: sql.bytea, until: sql.int8 },
  row: sql.FOUND,
  text: `UPDATE hooks SET previous_secret = sealed_secret, previous_until = $until, sealed_secret = $sealedSecret
    WHERE agent_id = $agentId AND hook_id = $hookId AND kind = 'webhook' AND ${NOT_REMOVED} RETURNING true`,
});

const FIND_REMOVABLE = sql.statement({
  name: "find-removable-hook",
  params: { agentId: sql.uuid, hookId: sql.uuid, addedBy: sql.nullable(sql.textOf<HookMaker>()) },
  row: { shownTarget: sql.text, isOn: sql.bool },
  text: `SELECT shown_target AS "shownTarget", confirmed_at IS NOT NULL AND disabled_at IS NULL AS "isOn" FROM hooks
    WHERE agent_id = $agentId AND hook_id = $hookId AND added_by = coalesce($addedBy, added_by) AND ${NOT_REMOVED}`,
});
const RETIRE = sql.statement({
  name: "retire-hook",
  params: { agentId: sql.uuid, hookId: sql.uuid, now: sql.int8 },
  row: {},
  text: `WITH dropped AS (
      DELETE FROM hook_deliveries WHERE agent_id = $agentId AND hook_id = $hookId AND event <> 'channel.removed'
    )
    UPDATE hooks SET disabled_at = $now, disabled_reason = 'removed' WHERE agent_id = $agentId AND hook_id = $hookId`,
});

export const deleteHook = inTransaction.command({
  name: "delete-hook",
  params: { agentId: sql.uuid, hookId: sql.uuid },
  text: `WITH forgotten AS (DELETE FROM hook_deliveries WHERE agent_id = $agentId AND hook_id = $hookId)
    DELETE FROM hooks WHERE agent_id = $agentId AND hook_id = $hookId`,
});

/**
 * Removes a hook. Notifies the agent's other hooks, and the removed hook itself if it is on. If `addedBy` is not null, only a
 * hook added by that party is removed. Returns the masked address, or undefined if no such hook exists.
 */
export async function removeHook(
  tx: Tx,
  key: HookKey & { readonly addedBy: HookMaker | null },
  by: HookMaker,
  now: number,
): Promise<string | undefined> {
  const { agentId, hookId } = key;
  const [found] = await tx.query(FIND_REMOVABLE, key);
  if (found === undefined) return undefined;
  const { shownTarget: target, isOn } = found;
  const event = "channel.removed";
  await queueNotice(tx, agentId, { event, payload: { target, by }, now, except: hookId });
  if (isOn) {
    await queueNotice(tx, agentId, { event, payload: { target, by, isLast: true }, now, only: hookId });
    await tx.query(RETIRE, { agentId, hookId, now });
  } else await deleteHook(tx, { agentId, hookId });
  return target;
}
