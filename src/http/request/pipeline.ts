// The path of a request through an endpoint, from top to bottom: count the address, read the body, authenticate, count the
// agent, authorize, validate, replay, handle, respond. A step that throws ends it.
import { authenticate, authenticateOperator, isKeyed } from "../guard/authenticate.ts";
import { countByAddress, reserveByAddress } from "../guard/count-address.ts";
import { countByAgent, countInRun } from "../guard/count-agent.ts";
import { idempotentCallOf, Replay } from "../guard/idempotency.ts";
import { answerIn } from "../../contracts/kit/contract.ts";
import type { Body, Reply, RequestContext } from "../message/request-context.ts";
import { Failure } from "../respond/errors.ts";
import { unavailable } from "../respond/failure-reply.ts";
import { meetFaults } from "../trials/faults.ts";
import { runCall } from "../trials/run-view.ts";
import { CallContext, refuseIfFull, replayIfAnswered } from "./call-context.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Progress } from "./respond.ts";
import { respond, respondToFailure } from "./respond.ts";
import type { Services } from "./services.ts";
import { authorize, withinScope } from "./authorize.ts";
import { withTidings } from "./tidings.ts";
import { inputOf } from "./validate.ts";

/** Answers a request to an endpoint. Never throws. */
export async function serve(
  { contract, handler, tidings }: Endpoint,
  request: RequestContext,
  params: Readonly<Record<string, string>>,
  services: Services,
): Promise<Reply> {
  const progress: Progress = { contract, request, services, keyed: isKeyed(contract, request) };
  const reply = await served({ contract, handler, tidings }, params, progress);
  return progress.isAnswerLost === true ? respondToFailure(unavailable(), progress) : reply;
}

async function served(
  { contract, handler, tidings }: Endpoint,
  params: Readonly<Record<string, string>>,
  progress: Progress,
): Promise<Reply> {
  const { request, services } = progress;
  try {
    // First: bad keys have a limit of their own, and must not use up the operator's.
    const operator = contract.auth === "admin" ? await authenticateOperator(request, services) : undefined;
    progress.reservation = await reserveByAddress(contract, request, services);
    const isCounted = progress.keyed || progress.reservation !== undefined;
    if (!isCounted) await countByAddress(contract, request, services);

    if (contract.begins === true && services.diskRoom.isLow) {
      throw Failure.general("no_room", { headers: { "retry-after": "3600" } });
    }
    const body: Body = contract.body === undefined ? { kind: "none" } : await request.body();
    const idempotent = contract.method === "GET" ? undefined : idempotentCallOf(contract, request, body);
    const usable = idempotent instanceof Failure ? undefined : idempotent;

    const authenticated = progress.keyed ? await authenticate(contract, request, usable, services) : undefined;
    if (authenticated !== undefined) {
      const { agent, sitter, run } = authenticated.caller;
      progress.noting = { caller: authenticated.caller, body };
      progress.run = run && runCall(run, contract, body, services.contracts);
      await (run === undefined
        ? countByAgent(contract, request, agent.id, services, sitter !== undefined)
        : countInRun(request, { agent, run }, body, services));
      authorize(contract, authenticated.caller, services.config.operatorContact);
      progress.sitter = sitter && { ...sitter, keeper: agent.username };
      if (progress.run !== undefined) progress.isAnswerLost = meetFaults(progress.run).isAnswerLost;
    }
    // Only those whose API key is good learn that their Idempotency-Key is not.
    if (idempotent instanceof Failure) throw idempotent;

    const asker = authenticated === undefined ? undefined : { caller: authenticated.caller, now: request.now };
    const given = inputOf(contract, { params, search: request.search, body }, asker);
    const input = authenticated === undefined ? given : withinScope(contract, authenticated.caller, given);
    if (authenticated !== undefined) {
      replayIfAnswered(authenticated, idempotent, request.now);
      if (idempotent !== undefined) refuseIfFull(authenticated.caller, request.now, services);
    }

    const refusal = progress.reservation?.refusal;
    const call = new CallContext(contract, { request, input, authenticated, operator, idempotent, refusal }, services);
    const answer = await call.answeredBy(handler);
    await progress.reservation?.keep();
    return respond(answer, call, progress);
  } catch (thrown) {
    await progress.reservation?.giveBack();
    return respondToFailure(await withTidingsOfNow(thrown, tidings, progress), progress);
  }
}

/** What was thrown; of a kept answer, with what is said of others now. */
async function withTidingsOfNow(thrown: unknown, tidings: Endpoint["tidings"], progress: Progress): Promise<unknown> {
  const { noting, services, request } = progress;
  if (!(thrown instanceof Replay) || tidings === undefined || noting === undefined) return thrown;
  const { caller, body } = noting;
  const sent = body.kind === "json" ? body.value : undefined;
  try {
    const kept = answerIn(thrown.text);
    const told = await tidings(kept, { caller, now: request.now, body: sent }, services);
    const text = told === undefined ? thrown.text : JSON.stringify(withTidings(kept, told));
    return new Replay(thrown.status, text, thrown.headers);
  } catch (fault) {
    return fault;
  }
}
