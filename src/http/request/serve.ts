// The way of a request through an endpoint: IP limit, key check and load, agent limit, input, handler, answer.
import type { Place } from "../guard/admit.ts";
import { admitAdmin, admitAgent, countByAddress, isKeyed, reserveByAddress } from "../guard/admit.ts";
import type { Body } from "./body.ts";
import type { Endpoint } from "./call-context.ts";
import { StreamAnswer, TextAnswer } from "./call-context.ts";
import type { Contract } from "../contract/contract.ts";
import { Failure, errorBody } from "../respond/errors.ts";
import type { Exchange, Reply } from "../message/request-context.ts";
import { JSON_TYPE, headerOf } from "../message/request-context.ts";
import type { IdempotentCall } from "../guard/idempotency.ts";
import { Replay, fingerprintOf, idempotencyKeyOf } from "../guard/idempotency.ts";
import { inputOf } from "./input.ts";
import { LiveCall, replayIfAnswered } from "./live-call.ts";
import type { Parts } from "./services.ts";
import { failureForSitter, replayForSitter, stepsForSitter, withinScope } from "../guard/scope.ts";
import { Unavailable } from "../../platform/dependency.ts";
import { isUnavailable } from "../../store/db/db.ts";
import type { Sitter } from "../../store/accounts/sitters.ts";
import { knowsTag } from "../respond/tags.ts";

/** Answers a request to an endpoint. Never throws. */
export async function serve(
  { contract, handler }: Endpoint,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
  parts: Parts,
): Promise<Reply> {
  const keyed = isKeyed(contract, exchange);
  const cacheControl = keyed ? "private, no-store" : (contract.publicCache ?? "no-store");
  let sitter: Sitter | undefined;
  let place: Place | undefined;
  try {
    // First: bad keys have a limit of their own, and must not use up the operator's.
    if (contract.auth === "admin") await admitAdmin(exchange, parts);
    place = await reserveByAddress(contract, exchange, parts);
    if (!keyed && place === undefined) await countByAddress(contract, exchange, parts);
    const body: Body = contract.body === undefined ? { kind: "none" } : await exchange.body();
    // A bad Idempotency-Key is told only to those whose API key is good.
    const idempotent = idempotentCallOf(contract, exchange, body);
    const usable = idempotent instanceof Failure ? undefined : idempotent;
    const authenticated = keyed ? await admitAgent(contract, exchange, usable, parts) : undefined;
    sitter = authenticated?.caller.sitter;
    if (idempotent instanceof Failure) throw idempotent;
    const given = inputOf(contract, { params, search: exchange.search, body });
    const input = authenticated === undefined ? given : withinScope(contract, authenticated.caller, given);
    if (authenticated !== undefined) replayIfAnswered(authenticated, idempotent, exchange.now);
    const call = new LiveCall(contract, { exchange, input, authenticated, idempotent, refusal: place?.refusal }, parts);
    const answer = await call.answeredBy(handler);
    await place?.keep();
    const isJson = !(answer instanceof TextAnswer || answer instanceof StreamAnswer);
    const contentType = isJson ? JSON_TYPE : (contract.alternative?.contentType ?? "text/plain");
    const headers = {
      "content-type": contentType,
      "cache-control": cacheControl,
      ...varying(contract),
      ...call.headers,
    };
    const { status } = contract;
    const { etag } = call.headers;
    if (etag !== undefined && knowsTag(exchange, etag)) return { status: 304, text: "", headers };
    if (answer instanceof StreamAnswer) return { status, text: streamOf(answer), headers };
    if (answer instanceof TextAnswer) return { status, text: answer.text, headers };
    const whole = call.whole(answer);
    if (sitter === undefined) return { status, text: JSON.stringify(whole), headers };
    const next_steps = stepsForSitter(answer.next_steps, parts.contracts, sitter);
    return { status, text: JSON.stringify({ ...whole, next_steps }), headers };
  } catch (thrown) {
    await place?.giveBack();
    if (thrown instanceof Replay) {
      const headers = { "content-type": JSON_TYPE, "cache-control": cacheControl, ...thrown.headers };
      const text = sitter === undefined ? thrown.text : replayForSitter(thrown.text, parts.contracts, sitter);
      return { status: thrown.status, text, headers: { ...headers, "idempotency-replayed": "true" } };
    }
    const thrownAs = failureFrom(thrown, contract, exchange, parts);
    const failure = sitter === undefined ? thrownAs : failureForSitter(thrownAs, parts.contracts, sitter);
    return failureReply(failure, failure.status === 400 && !keyed ? contract.publicCache : undefined);
  }
}

/** Bytes that are made when they are wanted: nothing runs ahead of the caller. */
function streamOf({ chunks }: StreamAnswer): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
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
  if (thrown instanceof Failure && (thrown.status < 500 || thrown.cause === undefined)) return thrown;
  // A dependency logs by itself when it goes away and comes back.
  if (!(thrown instanceof Unavailable)) log.error({ requestId: id, endpoint: name, err: thrown }, "a request failed");
  return failureIn(thrown) ?? fault(failure, id);
}

/** What was thrown as an answer; undefined when it is a fault of ours. */
export function failureIn(thrown: unknown): Failure | undefined {
  if (thrown instanceof Failure) return thrown;
  if (thrown instanceof Unavailable) return withoutDependency(thrown);
  return isUnavailable(thrown) ? unavailable() : undefined;
}

function withoutDependency({ message, retryAfterSeconds }: Unavailable): Failure {
  return new Failure(503, message, {
    suggestion: `Retry in ${retryAfterSeconds} seconds. For writes, reuse the same Idempotency-Key so nothing happens twice.`,
    headers: { "retry-after": String(retryAfterSeconds) },
  });
}

/** The failure of a request that broke something. */
export function fault(error: string, requestId: string): Failure {
  return new Failure(500, error, {
    suggestion: `This is a fault of the service. Try again in a moment; if it stays, report request ${requestId}.`,
  });
}

/** Whether the call took effect is not known: the connection may have been lost behind the commit. */
export function unavailable(): Failure {
  return new Failure(503, "The database does not answer", {
    suggestion: "Call again in a few seconds; a write with the same Idempotency-Key, so that it cannot happen twice.",
  });
}

const RETRY_AFTER_SECONDS = 2;

/** The answer that tells of a failure. A 503 always says when to come again. */
export function failureReply(failure: Failure, cacheControl = "no-store"): Reply & { readonly text: string } {
  const headers = {
    "content-type": JSON_TYPE,
    "cache-control": cacheControl,
    ...(failure.status === 503 ? { "retry-after": String(RETRY_AFTER_SECONDS) } : {}),
    ...failure.more.headers,
  };
  return { status: failure.status, text: errorBody(failure), headers };
}
