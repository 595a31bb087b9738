// Who may pass: counts the request in its window and checks the key. An agent's counter moves only after its key
// matched, so nobody can use up another's; the limit of failed checks stops only those whose key is bad.
import { carriesPayment } from "../payments/payment-headers.ts";
import type { Authenticated } from "./auth.ts";
import {
  authenticate,
  findRotationOf,
  hashOfKeyShown,
  invalidAdminKey,
  invalidKey,
  isAdmin,
  refuseSuspended,
  showsKey,
} from "./auth.ts";
import type { Contract, Limit } from "./contract.ts";
import { Failure } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { IdempotentCall } from "./idempotency.ts";
import { Replay, verdictOn } from "./idempotency.ts";
import type { Parts } from "./parts.ts";
import type { Standing } from "./rate-limit.ts";
import { retryAfterSeconds } from "./rate-limit.ts";
import { sitterRefused } from "./scope.ts";

/** What has a window: its own, or one that it shares. */
export interface Limited {
  readonly name: string;
  readonly limit: Limit;
}

const FAILED_AUTHENTICATION: Limited = {
  name: "failedAuthentication",
  limit: { by: "ip", max: 30, windowSeconds: 60 },
};

/** As many as at the operator's door. */
const ADMIN_KEY_GUESSES: Limited = {
  name: "adminKeyGuesses",
  limit: { by: "ip", max: 10, windowSeconds: 600 },
};

/** Whether the call is made by an agent, as opposed to anybody. */
export function isKeyed({ auth }: Contract, exchange: Exchange): boolean {
  return auth === "required" || (auth === "optional" && showsKey(exchange.headers));
}

/** Counts a request by its address, and refuses it when there were too many. */
export async function countByAddress(target: Limited, exchange: Exchange, { limiter }: Parts): Promise<void> {
  const { name, limit } = target;
  exchange.standing = await limiter.consume(limit.counter ?? name, limit, exchange.address, exchange.now);
  refuseIfExceeded(exchange.standing, exchange.now);
}

/** The caller of a keyed contract. Throws when the key is bad or its window is used up. */
export async function admitAgent(
  contract: Contract,
  exchange: Exchange,
  idempotent: IdempotentCall | undefined,
  parts: Parts,
): Promise<Authenticated> {
  const { headers, address, now } = exchange;
  const { limiter, suspectKeys } = parts;
  const look = () =>
    authenticate(parts.database, {
      headers,
      load: contract.load ?? "agent",
      idempotencyKey: idempotent?.key,
      clock: parts.now,
      outages: parts.outages,
    });
  const isSuspect = limiter.isExceeded(FAILED_AUTHENTICATION.name, FAILED_AUTHENTICATION.limit, address, now);
  const suspectHash = isSuspect ? hashOfKeyShown(headers) : undefined;
  const found = await (suspectHash === undefined ? look() : suspectKeys.check(suspectHash, now, look));
  if (found !== undefined) {
    const { agent, sitter, keyHash } = found.caller;
    suspectKeys.wasGood(keyHash);
    await countByAgent(contract, agent.id, exchange, parts, sitter?.id);
    refuseSuspended(found.caller, parts.config.operatorContact);
    if (sitter !== undefined && contract.sitter === undefined) throw sitterRefused(sitter);
    return found;
  }
  if ((contract.secret === true || contract.endsKey === true) && idempotent !== undefined)
    await replayRotation(contract, exchange, idempotent, parts);
  if (suspectHash !== undefined) suspectKeys.wasRefused(suspectHash, now);
  throw await refuseGuess(FAILED_AUTHENTICATION, exchange, parts, invalidKey());
}

/** Lets the holder of the admin key pass, however many bad ones came from the same address. */
export async function admitAdmin(exchange: Exchange, parts: Parts): Promise<void> {
  if (isAdmin(exchange.headers, parts.config.adminKey)) return;
  throw await refuseGuess(ADMIN_KEY_GUESSES, exchange, parts, invalidAdminKey());
}

async function countByAgent(
  contract: Contract,
  agentId: string,
  exchange: Exchange,
  { limiter, rails }: Parts,
  sitterId?: string,
): Promise<void> {
  const { name, limit } = contract;
  exchange.agentId = agentId;
  // A sitter has windows of its own, so that it cannot use up its keeper's.
  const subject = sitterId === undefined ? agentId : `${agentId}:${sitterId}`;
  const counter = limit.counter ?? name;
  exchange.standing =
    limit.paying !== undefined && carriesPayment(exchange.headers, rails)
      ? await limiter.consume(`${counter}:paying`, { ...limit, max: limit.paying }, subject, exchange.now)
      : await limiter.consume(counter, limit, subject, exchange.now);
  refuseIfExceeded(exchange.standing, exchange.now);
}

/** A rotation whose answer got lost is asked for with the key that it replaced, which is dead for everything else. */
async function replayRotation(
  contract: Contract,
  exchange: Exchange,
  idempotent: IdempotentCall,
  parts: Parts,
): Promise<void> {
  const record = await findRotationOf(parts.database, exchange.headers, idempotent.key);
  const verdict = record === undefined ? undefined : verdictOn(record, idempotent, exchange.now);
  if (record === undefined || !(verdict instanceof Replay)) return;
  await countByAgent(contract, record.agentId, exchange, parts);
  throw verdict;
}

/** What a bad key or code gets: its refusal, or a 429 after too many of them from one address. */
export async function refuseGuess(
  { name, limit }: Limited,
  exchange: Exchange,
  { limiter }: Parts,
  refusal: Failure,
): Promise<Failure> {
  const { address, now } = exchange;
  const standing = await limiter.consume(limit.counter ?? name, limit, address, now);
  if (standing.exceeded || exchange.standing === undefined) exchange.standing = standing;
  return standing.exceeded ? rateLimited(standing, now) : refusal;
}

function refuseIfExceeded(standing: Standing, now: number): void {
  if (standing.exceeded) throw rateLimited(standing, now);
}

function rateLimited(standing: Standing, now: number): Failure {
  return tooManyRequests(retryAfterSeconds(standing, now));
}

export function tooManyRequests(seconds: number): Failure {
  return new Failure(429, "Rate limit exceeded", {
    suggestion: `Wait ${seconds} ${seconds === 1 ? "second" : "seconds"} and then call again.`,
    headers: { "retry-after": String(seconds) },
    retryAfterSeconds: seconds,
  });
}
