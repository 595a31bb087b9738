// The last step of a request: turns its answer, or what was thrown, into a reply.
import { Unavailable } from "../../platform/dependency.ts";
import type { Sitter } from "../../store/accounts/sitters.ts";
import type { Contract, NextStep } from "../contract/contract.ts";
import type { Reservation } from "../guard/count-address.ts";
import { Replay } from "../guard/idempotency.ts";
import type { Reply, RequestContext } from "../message/request-context.ts";
import { JSON_TYPE } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";
import { failureIn, failureReply, fault } from "../respond/failure-reply.ts";
import { knowsTag } from "../respond/tags.ts";
import type { CallContext } from "./call-context.ts";
import { StreamAnswer, TextAnswer } from "./endpoint.ts";
import type { Services } from "./services.ts";
import { failureForSitter, replayForSitter, stepsForSitter } from "./authorize.ts";

/** What is known of a request while it passes through the pipeline. */
export interface Progress {
  readonly contract: Contract;
  readonly request: RequestContext;
  readonly services: Services;
  /** Whether the call is made by an agent. */
  readonly keyed: boolean;
  reservation?: Reservation | undefined;
  /** Whose key it is, when it is a sitter's. */
  sitter?: Sitter | undefined;
}

type Answer = { readonly next_steps: NextStep[] } | TextAnswer | StreamAnswer;

export function respond(answer: Answer, call: CallContext, progress: Progress): Reply {
  const { contract, request, services, sitter } = progress;
  const { status, auth, alternative } = contract;
  const isJson = !(answer instanceof TextAnswer || answer instanceof StreamAnswer);
  const headers = {
    "content-type": isJson ? JSON_TYPE : (alternative?.contentType ?? "text/plain"),
    "cache-control": cacheControlOf(progress),
    // A shared cache must not show one agent's answer, or the public's, to another.
    ...(auth === "optional" ? { vary: "authorization, x-api-key" } : {}),
    ...call.headers,
  };
  const { etag } = call.headers;
  if (etag !== undefined && knowsTag(request, etag)) return { status: 304, text: "", headers };
  if (answer instanceof StreamAnswer) return { status, text: streamOf(answer), headers };
  if (answer instanceof TextAnswer) return { status, text: answer.text, headers };
  const whole = call.whole(answer);
  if (sitter === undefined) return { status, text: JSON.stringify(whole), headers };
  const next_steps = stepsForSitter(answer.next_steps, services.contracts, sitter);
  return { status, text: JSON.stringify({ ...whole, next_steps }), headers };
}

export function respondToFailure(thrown: unknown, progress: Progress): Reply {
  const { contract, keyed, sitter, services } = progress;
  if (thrown instanceof Replay) {
    const text = sitter === undefined ? thrown.text : replayForSitter(thrown.text, services.contracts, sitter);
    const headers = { "content-type": JSON_TYPE, "cache-control": cacheControlOf(progress), ...thrown.headers };
    return { status: thrown.status, text, headers: { ...headers, "idempotency-replayed": "true" } };
  }
  const known = failureFrom(thrown, progress);
  const failure = sitter === undefined ? known : failureForSitter(known, services.contracts, sitter);
  return failureReply(failure, failure.status === 400 && !keyed ? contract.publicCache : undefined);
}

function cacheControlOf({ keyed, contract }: Progress): string {
  return keyed ? "private, no-store" : (contract.publicCache ?? "no-store");
}

/** What was thrown, as a failure. A fault of ours is logged and says no more than the contract's text. */
function failureFrom(thrown: unknown, { contract, request, services }: Progress): Failure {
  if (thrown instanceof Failure && (thrown.status < 500 || thrown.cause === undefined)) return thrown;
  // A dependency logs when it goes away and comes back.
  if (!(thrown instanceof Unavailable)) {
    services.log.error({ requestId: request.id, endpoint: contract.name, err: thrown }, "a request failed");
  }
  return failureIn(thrown) ?? fault(contract.failure, request.id);
}

/** Bytes that are made when they are wanted: nothing runs ahead of the caller. */
function streamOf({ chunks }: StreamAnswer): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const next = await iterator.next();
        if (next.done === true) controller.close();
        else controller.enqueue(encoder.encode(next.value));
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
