// The stages that every call passes, whichever key it shows.
import { authenticate, authenticateOperator } from "../guard/authenticate.ts";
import { countByAddress } from "../guard/count-address.ts";
import { countByAgent } from "../guard/count-agent.ts";
import { idempotentCallOf } from "../guard/idempotency.ts";
import { refuseSuspended } from "../guard/key-check.ts";
import { Failure } from "../respond/errors.ts";
import { CallContext } from "./call-context.ts";
import { refuseIfFull, replayIfAnswered } from "./call-idempotency.ts";
import { callerStage, type PipelineCall, type PipelineStage } from "./pipeline-call.ts";
import { inputOf } from "./validate.ts";

/** First: bad keys have a limit of their own, and must not use up the operator's. */
export const checkOperator: PipelineStage = async (passing) => {
  const { contract, request, services } = passing;
  if (contract.auth === "admin") passing.operator = await authenticateOperator(request, services);
};

export const countAddress: PipelineStage = (passing) => {
  const { endpoint, contract, request, services, keyed } = passing;
  if (endpoint.countByAddress !== undefined) return countInItsOwnWay(passing);
  return keyed ? undefined : countByAddress(contract, request, services);
};

/** Calls without a reservation are counted as usual. */
async function countInItsOwnWay(passing: PipelineCall): Promise<void> {
  const { endpoint, contract, request, services, keyed, held } = passing;
  await endpoint.countByAddress?.(passing);
  if (!keyed && held.reservation === undefined) await countByAddress(contract, request, services);
}

export const checkDisk: PipelineStage = ({ contract, services }) => {
  if (contract.begins === true && services.diskRoom.isLow) {
    throw Failure.general("no_room", { headers: { "retry-after": "3600" } });
  }
};

/** A body is received outside of the slot, for which the call then waits again. */
export const readBody: PipelineStage = async (passing) => {
  const { contract, request } = passing;
  if (contract.body !== undefined) passing.body = await request.body();
  if (contract.method !== "GET") passing.idempotent = idempotentCallOf(contract, request, passing.body);
};

export const checkKey: PipelineStage = async (passing) => {
  const { contract, request, services, keyed } = passing;
  if (keyed) passing.authenticated = await authenticate(contract, request, usableKey(passing), services);
};

export const countAgent = callerStage(
  ({ contract, request, services, body, role }, { agent, sitter }) =>
    role?.count?.(request, body, services) ?? countByAgent(contract, request, agent.id, services, sitter !== undefined),
);

export const checkSuspension = callerStage(({ contract, services }, caller) => {
  if (contract.whileSuspended === true && caller.sitter === undefined) return;
  refuseSuspended(caller, services.config.operatorContact);
});

/** Only those whose API key is good learn that their Idempotency-Key is not. */
export const checkIdempotencyKey: PipelineStage = ({ idempotent }) => {
  if (idempotent instanceof Failure) throw idempotent;
};

export const validate: PipelineStage = (passing) => {
  const { contract, request, params, body, authenticated, role } = passing;
  const asker = authenticated === undefined ? undefined : { caller: authenticated.caller, now: request.now };
  const given = inputOf(contract, { params, search: request.search, body }, asker);
  passing.input = role?.input?.(contract, given) ?? given;
};

export const replay: PipelineStage = (passing) => {
  const { authenticated, request } = passing;
  if (authenticated !== undefined) replayIfAnswered(authenticated, usableKey(passing), request.now);
};

export const checkRoom = callerStage(({ idempotent, request, services }, caller) => {
  if (idempotent !== undefined) refuseIfFull(caller, request.now, services);
});

export const handle: PipelineStage = async (passing) => {
  const { endpoint, contract, request, services, held, input, authenticated, operator, role } = passing;
  if (input === undefined) throw new Error("a call is validated before it is handled");
  const refusal = held.reservation?.refusal;
  const admitted = { request, input, authenticated, operator, role, idempotent: usableKey(passing), refusal };
  const call = new CallContext(contract, admitted, services);
  passing.handled = { call, answer: await call.answeredBy(endpoint.handler) };
  held.tookEffect = true;
};

function usableKey({ idempotent }: PipelineCall) {
  return idempotent instanceof Failure ? undefined : idempotent;
}
