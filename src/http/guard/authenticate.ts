// Authenticates calls: finds the caller of an agent's or sitter's key, or the operator, and counts bad keys by address.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { CallerLoad } from "../../model/agents/store/callers.ts";
import type { Outages } from "../../model/outages/outages.ts";
import type { Database } from "../../platform/database/db.ts";
import type { Contract, LimitOwner } from "../contract/contract.ts";
import type { RequestContext } from "../message/request-context.ts";
import type { Rail } from "../../model/ledger/rail.ts";
import { hashOfKey } from "../../platform/identity/api-key.ts";
import { currentSlot } from "../../platform/slot.ts";
import { countByAgent } from "./count-agent.ts";
import { guessFailure } from "./count-address.ts";
import { Replay, recordVerdict, type IdempotentCall } from "./idempotency.ts";
import {
  badKeyIn,
  checkKey,
  findRotationOf,
  presentedKeyHash,
  invalidKeyFailure,
  presentedKey,
  refusalOfKey,
  carriesKey,
  type Authentication,
} from "./key-check.ts";
import { Failure } from "../respond/errors.ts";
import { operatorIn, type KnownOperator } from "./operator-key.ts";
import type { RateLimiter } from "./rate-limit.ts";
import type { SuspectKeys } from "./suspect-keys.ts";

interface AuthenticationServices {
  readonly database: Database;
  readonly limiter: RateLimiter;
  readonly suspectKeys: SuspectKeys;
  readonly outages: Outages;
  readonly rails: readonly Rail[];
  readonly now: () => RealInstant;
}

const FAILED_AUTHENTICATION: LimitOwner = {
  name: "failedAuthentication",
  limit: { by: "ip", max: 30, windowSeconds: 60 },
};

const ADMIN_KEY_GUESSES: LimitOwner = {
  name: "adminKeyGuesses",
  limit: { by: "ip", max: 10, windowSeconds: 600 },
};

/** Returns whether a call must be authenticated with an agent's key. */
export function isKeyed({ auth }: Contract, { headers }: RequestContext): boolean {
  return auth === "required" || (auth === "optional" && carriesKey(headers));
}

/** Returns which parts of the caller's house the key check loads. */
export function loadOf({ load = "agent" }: Contract, { search }: RequestContext): CallerLoad {
  return typeof load === "string" ? load : load(search);
}

/** Finds the caller of a keyed contract. Throws a refusal if the key is bad, or the answer of a rotation that is retried. */
export async function authenticate(
  contract: Contract,
  request: RequestContext,
  idempotent: IdempotentCall | undefined,
  services: AuthenticationServices,
): Promise<Authentication> {
  const { headers, address, now } = request;
  const { database, limiter, suspectKeys, outages } = services;
  const check = () =>
    checkKey(database, {
      headers,
      load: loadOf(contract, request),
      idempotencyKey: idempotent?.key,
      clock: services.now,
      arrivedAt: now,
      outages,
    });
  const isSuspect = limiter.isExceeded(FAILED_AUTHENTICATION.name, FAILED_AUTHENTICATION.limit, address, now);
  const suspectHash = isSuspect ? presentedKeyHash(headers) : undefined;
  const found = await (suspectHash === undefined ? check() : suspectKeys.check(suspectHash, now, check));
  if (found !== undefined) {
    suspectKeys.noteGood(found.caller.keyHash);
    currentSlot()?.proven();
    return found;
  }
  const key = presentedKey(headers);
  if (key !== undefined) suspectKeys.noteBad(hashOfKey(key));
  if ((contract.secrets?.answer === true || contract.secrets?.endsKey === true) && idempotent !== undefined)
    await replayRotation(contract, request, idempotent, services);
  if (suspectHash !== undefined) suspectKeys.noteRejected(suspectHash, now);
  // The second query, which finds out who ended the key, is not made for suspect addresses.
  const refusal = isSuspect ? invalidKeyFailure(badKeyIn(headers)) : await refusalOfKey(database, request);
  throw await guessFailure(FAILED_AUTHENTICATION, request, services, refusal);
}

/** Answers a retried rotation that still presents the replaced key. That key is not valid for any other call. */
async function replayRotation(
  contract: Contract,
  request: RequestContext,
  idempotent: IdempotentCall,
  services: AuthenticationServices,
): Promise<void> {
  const record = await findRotationOf(services.database, request.headers, idempotent.key);
  const verdict = record === undefined ? undefined : recordVerdict(record, idempotent, request.now);
  if (record === undefined || !(verdict instanceof Replay)) return;
  await countByAgent(contract, request, { agentId: record.agentId, isSitter: false }, services);
  throw verdict;
}

/** Finds the operator, however many bad keys the same address has sent. */
export async function authenticateOperator(
  request: RequestContext,
  services: { readonly limiter: RateLimiter; readonly config: { readonly operators: readonly KnownOperator[] } },
): Promise<KnownOperator> {
  const operator = operatorIn(request.headers, services.config.operators);
  if (operator !== undefined) return operator;
  throw await guessFailure(ADMIN_KEY_GUESSES, request, services, Failure.general("invalid_admin_key"));
}
