// Authenticates a key with one statement, which also loads what the endpoint needs. Keys are not cached, so a replaced key stops
// working immediately. A check that fails for technical reasons returns 503, never 401, because agents must not discard a good
// key.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { clocksAgree, iso } from "../../platform/clock.ts";
import { dateWords } from "@denkeeper/rules/time/spoken.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import { houseTime } from "../../model/life/time-changes.ts";
import type { Needs } from "../../model/services.ts";
import type { Outages } from "../../model/outages/outages.ts";
import { agentIdInKey, hashOfKey, kindOfKey, type KeyKind } from "../../platform/identity/api-key.ts";
import { OLD_KEY } from "../../model/agents/store/call-trail.ts";
import type { Caller, FoundCaller, CallerLoad } from "../../model/agents/store/callers.ts";
import { lockAccountBy } from "../../model/events/store/account-events.ts";
import { findEndedKey } from "../../model/agents/store/ended-keys.ts";
import type { Database, Tx } from "../../platform/database/db.ts";
import {
  findIdempotencyRecord,
  saveSecretForgotten,
  type FoundIdempotencyRecord,
} from "../../model/idempotency/store/idempotency.ts";
import type { RequestContext } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";
import { recordKeyHash } from "./idempotency.ts";
import { rulesOf, type KeyRules } from "./key-kinds.ts";
import { recoveryStep, registrationStep } from "../contract/steps.ts";

const BEARER = /^Bearer +(\S+)$/i;

/** Returns whether the request has any kind of key, good or bad. */
export function carriesKey(headers: IncomingHttpHeaders): boolean {
  return headers.authorization !== undefined || headers["x-api-key"] !== undefined;
}

export function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return BEARER.exec(authorization ?? "")?.[1];
}

export function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  const header = headers["x-api-key"];
  return bearerToken(headers) ?? (typeof header === "string" ? header : undefined);
}

/** Returns the hash of the request's key, if the key is well-formed. */
export function presentedKeyHash(headers: IncomingHttpHeaders): Buffer | undefined {
  const key = presentedKey(headers);
  if (key === undefined) return undefined;
  return agentIdInKey(key, rulesOf(kindOfKey(key)).kind) === undefined ? undefined : hashOfKey(key);
}

export interface Authentication {
  readonly caller: Caller;
  /** The stored answer under the call's Idempotency-Key, if any. */
  readonly record: FoundIdempotencyRecord | undefined;
}

export interface KeyCheck {
  readonly headers: IncomingHttpHeaders;
  readonly load: CallerLoad;
  readonly idempotencyKey: string | undefined;
  readonly clock: () => number;
  /** The arrival time of the call. House time is computed from it. */
  readonly arrivedAt: RealInstant;
  readonly outages: Outages;
}

/** Finds the caller, or returns undefined if the key is not valid. Throws a 503 if the check itself fails. */
export async function checkKey(database: Database, check: KeyCheck): Promise<Authentication | undefined> {
  const key = presentedKey(check.headers);
  if (key === undefined) return undefined;
  const rules = rulesOf(kindOfKey(key));
  const agentId = agentIdInKey(key, rules.kind);
  if (agentId === undefined) return undefined;
  const keyHash = hashOfKey(key);
  const { idempotencyKey, load, clock } = check;
  const now = clock();
  const scope = rules.kind === "sitter" ? { agentId, sitterKeyHash: keyHash } : { agentId };
  const recordHash = idempotencyKey === undefined ? undefined : recordKeyHash(scope, idempotencyKey);
  const { moves } = check.outages;
  try {
    const question = { agentId, keyHash, load, recordKeyHash: recordHash, now };
    const found = await rules.find(database, question);
    if (found === undefined || !timingSafeEqual(found.caller.keyHash, keyHash)) return undefined;
    const { record, databaseNow } = found;
    if (!found.keyUsedBefore) await recordFirstUse(database, rules, found.caller, now);
    const clockTrusted = clocksAgree(databaseNow, now, clock());
    const outages = await check.outages.whenAnswering(databaseNow);
    // Recorded instants were moved back during the check, so the loaded house is outdated.
    if (check.outages.moves !== moves) return await checkKey(database, check);
    const houseNow = houseTime(found.caller.agent, check.arrivedAt);
    return { caller: { ...underOutages(found.caller, outages, now), houseNow, clockTrusted }, record };
  } catch (cause) {
    throw Object.assign(Failure.general("key_not_checked"), { cause });
  }
}

/** Finds the caller for a contract that accepts a key but does not require one. */
export async function holderOf({ headers, now }: RequestContext, services: Needs<"database" | "now" | "outages">) {
  const { database, now: clock, outages } = services;
  const check = { headers, load: "agent", idempotencyKey: undefined, clock, arrivedAt: now, outages } as const;
  return (await checkKey(database, check))?.caller;
}

/** Moves the caller's creatures across outages. Outages do not apply to a house with a moved clock (AMNESTY-6). */
function underOutages(caller: FoundCaller["caller"], outages: readonly Span[], now: RealInstant) {
  const counting = caller.agent.clockMoved ? [] : outages;
  const creatures = caller.creatures.map((stored) => presentInRealTime(stored, counting, now));
  return { ...caller, outages: counting, creatures };
}

/** Records the first use of a key, and deletes the stored answer that contained it. */
async function recordFirstUse(
  database: Database,
  rules: KeyRules,
  caller: Pick<Caller, "agent" | "keyHash">,
  now: RealInstant,
): Promise<void> {
  await rules.saveFirstUse(database, caller, now);
  await saveSecretForgotten(database, { agentId: caller.agent.id, issuedKeyHash: caller.keyHash });
}

/** Finds the record of a completed rotation, for a retry with the replaced key. Returns undefined for every other dead key. */
export async function findRotationOf(
  database: Database,
  headers: IncomingHttpHeaders,
  idempotencyKey: string,
): Promise<FoundIdempotencyRecord | undefined> {
  const key = presentedKey(headers);
  const agentId = key === undefined ? undefined : agentIdInKey(key);
  if (key === undefined || agentId === undefined) return undefined;
  const record = await findIdempotencyRecord(database, agentId, recordKeyHash({ agentId }, idempotencyKey)).catch(
    (cause: unknown) => {
      throw Object.assign(Failure.general("key_not_checked"), { cause });
    },
  );
  const replaced = record?.replacedKeyHash ?? null;
  return replaced !== null && timingSafeEqual(replaced, hashOfKey(key)) ? record : undefined;
}

/** Throws if the operator has suspended the caller. The answer says that the key is still good. */
export function refuseSuspended(caller: Caller, contact: string | undefined): void {
  const { suspendedAt, suspendedReason } = caller.agent;
  if (suspendedAt !== null) throw suspendedFailure(suspendedAt, suspendedReason ?? "", contact, caller.kind);
}

export function suspendedFailure(
  since: number,
  reason: string,
  contact: string | undefined,
  kind: KeyKind = "agent",
): Failure {
  return Failure.general("suspended", {
    suggestion: `Reason: "${reason}". ${rulesOf(kind).suspended} If you think this is a mistake, have your human contact ${operatorAt(contact)}.`,
    fields: { suspended_since: iso(since), reason },
  });
}

function operatorAt(contact: string | undefined): string {
  return contact === undefined ? "the operator of this service" : `the operator at ${contact}`;
}

/** Returns the refusal of an invalid key, which says whether the key is unknown, was replaced, or was ended by the operator. */
export async function refusalOfKey(database: Database, request: RequestContext): Promise<Failure> {
  const { headers, now } = request;
  const key = presentedKey(headers);
  const kind = key === undefined ? "agent" : rulesOf(kindOfKey(key)).kind;
  const agentId = key === undefined ? undefined : agentIdInKey(key, kind);
  if (key === undefined || agentId === undefined) return invalidKeyFailure(badKeyIn(headers));
  const ended = await findEndedKey(database, { agentId, keyHash: hashOfKey(key), now }).catch((cause: unknown) => {
    throw Object.assign(Failure.general("key_not_checked"), { cause });
  });
  if (ended === undefined) return invalidKeyFailure(badKeyIn(headers));
  const { endedAt, reason, clockOffsetMs } = ended;
  if (reason !== null) return endedKeyFailure({ endedAt, reason }, kind);
  request.oldKey = { agentId, clockOffsetMs, code: OLD_KEY };
  return invalidKeyFailure(
    kind,
    `This key was replaced on ${dateWords(endedAt)}. Use the new one, or your recovery code.`,
  );
}

export function endedKeyFailure(
  { endedAt, reason }: { readonly endedAt: number; readonly reason: string },
  kind: KeyKind = "agent",
): Failure {
  return Failure.general("key_ended", {
    suggestion: `The operator ended all keys of this account. Reason: "${reason}". ${rulesOf(kind).afterEnd}`,
    fields: { ended_at: iso(endedAt), reason },
    nextSteps: [recoveryStep()],
  });
}

/** The kind of an invalid key, or `missing`. */
export type BadKey = "missing" | KeyKind;

export function badKeyIn(headers: IncomingHttpHeaders): BadKey {
  const key = presentedKey(headers);
  if (key !== undefined) return kindOfKey(key);
  return carriesKey(headers) ? "agent" : "missing";
}

const MISSING_KEY =
  "This call needs a key. Send yours as `Authorization: Bearer <key>` or as `x-api-key: <key>`. If you don't have one, register. If you lost it, use your recovery code.";
/** Explanations for secrets of this service that are not API keys. */
const NOT_KEYS: Partial<Record<KeyKind, string>> = {
  recovery:
    "This is a recovery code, not a key. Send it as `recovery_code` to the recover call, which returns a new key.",
  owner: "This is part of the address of an owner's page, not a key. It opens only that page.",
};

/** Locks a caller's account for a change. Throws if the key has become invalid since it was checked. */
export async function lockWithKey(tx: Tx, agentId: string, keyHash: Buffer): Promise<void> {
  if (!(await lockAccountBy(tx, agentId, keyHash))) throw invalidKeyFailure();
}

/**
 * A missing key suggests registration first. A bad key suggests recovery first, because a second registration would abandon the
 * existing house.
 */
export function invalidKeyFailure(badKey: BadKey = "agent", fault?: string): Failure {
  const isMissing = badKey === "missing";
  const registration = registrationStep(
    isMissing ? undefined : "If you don't have an account to recover: register a new one with an empty house.",
  );
  return Failure.general(isMissing ? "missing_key" : "invalid_key", {
    suggestion: isMissing ? MISSING_KEY : (fault ?? NOT_KEYS[badKey] ?? rulesOf(badKey).fault),
    nextSteps: isMissing ? [registration, recoveryStep()] : [recoveryStep(), registration],
  });
}
