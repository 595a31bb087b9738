// Runs a request through an endpoint, from top to bottom. The request has already passed its lanes and holds a slot
// (src/http/server/server.ts). The slot is released after the reply (src/http/server/mount.ts).
import { authenticate, authenticateOperator, isKeyed } from "../guard/authenticate.ts";
import { countByAddress } from "../guard/count-address.ts";
import { countByAgent } from "../guard/count-agent.ts";
import { idempotentCallOf } from "../guard/idempotency.ts";
import { refuseSuspended } from "../guard/key-check.ts";
import type { Reply, RequestContext } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";
import { CallContext } from "./call-context.ts";
import { refuseIfFull, replayIfAnswered } from "./call-idempotency.ts";
import type { Endpoint } from "./endpoint.ts";
import { respond, respondToFailure, type PipelineCall } from "./respond.ts";
import type { Services } from "./services.ts";
import { admitSitter, withinScope } from "./sitters.ts";
import { inputOf } from "./validate.ts";

/** Answers a request to an endpoint. Never throws. */
export async function serve(
  endpoint: Endpoint,
  request: RequestContext,
  params: Readonly<Record<string, string>>,
  services: Services,
): Promise<Reply> {
  const { contract } = endpoint;
  const pipeline: PipelineCall = {
    endpoint,
    contract,
    request,
    services,
    keyed: isKeyed(contract, request),
    held: { reservation: undefined },
    body: { kind: "none" },
    authenticated: undefined,
    sitting: undefined,
  };
  let tookEffect = false;
  try {
    const call = await admit(pipeline, params);
    const answer = await call.answeredBy(endpoint.handler);
    tookEffect = true;
    return respond(pipeline, call, answer);
  } catch (thrown) {
    return await respondToFailure(thrown, pipeline);
  } finally {
    const { reservation } = pipeline.held;
    await (tookEffect ? reservation?.keep() : reservation?.release());
  }
}

/** The order of checks matters, because it decides which refusal a call gets and what the refusal reveals. */
async function admit(pipeline: PipelineCall, params: Readonly<Record<string, string>>): Promise<CallContext> {
  const { contract, request, services, keyed, held } = pipeline;
  // Runs first, since bad operator keys have their own limit and must not use up the operator's.
  const operator = contract.auth === "admin" ? await authenticateOperator(request, services) : undefined;
  // An unconditional await would yield to other requests even if there is nothing to await.
  if (pipeline.endpoint.countByAddress !== undefined) await pipeline.endpoint.countByAddress(pipeline);
  if (!keyed && held.reservation === undefined) await countByAddress(contract, request, services);
  if (contract.begins === true && services.diskRoom.isLow) {
    throw Failure.general("no_room", { headers: { "retry-after": "3600" } });
  }
  // The call lends its slot while the body arrives, then waits for a slot again.
  if (contract.body !== undefined) pipeline.body = await request.body();
  const { body } = pipeline;
  const key = contract.method === "GET" ? undefined : idempotentCallOf(contract, request, body);
  const idempotent = key instanceof Failure ? undefined : key;
  if (keyed) pipeline.authenticated = await authenticate(contract, request, idempotent, services);
  const { authenticated } = pipeline;
  const caller = authenticated?.caller;
  if (caller !== undefined) {
    const counted = { agentId: caller.agent.id, isSitter: caller.sitter !== undefined };
    await countByAgent(contract, request, counted, services);
    if (contract.whileSuspended !== true || caller.sitter !== undefined) {
      refuseSuspended(caller, services.config.operatorContact);
    }
    pipeline.sitting = admitSitter(contract, caller);
  }
  // A malformed Idempotency-Key is reported only after all faults of the API key.
  if (key instanceof Failure) throw key;
  const author = caller && { caller, now: request.now };
  const allInput = inputOf(contract, { params, search: request.search, body }, author);
  const input = pipeline.sitting === undefined ? allInput : withinScope(contract, pipeline.sitting, allInput);
  if (authenticated !== undefined) replayIfAnswered(authenticated, idempotent, request.now);
  if (caller !== undefined && idempotent !== undefined) refuseIfFull(caller, request.now, services);
  const { refusal } = held.reservation ?? {};
  return new CallContext(contract, { request, input, authenticated, operator, idempotent, refusal }, services);
}
