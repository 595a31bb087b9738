// The last step of a request: turns its answer, or what was thrown, into a reply.
import { Unavailable } from "../../platform/dependency.ts";
import { MOST_QUEUED } from "../../app/visits/call-trail.ts";
import { isJsonObject } from "../../platform/json.ts";
import type { Caller } from "../../store/accounts/callers.ts";
import type { Sitter } from "../../store/accounts/sitters.ts";
import type { Contract, NextStep } from "../../contracts/kit/contract.ts";
import { answerIn } from "../../contracts/kit/contract.ts";
import type { Reservation } from "../guard/count-address.ts";
import { Replay } from "../guard/idempotency.ts";
import { withFreeNames } from "../respond/free-names.ts";
import type { Body, Reply, RequestContext } from "../message/request-context.ts";
import { JSON_TYPE } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";
import { failureIn, failureReply, fault } from "../respond/failure-reply.ts";
import { knowsTag } from "../respond/tags.ts";
import type { RunCall } from "../trials/run-view.ts";
import { answerForRun, failureForRun } from "../trials/run-view.ts";
import type { CallContext } from "./call-context.ts";
import { StreamAnswer, TextAnswer } from "./endpoint.ts";
import type { Services } from "./services.ts";
import { answerForSitter, failureForSitter, replayForSitter } from "./authorize.ts";

/** What is known of a request while it passes through the pipeline. */
export interface Progress {
  readonly contract: Contract;
  readonly request: RequestContext;
  readonly services: Services;
  /** Whether the call is made by an agent. */
  readonly keyed: boolean;
  reservation?: Reservation | undefined;
  /** Set when the key is a sitter's. */
  sitter?: (Sitter & { readonly keeper: string }) | undefined;
  /** Set when the key is a run's. */
  run?: RunCall | undefined;
  /** Whether a fault of the run makes the answer get lost, whatever it is. */
  isAnswerLost?: boolean;
  /** Set once the key matched: whose trail the call belongs to, and what may name a creature. */
  noting?: { readonly caller: Caller; readonly body: Body };
}

type Answer = { readonly next_steps: NextStep[] } | TextAnswer | StreamAnswer;

export function respond(answer: Answer, call: CallContext, progress: Progress): Reply {
  const { contract, request, services, sitter, run } = progress;
  const { status, auth, alternative } = contract;
  note(progress, status, null);
  const isJson = !(answer instanceof TextAnswer || answer instanceof StreamAnswer);
  const headers = {
    "content-type": isJson ? JSON_TYPE : (alternative?.contentType ?? "text/plain"),
    "cache-control": cacheControlOf(progress),
    // A shared cache must not show one agent's answer, or the public's, to another.
    ...(auth === "optional" ? { vary: "authorization, x-api-key" } : {}),
    ...ownHeaders(call.headers, run),
  };
  const { etag } = ownHeaders(call.headers, run);
  if (etag !== undefined && knowsTag(request, etag)) return { status: 304, text: "", headers };
  if (answer instanceof StreamAnswer) return { status, text: streamOf(answer), headers };
  if (answer instanceof TextAnswer) return { status, text: answer.text, headers };
  const whole = call.whole(answer);
  if (run !== undefined) return { status, text: answerForRun(whole, run), headers };
  if (sitter === undefined) return { status, text: JSON.stringify(whole), headers };
  return { status, text: JSON.stringify(answerForSitter(whole, services.contracts, sitter)), headers };
}

export function respondToFailure(thrown: unknown, progress: Progress): Reply {
  const { contract, keyed, sitter, run, services } = progress;
  if (thrown instanceof Replay) {
    note(progress, thrown.status, null);
    const own = { ...ownHeaders(thrown.headers, run), "idempotency-replayed": "true" };
    const headers = { "content-type": JSON_TYPE, "cache-control": cacheControlOf(progress), ...own };
    return { status: thrown.status, text: replayed(thrown.text, progress), headers };
  }
  const found = failureFrom(thrown, progress);
  const { nextSteps } = found.more;
  const creatures = progress.noting?.caller.creatures;
  const known = nextSteps === undefined ? found : found.with({ nextSteps: withFreeNames(nextSteps, creatures) });
  note(progress, known.status, known.code);
  const forRun = run === undefined ? known : failureForRun(known, run);
  const failure = sitter === undefined ? forRun : failureForSitter(forRun, services.contracts, sitter);
  return failureReply(failure, failure.status === 400 && !keyed ? contract.publicCache : undefined);
}

/** A stored answer passes the same filters as the first answer did. */
function replayed(text: string, { services, sitter, run }: Progress): string {
  if (run !== undefined) return answerForRun(answerIn(text), run);
  return sitter === undefined ? text : replayForSitter(text, services.contracts, sitter);
}

/** The headers that a handler set. A tag is made from all that can be seen otherwise, so a blind run gets none. */
function ownHeaders(headers: Readonly<Record<string, string>>, call: RunCall | undefined): Record<string, string> {
  const { etag, ...others } = headers;
  return etag === undefined || call?.run.scenario.blind === true ? others : { ...others, etag };
}

/** Calls with which an account is looked into, not a creature looked after. */
const NOT_VISITS: ReadonlySet<string> = new Set(["incidents", "moveClock", "readClock"]);

/** Appends the call to its agent's trail. Calls without a good key belong to no one. */
function note({ contract, request, services, noting }: Progress, status: number, code: string | null): void {
  const { queue } = services.callTrail;
  if (noting === undefined || queue.length >= MOST_QUEUED || (code === null && NOT_VISITS.has(contract.name))) return;
  const { caller, body } = noting;
  const { agent, sitter, creatures, run } = caller;
  // Nobody asks why a visit in a run was late.
  if (run !== undefined) return;
  const call = {
    agentId: agent.id,
    clockOffsetMs: agent.clockOffsetMs,
    operation: `${contract.method} ${contract.path}`,
    status,
    bySitter: sitter !== undefined,
    requestId: request.id,
    now: request.now,
  };
  const { refusals = [] } = request;
  const reasons = code === null ? refusals : [{ code, creatureId: targetIn(request, body) }];
  if (reasons.length === 0) queue.push({ ...call, code: null, creatureId: null });
  // Only creatures that live here: other ids would make every call a different one.
  const known = (wanted: unknown) => creatures.find(({ creature }) => creature.id === wanted)?.creature.id ?? null;
  for (const reason of reasons) queue.push({ ...call, code: reason.code, creatureId: known(reason.creatureId) });
}

/** What a refused call named as its creature. */
function targetIn({ search }: RequestContext, body: Body): unknown {
  if (body.kind === "json" && isJsonObject(body.value)) return body.value["creature_id"] ?? body.value["id"];
  const query = new URLSearchParams(search);
  return query.get("creature_id") ?? query.get("id");
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
export function streamOf({ chunks }: StreamAnswer): ReadableStream<Uint8Array<ArrayBuffer>> {
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
