// Ends a request by turning its answer, or a thrown error, into a reply.
import { MOST_QUEUED } from "../../model/visits/call-trail.ts";
import { UnavailableError } from "../../platform/dependency.ts";
import { isJsonObject } from "../../platform/json.ts";
import { parseAnswer, type AnswerJson, type Contract } from "../contract/contract.ts";
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

/** A call in the pipeline (src/http/request/pipeline.ts). Each step reads the results of earlier steps. */
export interface PipelineCall {
  readonly endpoint: Endpoint;
  readonly contract: Contract;
  readonly request: RequestContext;
  readonly services: Services;
  /** True if an agent makes the call. */
  readonly keyed: boolean;
  /** A place in a rate-limit window that counts only calls that take effect. It is kept or released when the call ends. */
  readonly held: { reservation: Reservation | undefined };
  body: Body;
  /** Set after the key matched. */
  authenticated: Authentication | undefined;
  /** Set if the caller is a sitter. */
  sitting: SitterGrant | undefined;
}

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
    // A shared cache must not serve one agent's answer to another caller.
    ...(auth === "optional" ? { vary: "authorization, x-api-key" } : {}),
    ...call.reply.headers,
  };
  const { etag } = call.reply.headers;
  if (etag !== undefined && matchesTag(request, etag)) return { status: 304, text: "", headers };
  if (answer instanceof StreamAnswer) return { status, text: ReadableStream.from(encoded(answer.chunks)), headers };
  if (answer instanceof TextAnswer) return { status, text: answer.text, headers };
  return { status, text: JSON.stringify(forSitter(call.complete(answer), pipeline)), headers };
}

/** Replies to a call that threw. A replayed answer passes through the same filters as a first answer. */
export async function respondToFailure(thrown: unknown, pipeline: PipelineCall): Promise<Reply> {
  const { contract, keyed, sitting, services } = pipeline;
  const ended = thrown instanceof Replay ? await withLiveFields(thrown, pipeline) : thrown;
  if (ended instanceof Replay) {
    const { status, text } = ended;
    addToTrail(pipeline, status, null);
    const own = { ...ended.headers, "idempotency-replayed": "true" };
    const headers = { "content-type": JSON_TYPE, "cache-control": cacheControlOf(pipeline), ...own };
    // A keeper gets the stored bytes unchanged.
    const shown = sitting === undefined ? text : JSON.stringify(forSitter(parseAnswer(text), pipeline));
    return { status, text: shown, headers };
  }
  const failure = failureFrom(ended, pipeline);
  addToTrail(pipeline, failure.status, failure.code);
  const { nextSteps } = failure.more;
  const creatures = pipeline.authenticated?.caller.creatures;
  const named = nextSteps === undefined ? failure : failure.with({ nextSteps: withFreeNames(nextSteps, creatures) });
  const shown = sitting === undefined ? named : failureForSitter(named, services.contracts, sitting);
  return failureReply(shown, shown.status === 400 && !keyed ? contract.cache?.public : undefined);
}

function forSitter(answer: Pick<AnswerJson, "next_steps">, { sitting, services }: PipelineCall): object {
  return sitting === undefined ? answer : answerForSitter(answer, services.contracts, sitting);
}

/** Returns a stored answer with current live fields, or the error from reading them. */
async function withLiveFields(stored: Replay, pipeline: PipelineCall): Promise<unknown> {
  const { endpoint, authenticated, body, request, services } = pipeline;
  if (endpoint.liveFields === undefined || authenticated === undefined) return stored;
  const sent = body.kind === "json" ? body.value : undefined;
  try {
    const answer = parseAnswer(stored.text);
    const repeated = { caller: authenticated.caller, now: request.now, body: sent };
    const fields = await endpoint.liveFields(answer, repeated, services);
    return fields === undefined ? stored : new Replay(stored.status, repeatedText(answer, fields), stored.headers);
  } catch (thrown) {
    return thrown;
  }
}

function cacheControlOf({ keyed, contract }: PipelineCall): string {
  return keyed ? "private, no-store" : (contract.cache?.public ?? "no-store");
}

/** Converts a thrown error to a failure. A fault of the service is logged, and only the contract's text is revealed. */
function failureFrom(thrown: unknown, { contract, request, services }: PipelineCall): Failure {
  if (thrown instanceof Failure && (thrown.status < 500 || thrown.cause === undefined)) return thrown;
  // A dependency logs its own failures and recoveries.
  if (!(thrown instanceof UnavailableError)) {
    services.log.error({ requestId: request.id, endpoint: contract.name, err: thrown }, "a request failed");
  }
  return failureIn(thrown) ?? fault(contract.failure, request.id);
}

/** Encodes chunks on demand. `ReadableStream.from` buffers none, so generation never runs ahead of the caller. */
async function* encoded(chunks: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(chunk);
}

/** Calls that concern an account and do not visit its creatures. */
const NOT_VISITS: ReadonlySet<string> = new Set([
  "incidents",
  "moveClock",
  "readClock",
  "createPingLink",
  "readPingLink",
]);

/**
 * Appends the call and its result to its agent's trail, which explains why a visit was late. A call without a valid key has
 * no agent, unless its key was replaced.
 */
function addToTrail(
  { contract, request, services, authenticated, body }: PipelineCall,
  status: number,
  code: string | null,
): void {
  const { queue } = services.callTrail;
  if (queue.length >= MOST_QUEUED) return;
  const { refusals = [], oldKey, id: requestId, now } = request;
  const common = { operation: `${contract.method} ${contract.path}`, status, requestId, now };
  if (oldKey !== undefined) queue.push({ ...common, ...oldKey, creatureId: null, bySitter: false });
  if (authenticated === undefined) return;
  const { agent, sitter, creatures } = authenticated.caller;
  if (code === null && NOT_VISITS.has(contract.name)) return;
  const { id: agentId, clockOffsetMs } = agent;
  const call = { ...common, agentId, clockOffsetMs, bySitter: sitter !== undefined };
  const reasons = code === null ? refusals : [{ code, creatureId: targetIn(request, body) }];
  if (reasons.length === 0) queue.push({ ...call, code: null, creatureId: null });
  // Records only ids of creatures in the house. Arbitrary ids would make every call distinct.
  const known = (target: unknown) => creatures.find(({ creature }) => creature.id === target)?.creature.id ?? null;
  for (const reason of reasons) queue.push({ ...call, code: reason.code, creatureId: known(reason.creatureId) });
}

/** Returns the creature id in a refused call. */
function targetIn({ search }: RequestContext, body: Body): unknown {
  if (body.kind === "json" && isJsonObject(body.value)) return body.value["creature_id"] ?? body.value["id"];
  const query = new URLSearchParams(search);
  return query.get("creature_id") ?? query.get("id");
}
