// The way of a request through an endpoint: IP limit, key check and load, agent limit, input, handler, answer.
import { admitAdmin, admitAgent, countByAddress, isKeyed } from "./admit.ts";
import type { Body } from "./body.ts";
import { readBody } from "./body.ts";
import type { Endpoint } from "./call.ts";
import { TextAnswer } from "./call.ts";
import type { Contract } from "./contract.ts";
import { Failure, errorBody } from "./errors.ts";
import type { Exchange, Reply } from "./exchange.ts";
import { JSON_TYPE, headerOf } from "./exchange.ts";
import type { IdempotentCall } from "./idempotency.ts";
import { Replay, fingerprintOf, idempotencyKeyOf } from "./idempotency.ts";
import { inputOf } from "./input.ts";
import { LiveCall, replayIfAnswered } from "./live-call.ts";
import type { Parts } from "./parts.ts";

/** Answers a request to an endpoint. Never throws. */
export async function serve(
  { contract, handler }: Endpoint,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
  parts: Parts,
): Promise<Reply> {
  const keyed = isKeyed(contract, exchange);
  const cacheControl = keyed ? "private, no-store" : (contract.publicCache ?? "no-store");
  try {
    if (!keyed) await countByAddress(contract, exchange, parts);
    if (contract.auth === "admin") await admitAdmin(exchange, parts);
    const body: Body = contract.body === undefined ? { kind: "none" } : await readBody(exchange.incoming);
    // A bad Idempotency-Key is told only to those whose API key is good.
    const idempotent = idempotentCallOf(contract, exchange, body);
    const usable = idempotent instanceof Failure ? undefined : idempotent;
    const authenticated = keyed ? await admitAgent(contract, exchange, usable, parts) : undefined;
    if (idempotent instanceof Failure) throw idempotent;
    const input = inputOf(contract, { params, search: exchange.search, body });
    if (authenticated !== undefined) replayIfAnswered(authenticated, idempotent, exchange.now);
    const call = new LiveCall(contract, { exchange, input, authenticated, idempotent }, parts);
    const answer = await call.answeredBy(handler);
    const isText = answer instanceof TextAnswer;
    const contentType = isText ? (contract.alternative?.contentType ?? "text/plain") : JSON_TYPE;
    const headers = {
      "content-type": contentType,
      "cache-control": cacheControl,
      ...varying(contract),
      ...call.headers,
    };
    return { status: contract.status, text: isText ? answer.text : JSON.stringify(answer), headers };
  } catch (thrown) {
    if (thrown instanceof Replay) {
      const headers = { "content-type": JSON_TYPE, "cache-control": cacheControl, "idempotency-replayed": "true" };
      return { status: thrown.status, text: thrown.text, headers };
    }
    const failure = failureFrom(thrown, contract, exchange, parts);
    return failureReply(failure, failure.status === 400 && !keyed ? contract.publicCache : undefined);
  }
}

/** A shared cache must not show one agent's answer, or the public's, to another. */
function varying({ auth }: Contract): Readonly<Record<string, string>> {
  return auth === "optional" ? { vary: "authorization, x-api-key" } : {};
}

/** What an Idempotency-Key makes of the call; a failure when the key is no key. */
function idempotentCallOf(contract: Contract, exchange: Exchange, body: Body): IdempotentCall | Failure | undefined {
  const key = idempotencyKeyOf(contract, headerOf(exchange, "idempotency-key"));
  if (key === undefined || key instanceof Failure) return key;
  const value = body.kind === "json" ? body.value : undefined;
  return { key, fingerprint: fingerprintOf(contract.method, exchange.path + exchange.search, value) };
}

/** What was thrown, as an answer. A fault of ours is logged and says no more than the contract's text. */
function failureFrom(thrown: unknown, { name, failure }: Contract, { id }: Exchange, { log }: Parts): Failure {
  if (thrown instanceof Failure && thrown.status < 500) return thrown;
  log.error({ requestId: id, endpoint: name, err: thrown }, "a request failed");
  if (thrown instanceof Failure) return thrown;
  return new Failure(500, failure, {
    suggestion: `This is a fault of the service. Try again in a moment; if it stays, report request ${id}.`,
  });
}

/** The answer that tells of a failure. */
export function failureReply(failure: Failure, cacheControl = "no-store"): Reply {
  const headers = { "content-type": JSON_TYPE, "cache-control": cacheControl, ...failure.more.headers };
  return { status: failure.status, text: errorBody(failure), headers };
}
