// The path of a request through an endpoint: a list of stages, from top to bottom. What only passes, sitters, or the
// trail need is a stage or an ending of theirs, in a folder of theirs. Before the first stage, a request has waited in its lanes for a
// slot (src/http/server/server.ts), which it holds until it is answered (src/http/server/mount.ts).
import { isKeyed } from "../guard/authenticate.ts";
import type { Reply, RequestContext } from "../message/request-context.ts";
import type { Endpoint } from "./endpoint.ts";
import type { PipelineEnding, PipelineCall, PipelineStage } from "./pipeline-call.ts";
import { respond, respondToFailure } from "./respond.ts";
import type { Services } from "./services.ts";
import {
  checkDisk,
  checkIdempotencyKey,
  checkKey,
  checkOperator,
  checkRoom,
  checkSuspension,
  countAddress,
  countAgent,
  handle,
  readBody,
  replay,
  validate,
} from "./stages.ts";
import { unavailable } from "../respond/failure-reply.ts";
import { admitSitter } from "./sitters.ts";
import { noteInTrail } from "./trail.ts";

/** The order is not free: what a call is refused for, and how the refusal looks, depends on what was known before. */
const STAGES: readonly PipelineStage[] = [
  checkOperator,
  countAddress,
  checkDisk,
  readBody,
  checkKey,
  countAgent,
  checkSuspension,
  admitSitter,
  checkIdempotencyKey,
  validate,
  replay,
  checkRoom,
  handle,
];

const ENDINGS: readonly PipelineEnding[] = [noteInTrail];

/** Answers a request to an endpoint. Never throws. */
export async function serve(
  endpoint: Endpoint,
  request: RequestContext,
  params: Readonly<Record<string, string>>,
  services: Services,
): Promise<Reply> {
  const { contract } = endpoint;
  const passing: PipelineCall = {
    endpoint,
    contract,
    request,
    params,
    services,
    keyed: isKeyed(contract, request),
    held: { reservation: undefined, tookEffect: false },
    operator: undefined,
    body: { kind: "none" },
    idempotent: undefined,
    authenticated: undefined,
    role: undefined,
    isAnswerLost: false,
    input: undefined,
    handled: undefined,
  };
  const reply = await answered(passing);
  return passing.isAnswerLost ? respondToFailure(unavailable(), passing, ENDINGS) : reply;
}

async function answered(passing: PipelineCall): Promise<Reply> {
  try {
    for (const stage of STAGES) {
      const waiting = stage(passing);
      // Waiting for nothing would still let others go first.
      if (waiting !== undefined) await waiting;
    }
    return respond(passing, ENDINGS);
  } catch (thrown) {
    return await respondToFailure(thrown, passing, ENDINGS);
  } finally {
    const { reservation, tookEffect } = passing.held;
    await (tookEffect ? reservation?.keep() : reservation?.giveBack());
  }
}
