// The end of a request: turns its answer, or what was thrown, into a reply.
import { MOST_QUEUED } from "../../model/visits/call-trail.ts";
import { UnavailableError } from "../../platform/dependency.ts";
import { isJsonObject } from "../../platform/json.ts";
import { answerIn, type AnswerJson, type Contract } from "../contract/contract.ts";
import type { Reservation } from "../guard/count-address.ts";
import { Replay } from "../guard/idempotency.ts";
import type { Authentication } from "../guard/key-check.ts";
import { JSON_TYPE, type Body, type Reply, type RequestContext } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";
import { failureIn, failureReply, fault } from "../respond/failure-reply.ts";
import { withFreeNames } from "../respond/free-names.ts";
import { matchesTag } from "../respond/tags.ts";
import type { CallContext } from "./call-context.ts";
import type { SteppedAnswer } from "./call-idempotency.ts";
import { StreamAnswer, TextAnswer, type Endpoint } from "./endpoint.ts";
import { repeatedText } from "./live-fields.ts";
import type { Services } from "./services.ts";
import { answerForSitter, failureForSitter, type SitterGrant } from "./sitters.ts";

/** A call on its way through the pipeline (src/http/request/pipeline.ts). Every step reads what those before it found. */
export interface PipelineCall {
  readonly endpoint: Endpoint;
  readonly contract: Contract;
  readonly request: RequestContext;
  readonly services: Services;
  /** Whether the call is made by an agent. */
  readonly keyed: boolean;
  /** A place in a window that counts only calls that take effect. It is released at the end, whatever that is. */
  readonly held: { reservation: Reservation | undefined };
  body: Body;
  /** Set once the key matched. */
  authenticated: Authentication | undefined;
  /** Set for a sitter that may make the call. */
  sitting: SitterGrant | undefined;
}

/** The reply to a call that was handled. */
export function respond(
  pipeline: PipelineCall,
  call: CallContext,
  answer: SteppedAnswer | TextAnswer | StreamAnswer,
): Reply {
  const { contract, request } = pipeline;
  const { status, auth, alternative } = contract;
  addToTrail(pipeline, status, null);
  const isJson = !(answer instanceof TextAnswer || answer instanceof StreamAnswer);
  const headers = {
    "content-type": isJson ? JSON_TYPE : (alternative?.contentType ?? "text/plain"),
    "cache-control": cacheControlOf(pipeline),
    // A shared cache must not show one agent's answer, or the public's, to another.
    ...(auth === "optional" ? { vary: "authorization, x-api-key" } : {}),
    ...call.reply.headers,
  };
  const { etag } = call.reply.headers;
  if (etag !== undefined && matchesTag(request, etag)) return { status: 304, text: "", headers };
  if (answer instanceof StreamAnswer) return { status, text: streamOf(answer), headers };
  if (answer instanceof TextAnswer) return { status, text: answer.text, headers };
  const whole = call.whole(answer);
  return { status, text: JSON.stringify(forSitter(whole, pipeline)), headers };
}

/** The reply to a call that ended before its answer. A stored answer passes the same filters as the first answer did. */
export async function respondToFailure(thrown: unknown, pipeline: PipelineCall): Promise<Reply> {
  const { contract, keyed, sitting, services } = pipeline;
  const ended = thrown instanceof Replay ? await withLiveFields(thrown, pipeline) : thrown;
  if (ended instanceof Replay) {
    const { status, text } = ended;
    addToTrail(pipeline, status, null);
    const own = { ...ended.headers, "idempotency-replayed": "true" };
    const headers = { "content-type": JSON_TYPE, "cache-control": cacheControlOf(pipeline), ...own };
    return {
      status,
      text: sitting === undefined ? text : JSON.stringify(forSitter(answerIn(text), pipeline)),
      headers,
    };
  }
  const found = failureFrom(ended, pipeline);
  const { nextSteps } = found.more;
  const creatures = pipeline.authenticated?.caller.creatures;
  const known = nextSteps === undefined ? found : found.with({ nextSteps: withFreeNames(nextSteps, creatures) });
  addToTrail(pipeline, known.status, known.code);
  const failure = sitting === undefined ? known : failureForSitter(known, services.contracts, sitting);
  return failureReply(failure, failure.status === 400 && !keyed ? contract.publicCache : undefined);
}

function forSitter(answer: Pick<AnswerJson, "next_steps">, { sitting, services }: PipelineCall): object {
  return sitting === undefined ? answer : answerForSitter(answer, services.contracts, sitting);
}

/** A stored answer with the live fields of now, or why there is none. */
async function withLiveFields(stored: Replay, pipeline: PipelineCall): Promise<unknown> {
  const { endpoint, authenticated, body, request, services } = pipeline;
  if (endpoint.liveFields === undefined || authenticated === undefined) return stored;
  const sent = body.kind === "json" ? body.value : undefined;
  try {
    const answer = answerIn(stored.text);
    const repeated = { caller: authenticated.caller, now: request.now, body: sent };
    const fields = await endpoint.liveFields(answer, repeated, services);
    return fields === undefined ? stored : new Replay(stored.status, repeatedText(answer, fields), stored.headers);
  } catch (wrong) {
    return wrong;
  }
}

function cacheControlOf({ keyed, contract }: PipelineCall): string {
  return keyed ? "private, no-store" : (contract.publicCache ?? "no-store");
}

/** What was thrown, as a failure. A fault of ours is logged and says no more than the contract's text. */
function failureFrom(thrown: unknown, { contract, request, services }: PipelineCall): Failure {
  if (thrown instanceof Failure && (thrown.status < 500 || thrown.cause === undefined)) return thrown;
  // A dependency logs when it goes away and comes back.
  if (!(thrown instanceof UnavailableError)) {
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

/** Calls with which an account is looked into, not a creature looked after. */
const NOT_VISITS: ReadonlySet<string> = new Set([
  "incidents",
  "moveClock",
  "readClock",
  "createPingLink",
  "readPingLink",
]);

/**
 * Appends the call and its result to its agent's trail, which explains why a visit was late (INCIDENT rules). Calls without a good
 * key belong to no one, unless the key was replaced.
 */
function addToTrail(
  { contract, request, services, authenticated, body }: PipelineCall,
  status: number,
  code: string | null,
): void {
  const { queue } = services.callTrail;
  if (queue.length >= MOST_QUEUED) return;
  const { refusals = [], oldKey, id: requestId, now } = request;
  const seen = { operation: `${contract.method} ${contract.path}`, status, requestId, now };
  if (oldKey !== undefined) queue.push({ ...seen, ...oldKey, creatureId: null, bySitter: false });
  if (authenticated === undefined) return;
  const { agent, sitter, creatures } = authenticated.caller;
  if (code === null && NOT_VISITS.has(contract.name)) return;
  const { id: agentId, clockOffsetMs } = agent;
  const call = { ...seen, agentId, clockOffsetMs, bySitter: sitter !== undefined };
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
