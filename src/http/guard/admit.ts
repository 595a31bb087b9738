// Who may pass: counts the request in its window and checks the key. An agent's counter moves only after its key
// matched, so nobody can use up another's; the limit of failed checks stops only those whose key is bad.
import { carriesPayment } from "../../payments/payment-headers.ts";
import type { Authenticated } from "./auth.ts";
import {
  authenticate,
  badKeyIn,
  findRotationOf,
  hashOfKeyShown,
  invalidAdminKey,
  invalidKey,
  isAdmin,
  refuseSuspended,
  showsKey,
} from "./auth.ts";
import type { Contract, Limit } from "../contract/contract.ts";
import { Failure } from "../respond/errors.ts";
import type { Exchange } from "../message/request-context.ts";
import { headerOf } from "../message/request-context.ts";
import type { IdempotentCall } from "./idempotency.ts";
import { Replay, verdictOn } from "./idempotency.ts";
import type { Parts } from "../request/services.ts";
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

/** A place in a window that counts only calls that take effect. */
export interface Place {
  /** What a call without a place gets, unless it repeats one that took effect. */
  readonly refusal?: Failure;
  /** The call took effect. */
  keep(): Promise<void>;
  /** It did not. */
  giveBack(): Promise<void>;
}

/**
 * Reserves a place by address, where the limit counts only calls that take effect; undefined where it counts all. The
 * answer shows the standing among those, also when there were too many others.
 */
export async function reserveByAddress(
  { name, limit }: Limited,
  exchange: Exchange,
  { limiter }: Parts,
): Promise<Place | undefined> {
  if (limit.others === undefined) return undefined;
  const { address, now } = exchange;
  const counter = limit.counter ?? name;
  const others: Limited = { name: `${counter}:others`, limit: { ...limit, max: limit.others } };
  const giveBack = async (): Promise<void> => {
    exchange.standing = await limiter.giveBack(counter, limit, address, now);
  };
  const standing = await limiter.consume(counter, limit, address, now);
  exchange.standing = standing;
  if (standing.exceeded) await giveBack();
  // A lost answer can be asked for again, whatever else was done in the meantime.
  if (standing.exceeded && headerOf(exchange, "idempotency-key") === undefined) throw rateLimited(standing, now);
  const other = await limiter.consume(others.name, others.limit, address, now);
  if (other.exceeded) {
    if (!standing.exceeded) await giveBack();
    throw rateLimited(other, now);
  }
  if (standing.exceeded) return { refusal: rateLimited(standing, now), keep: nothing, giveBack: nothing };
  return { giveBack, keep: async () => void (await limiter.giveBack(others.name, others.limit, address, now)) };
}

async function nothing(): Promise<void> {}

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
    await countByAgent(contract, agent.id, exchange, parts, sitter !== undefined);
    refuseSuspended(found.caller, parts.config.operatorContact);
    if (sitter !== undefined && contract.sitter === undefined) throw sitterRefused(sitter);
    return found;
  }
  if ((contract.secret === true || contract.endsKey === true) && idempotent !== undefined)
    await replayRotation(contract, exchange, idempotent, parts);
  if (suspectHash !== undefined) suspectKeys.wasRefused(suspectHash, now);
  throw await refuseGuess(FAILED_AUTHENTICATION, exchange, parts, invalidKey(badKeyIn(headers)));
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
  isSitter = false,
): Promise<void> {
  const { name, limit } = contract;
  exchange.agentId = agentId;
  // All sitter keys of an agent share one budget: more keys must not mean more calls, and none uses up the keeper's.
  const subject = isSitter ? `${agentId}:sitters` : agentId;
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
