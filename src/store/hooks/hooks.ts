// The hooks of an account. Addresses and secrets arrive sealed. Changes run behind `lockAccountBy`, like those of keys.
import type { HookEvent, HookKind } from "@denkeeper/rules/foresight/hook-events.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { inTransaction } from "../db/calls.ts";
import type { Db, Tx } from "../db/db.ts";
import {
  FOUND,
  array,
  bytea,
  int4,
  int8,
  nullable,
  statement,
  text,
  textOf,
  uuid,
  type RowOf,
} from "../db/statement.ts";
import { MOST_HOOKS } from "./deliveries.ts";

/** How long the code of a new hook can be sent back, and how often that may be tried. */
const CODE_VALID_MS = 24 * HOUR_MS;
export const MOST_CODE_ATTEMPTS = 5;
/** How long a replaced secret still signs. */
const BOTH_SIGN_MS = 24 * HOUR_MS;

/** `gone`: the receiver said so. `failing`: too many messages in a row failed. */
export type DisabledReason = "gone" | "failing";

const DELETE_UNPROVEN = statement({
  name: "delete-unproven-hooks",
  params: { agentId: uuid, before: int8 },
  row: {},
  text: `WITH deleted AS (
      DELETE FROM hooks WHERE agent_id = $agentId AND confirmed_at IS NULL AND created_at <= $before RETURNING hook_id
    )
    DELETE FROM hook_deliveries WHERE agent_id = $agentId AND hook_id IN (SELECT hook_id FROM deleted)`,
});

const INSERT = statement({
  name: "insert-agent-hook",
  params: {
    agentId: uuid,
    hookId: uuid,
    kind: textOf<HookKind>(),
    creatureId: nullable(uuid),
    events: array(textOf<HookEvent>()),
    host: text,
    sealedTarget: bytea,
    shownTarget: text,
    sealedSecret: nullable(bytea),
    createdAt: int8,
    most: int8,
  },
  row: FOUND,
  text: `INSERT INTO hooks (agent_id, hook_id, kind, creature_id, events, host, sealed_target, shown_target, sealed_secret,
      created_at)
    SELECT a.agent_id, $hookId, $kind, $creatureId::uuid, $events::text[], $host, $sealedTarget, $shownTarget,
      $sealedSecret::bytea, $createdAt::bigint
    FROM agents a WHERE a.agent_id = $agentId AND (SELECT count(*) FROM hooks WHERE agent_id = $agentId) < $most
    RETURNING true`,
});

export interface NewHook {
  readonly agentId: string;
  readonly hookId: string;
  readonly kind: HookKind;
  readonly creatureId: string | null;
  readonly events: readonly HookEvent[];
  readonly host: string;
  readonly sealedTarget: Buffer;
  readonly shownTarget: string;
  readonly sealedSecret: Buffer | null;
  readonly createdAt: number;
}

/** Whether there was room for one more. Those whose code was never sent back make room. */
export async function insertHook(tx: Tx, hook: NewHook): Promise<boolean> {
  await tx.query(DELETE_UNPROVEN, { agentId: hook.agentId, before: hook.createdAt - CODE_VALID_MS });
  return (await tx.query(INSERT, { ...hook, most: MOST_HOOKS })).length === 1;
}

const LIST = statement({
  name: "list-hooks",
  params: { agentId: uuid },
  row: {
    hookId: uuid,
    kind: textOf<HookKind>(),
    creatureId: nullable(uuid),
    events: array(textOf<HookEvent>()),
    shownTarget: text,
    createdAt: int8,
    confirmedAt: nullable(int8),
    disabledAt: nullable(int8),
    disabledReason: nullable(textOf<DisabledReason>()),
  },
  text: `SELECT hook_id AS "hookId", kind, creature_id AS "creatureId", events, shown_target AS "shownTarget",
      created_at AS "createdAt", confirmed_at AS "confirmedAt", disabled_at AS "disabledAt",
      disabled_reason AS "disabledReason"
    FROM hooks WHERE agent_id = $agentId ORDER BY hook_id`,
});

export type ListedHook = RowOf<typeof LIST.row>;

/** The oldest first. */
export async function listHooks(db: Db, agentId: string): Promise<readonly ListedHook[]> {
  return db.query(LIST, { agentId });
}

const TRY_CODE = statement({
  name: "try-hook-code",
  params: { agentId: uuid, hookId: uuid, most: int4, createdAfter: int8 },
  row: { sealedTarget: bytea },
  text: `UPDATE hooks SET code_attempts = code_attempts + 1
    WHERE agent_id = $agentId AND hook_id = $hookId AND confirmed_at IS NULL AND disabled_at IS NULL
      AND code_attempts < $most AND created_at > $createdAfter
    RETURNING sealed_target AS "sealedTarget"`,
});

/** Counts an attempt, before anything is compared; what the code is sealed in, or undefined when there may be no more. */
export async function takeCodeAttempt(
  db: Db,
  agentId: string,
  hookId: string,
  now: number,
): Promise<Buffer | undefined> {
  const createdAfter = now - CODE_VALID_MS;
  const [row] = await db.query(TRY_CODE, { agentId, hookId, most: MOST_CODE_ATTEMPTS, createdAfter });
  return row?.sealedTarget;
}

/** Messages are sent from now on. `sealedTarget` no longer holds the code. */
export const saveConfirmed = inTransaction.asker({
  name: "confirm-hook",
  params: { agentId: uuid, hookId: uuid, sealedTarget: bytea, now: int8 },
  row: FOUND,
  text: `UPDATE hooks SET confirmed_at = $now, sealed_target = $sealedTarget
    WHERE agent_id = $agentId AND hook_id = $hookId AND confirmed_at IS NULL RETURNING true`,
});

const ROTATE = statement({
  name: "rotate-hook-secret",
  params: { agentId: uuid, hookId: uuid, sealedSecret: bytea, until: int8 },
  row: FOUND,
  text: `UPDATE hooks SET previous_secret = sealed_secret, previous_until = $until, sealed_secret = $sealedSecret
    WHERE agent_id = $agentId AND hook_id = $hookId AND kind = 'webhook' RETURNING true`,
});

/** Until when the old secret also signs; undefined when there is no such webhook. */
export async function saveSecret(
  tx: Tx,
  agentId: string,
  hookId: string,
  sealedSecret: Buffer,
  now: number,
): Promise<number | undefined> {
  const until = now + BOTH_SIGN_MS;
  const rows = await tx.query(ROTATE, { agentId, hookId, sealedSecret, until });
  return rows.length === 1 ? until : undefined;
}

const DELETE = statement({
  name: "delete-hook",
  params: { agentId: uuid, hookId: uuid },
  row: { shownTarget: text },
  text: `WITH forgotten AS (DELETE FROM hook_deliveries WHERE agent_id = $agentId AND hook_id = $hookId)
    DELETE FROM hooks WHERE agent_id = $agentId AND hook_id = $hookId RETURNING shown_target AS "shownTarget"`,
});

/** The address of the hook that is gone with the commit; undefined when there was none. */
export async function deleteHook(tx: Tx, agentId: string, hookId: string): Promise<string | undefined> {
  const [row] = await tx.query(DELETE, { agentId, hookId });
  return row?.shownTarget;
}
