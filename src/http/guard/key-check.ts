// Authenticates a key with one statement, which also loads what the endpoint needs. Keys are not cached, so a replaced
// one stops working immediately. If the check cannot be made, the answer is 503, never 401: agents must not throw a
// good key away.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { clocksAgree, iso } from "../../platform/clock.ts";
import type { Kept } from "@denkeeper/rules/creature/creature.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { SUSPENSION_REST_DAYS } from "@denkeeper/rules/care/suspension.ts";
import { acrossOutages } from "../../app/life/amnesty.ts";
import { enteredRun } from "../../app/trials/caller-run.ts";
import type { Outages } from "../../app/outages/outages.ts";
import type { KeyKind } from "../../identity/api-key.ts";
import { agentIdInKey, hashOfKey, kindOfKey } from "../../identity/api-key.ts";
import { saveFirstUse } from "../../store/accounts/agents.ts";
import type { Caller, Load } from "../../store/accounts/callers.ts";
import type { StoredCreature } from "../../store/creatures/creature-row.ts";
import type { CallerKind, FoundCaller } from "../../store/accounts/callers.ts";
import { findCaller } from "../../store/accounts/callers.ts";
import type { EndedKey } from "../../store/accounts/ended-keys.ts";
import { findEndedKey } from "../../store/accounts/ended-keys.ts";
import type { Database } from "../../store/db/db.ts";
import type { FoundIdempotencyRecord } from "../../store/idempotency/idempotency.ts";
import { findIdempotencyRecord, saveSecretForgotten } from "../../store/idempotency/idempotency.ts";
import { saveSitterFirstUse } from "../../store/accounts/sitters.ts";
import { saveRunKeyFirstUse } from "../../store/trials/entries.ts";
import { exportLife } from "../../contracts/house/export.get.ts";
import { leave } from "../../contracts/auth/account.delete.ts";
import { Failure } from "../respond/errors.ts";
import { recordKeyHash } from "./idempotency.ts";
import { towardsRecovery, towardsRegistration } from "../respond/common-steps.ts";

const BEARER = /^Bearer +(\S+)$/i;

/** Whether the request shows a key of any kind, good or bad. */
export function showsKey(headers: IncomingHttpHeaders): boolean {
  return headers.authorization !== undefined || headers["x-api-key"] !== undefined;
}

export function bearerIn({ authorization }: IncomingHttpHeaders): string | undefined {
  return BEARER.exec(authorization ?? "")?.[1];
}

export function keyShown(headers: IncomingHttpHeaders): string | undefined {
  const header = headers["x-api-key"];
  return bearerIn(headers) ?? (typeof header === "string" ? header : undefined);
}

function callerKindOf(key: string): CallerKind {
  const kind = kindOfKey(key);
  return kind === "sitter" || kind === "run" ? kind : "agent";
}

/** The hash of the key that a request shows, when it could be one of ours. */
export function hashOfKeyShown(headers: IncomingHttpHeaders): Buffer | undefined {
  const key = keyShown(headers);
  if (key === undefined) return undefined;
  return agentIdInKey(key, callerKindOf(key)) === undefined ? undefined : hashOfKey(key);
}

export interface Authenticated {
  readonly caller: Caller;
  /** The answer under the call's Idempotency-Key. */
  readonly record: FoundIdempotencyRecord | undefined;
  readonly clockTrusted: boolean;
}

export interface KeyCheck {
  readonly headers: IncomingHttpHeaders;
  readonly load: Load;
  readonly idempotencyKey: string | undefined;
  readonly clock: () => number;
  /** When the call arrived. The clock of a run is measured from it, because it stands still meanwhile. */
  readonly arrivedAt: RealInstant;
  /** Whether this is a call of its own, as opposed to another look for the same one. */
  readonly counts: boolean;
  readonly outages: Outages;
}

/** The caller, or undefined when the key is none of ours. Throws a 503 when the database cannot be asked. */
export async function checkKey(database: Database, check: KeyCheck): Promise<Authenticated | undefined> {
  const key = keyShown(check.headers);
  if (key === undefined) return undefined;
  const kind = callerKindOf(key);
  const agentId = agentIdInKey(key, kind);
  if (agentId === undefined) return undefined;
  const keyHash = hashOfKey(key);
  const { idempotencyKey, load, clock, counts } = check;
  const now = clock();
  const scope = kind === "sitter" ? { agentId, sitterKeyHash: keyHash } : { agentId };
  const recordHash = idempotencyKey === undefined ? undefined : recordKeyHash(scope, idempotencyKey);
  try {
    const found = await findCaller(database, { agentId, keyHash, kind, counts, load, recordKeyHash: recordHash, now });
    if (found === undefined || !timingSafeEqual(found.caller.keyHash, keyHash)) return undefined;
    if (!found.keyUsedBefore) await noteFirstUse(database, found, now);
    const { record, databaseNow, run } = found;
    if (run !== undefined)
      return { caller: enteredRun(found.caller, run, check.arrivedAt), record, clockTrusted: true };
    const clockTrusted = clocksAgree(databaseNow, now, clock());
    const outages = await check.outages.whenAnswering(databaseNow);
    return { caller: underOutages(found.caller, outages, now), record, clockTrusted };
  } catch (cause) {
    throw Object.assign(keyNotChecked(), { cause });
  }
}

/** The caller's house without the time in which the service was away. A test clock makes its own time (AMNESTY-6). */
function underOutages(caller: Caller<StoredCreature<Kept>>, outages: readonly Span[], now: RealInstant): Caller {
  const counting = caller.agent.clockMoved ? [] : outages;
  const creatures = caller.creatures.map((stored) => acrossOutages(stored, counting, now));
  return { ...caller, outages: counting, creatures };
}

/** Once in a key's life. The answer that brought it is wiped, since it has arrived. */
async function noteFirstUse(database: Database, { caller, run }: FoundCaller, now: RealInstant): Promise<void> {
  const { agent, keyHash, sitter } = caller;
  const save = sitter === undefined ? saveFirstUse : saveSitterFirstUse;
  await save(database, agent.id, keyHash, now);
  if (run !== undefined) await saveRunKeyFirstUse(database, { agentId: run.ownerId, keyHash, at: now });
  await saveSecretForgotten(database, { agentId: run?.ownerId ?? agent.id, issuedKeyHash: keyHash });
}

/**
 * A rotation that took effect, asked for again with the key that it replaced: the record, and whose it is. Undefined for
 * every other dead key.
 */
export async function findRotationOf(
  database: Database,
  headers: IncomingHttpHeaders,
  idempotencyKey: string,
): Promise<FoundIdempotencyRecord | undefined> {
  const key = keyShown(headers);
  const agentId = key === undefined ? undefined : agentIdInKey(key);
  if (key === undefined || agentId === undefined) return undefined;
  const record = await findIdempotencyRecord(database, agentId, recordKeyHash({ agentId }, idempotencyKey)).catch(
    (cause: unknown) => {
      throw Object.assign(keyNotChecked(), { cause });
    },
  );
  const replaced = record?.replacedKeyHash ?? null;
  return replaced !== null && timingSafeEqual(replaced, hashOfKey(key)) ? record : undefined;
}

/** Throws when the operator keeps the caller out. The key itself is good, and is not to be thrown away. */
export function refuseSuspended(caller: Caller, contact: string | undefined): void {
  const { suspendedAt, suspendedReason } = caller.agent;
  const whose = caller.run !== undefined ? "run" : caller.sitter !== undefined ? "sitter" : "agent";
  if (suspendedAt !== null) throw suspended(suspendedAt, suspendedReason ?? "", contact, whose);
}

/** What a suspension means for the holder of a key. */
const SUSPENDED: Readonly<Record<CallerKind, string>> = {
  agent: `Keep your key: it is still valid, but until the suspension is lifted you can only export your lives (GET ${exportLife.path}) and leave (DELETE ${leave.path}, which lists them). Until then your creatures are paused, for up to ${SUSPENSION_REST_DAYS} days.`,
  sitter: `This is about your keeper's account. Every call with your sitter key is refused until the suspension is lifted or the key expires. The creatures are paused, for up to ${SUSPENSION_REST_DAYS} days.`,
  run: "This is about the account that plays. Every call of this run is refused until the suspension is lifted. The run still ends 7 days after its start.",
};

export function suspended(
  since: number,
  reason: string,
  contact: string | undefined,
  whose: CallerKind = "agent",
): Failure {
  return Failure.general("suspended", {
    suggestion: `Reason: "${reason}". ${SUSPENDED[whose]} If you think this is a mistake, have your human contact ${operatorAt(contact)}.`,
    fields: { suspended_since: iso(since), reason },
  });
}

function operatorAt(contact: string | undefined): string {
  return contact === undefined ? "the operator of this service" : `the operator at ${contact}`;
}

/** What a call gets whose key opens nothing: what is wrong with the key, or that an operator ended it. */
export async function refusalOfKey(database: Database, headers: IncomingHttpHeaders): Promise<Failure> {
  const key = keyShown(headers);
  const kind = key === undefined ? "agent" : callerKindOf(key);
  const agentId = key === undefined ? undefined : agentIdInKey(key, kind);
  if (key === undefined || agentId === undefined) return invalidKey(badKeyIn(headers));
  const ended = await findEndedKey(database, { agentId, keyHash: hashOfKey(key) }).catch((cause: unknown) => {
    throw Object.assign(keyNotChecked(), { cause });
  });
  return ended === undefined ? invalidKey(badKeyIn(headers)) : endedKey(ended, kind);
}

/** What to do after an operator ended the keys of an account. */
const AFTER_END: Readonly<Record<CallerKind, string>> = {
  agent:
    "Get a new key with your recovery code: your creatures and credits are still yours. Then add your sitters and your owner link again, and look through your account for changes that you did not make.",
  sitter: "Ask the keeper who gave it to you for a new one.",
  run: "Get a new key for your own account with its recovery code, and with it a new one for the run, which ends 7 days after its start.",
};

export function endedKey({ endedAt, reason }: EndedKey, kind: CallerKind = "agent"): Failure {
  return Failure.general("key_ended", {
    suggestion: `The operator ended all keys of this account. Reason: "${reason}". ${AFTER_END[kind]}`,
    fields: { ended_at: iso(endedAt), reason },
    nextSteps: [towardsRecovery()],
  });
}

/** What was shown instead of a good key: nothing, or something of this kind. */
export type BadKey = "missing" | KeyKind;

export function badKeyIn(headers: IncomingHttpHeaders): BadKey {
  const key = keyShown(headers);
  if (key !== undefined) return kindOfKey(key);
  return showsKey(headers) ? "agent" : "missing";
}

const KEY_FAULTS: Readonly<Record<BadKey, string>> = {
  missing:
    "This call needs a key. Send yours as `Authorization: Bearer <key>` or as `x-api-key: <key>`. If you don't have one, register. If you lost it, use your recovery code.",
  agent:
    "This key is not valid. It may be mistyped, replaced or revoked, or its account was closed. Check that you sent the latest one. If you lost it, get a new one with your recovery code. Registering again gives you a new, empty house.",
  sitter: "This sitter key has expired, was revoked or is mistyped. Ask the keeper who gave it to you for a new one.",
  run: "This key of a trial's run is mistyped or was replaced, or the run ended more than a week ago. With your own key, get a new one for an open run, or start another run.",
  recovery:
    "This is a recovery code, not a key. Send it as `recovery_code` to the recover call, which returns a new key.",
  owner: "This is part of the address of an owner's page, not a key. It opens only that page.",
};

/** A missing key leads to registration first, a bad one to recovery: registering anew would leave a house behind. */
export function invalidKey(shown: BadKey = "agent"): Failure {
  const isMissing = shown === "missing";
  const registration = towardsRegistration(
    isMissing ? undefined : "If you don't have an account to recover: register a new one with an empty house.",
  );
  return Failure.general(isMissing ? "missing_key" : "invalid_key", {
    suggestion: KEY_FAULTS[shown],
    nextSteps: isMissing ? [registration, towardsRecovery()] : [towardsRecovery(), registration],
  });
}

export function invalidAdminKey(): Failure {
  return Failure.general("invalid_admin_key");
}

export function keyNotChecked(): Failure {
  return Failure.general("key_not_checked");
}
