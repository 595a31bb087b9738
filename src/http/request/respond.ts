// The end of a request: turns its answer, or what was thrown, into a reply.
import { UnavailableError } from "../../platform/dependency.ts";
import { answerIn } from "../contract/contract.ts";
import { Replay } from "../guard/idempotency.ts";
import { withFreeNames } from "../respond/free-names.ts";
import { JSON_TYPE, type Reply } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";
import { failureIn, failureReply, fault } from "../respond/failure-reply.ts";
import { matchesTag } from "../respond/tags.ts";
import { StreamAnswer, TextAnswer } from "./endpoint.ts";
import type { PipelineEnding, PipelineCall } from "./pipeline-call.ts";
import { withNews } from "./news.ts";

/** The reply to a call that was handled. */
export function respond(passing: PipelineCall, endings: readonly PipelineEnding[]): Reply {
  const { contract, request, role, handled } = passing;
  if (handled === undefined) throw new Error("a call is handled before it is answered");
  const { call, answer } = handled;
  const { status, auth, alternative } = contract;
  for (const end of endings) end(passing, status, null);
  const isJson = !(answer instanceof TextAnswer || answer instanceof StreamAnswer);
  const own = role?.headers?.(call.headers) ?? call.headers;
  const headers = {
    "content-type": isJson ? JSON_TYPE : (alternative?.contentType ?? "text/plain"),
    "cache-control": cacheControlOf(passing),
    // A shared cache must not show one agent's answer, or the public's, to another.
    ...(auth === "optional" ? { vary: "authorization, x-api-key" } : {}),
    ...own,
  };
  const { etag } = own;
  if (etag !== undefined && matchesTag(request, etag)) return { status: 304, text: "", headers };
  if (answer instanceof StreamAnswer) return { status, text: streamOf(answer), headers };
  if (answer instanceof TextAnswer) return { status, text: answer.text, headers };
  const whole = call.whole(answer);
  return { status, text: role?.answer?.(whole) ?? JSON.stringify(whole), headers };
}

/** The reply to a call that a stage ended. A stored answer passes the same filters as the first answer did. */
export async function respondToFailure(
  thrown: unknown,
  passing: PipelineCall,
  endings: readonly PipelineEnding[],
): Promise<Reply> {
  const { contract, keyed, role } = passing;
  const ended = thrown instanceof Replay ? await withTidingsOfNow(thrown, passing) : thrown;
  if (ended instanceof Replay) {
    const { status, text } = ended;
    for (const end of endings) end(passing, status, null);
    const own = { ...(role?.headers?.(ended.headers) ?? ended.headers), "idempotency-replayed": "true" };
    const headers = { "content-type": JSON_TYPE, "cache-control": cacheControlOf(passing), ...own };
    return { status, text: role?.answer?.(answerIn(text)) ?? text, headers };
  }
  const found = failureFrom(ended, passing);
  const { nextSteps } = found.more;
  const creatures = passing.authenticated?.caller.creatures;
  const known = nextSteps === undefined ? found : found.with({ nextSteps: withFreeNames(nextSteps, creatures) });
  for (const end of endings) end(passing, known.status, known.code);
  const failure = role?.failure?.(known) ?? known;
  return failureReply(failure, failure.status === 400 && !keyed ? contract.publicCache : undefined);
}

/** A kept answer with what is said of others now, or what went wrong with asking for it. */
async function withTidingsOfNow(kept: Replay, passing: PipelineCall): Promise<unknown> {
  const { endpoint, authenticated, body, request, services } = passing;
  if (endpoint.news === undefined || authenticated === undefined) return kept;
  const { caller } = authenticated;
  const sent = body.kind === "json" ? body.value : undefined;
  try {
    const answer = answerIn(kept.text);
    const told = await endpoint.news(answer, { caller, now: request.now, body: sent }, services);
    const text = told === undefined ? kept.text : JSON.stringify(withNews(answer, told));
    return new Replay(kept.status, text, kept.headers);
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
