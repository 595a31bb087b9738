// The stages of a call with a run's key: it enters the run, and meets what is closed in it and what goes wrong there.
import type { Contract, Limited } from "../../contracts/kit/contract.ts";
import { readClock } from "../../contracts/house/clock.get.ts";
import { readTrialRun } from "../../contracts/trials/run.get.ts";
import { isJsonObject } from "../../platform/json.ts";
import type { Caller } from "../../store/accounts/callers.ts";
import { refuseLater } from "../guard/count-agent.ts";
import type { Body } from "../message/request-context.ts";
import { forCaller } from "../request/passing.ts";
import type { Role } from "../request/role.ts";
import { Failure } from "../respond/errors.ts";
import { meetFaults } from "./faults.ts";
import { inputInRun, isOpenIn } from "./run-input.ts";
import { answerForRun, failureForRun, runCall } from "./run-view.ts";

/** What a run's key may still call once the run is over. */
const OPEN_AFTERWARD: ReadonlySet<string> = new Set([readClock.name, readTrialRun.name]);

/**
 * All calls of all runs of an owner share one window, in place of the contracts' own: runs are cheap to start, and what they
 * cost is others' time. So a visit counts as its actions (TRIAL-10).
 */
const RUN: Limited = { name: "runs", limit: { by: "agent", max: 600, windowSeconds: 60 } };

export const enterRun = forCaller((passing, { agent, run }) => {
  if (run === undefined) return;
  const { contract, body, services } = passing;
  const { scenario } = run;
  const role: Role = {
    async count(request, sent, { limiter }) {
      request.agentId = agent.id;
      request.standing = await limiter.consume(RUN.name, RUN.limit, run.ownerId, request.now, weightOf(sent));
      await refuseLater(request.standing, request.now);
    },
    input: (_contract, input) => inputInRun(scenario, input),
    readmit: refuseOutsideRun,
  };
  const call = runCall(run, contract, body, services.contracts);
  passing.role =
    call === undefined
      ? role
      : {
          ...role,
          answer: (answer) => answerForRun(answer, call),
          failure: (failure) => failureForRun(failure, call),
          // A tag is made from all that can be seen otherwise, so a blind run gets none.
          headers: ({ etag, ...others }) => (etag === undefined || scenario.blind ? others : { ...others, etag }),
        };
});

/** How many calls of a run a call counts as. */
function weightOf(body: Body): number {
  const actions = body.kind === "json" && isJsonObject(body.value) ? body.value["actions"] : undefined;
  return Array.isArray(actions) ? Math.max(1, actions.length) : 1;
}

export const admitRun = forCaller((passing, caller) => {
  const { contract } = passing;
  const { run } = caller;
  if (run === undefined) return;
  refuseOutsideRun(contract, caller);
  if (contract.name !== readTrialRun.name) passing.isAnswerLost = meetFaults({ contract, run }).isAnswerLost;
});

/** Throws for a call that is closed in the caller's run, and for nearly every call once it is over. */
function refuseOutsideRun(contract: Contract, { run }: Pick<Caller, "run">): void {
  if (run === undefined) return;
  if (!isOpenIn(run.scenario, contract)) throw Failure.general("not_in_a_run");
  if (run.over && !OPEN_AFTERWARD.has(contract.name)) throw Failure.general("run_over");
}
