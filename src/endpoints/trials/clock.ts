// The clock of a run: what it shows, and how it is moved. A move is a visit (src/app/trials/move.ts).
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { moveRun } from "../../app/trials/move.ts";
import type { Call } from "../../http/request/endpoint.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { Caller } from "../../store/accounts/callers.ts";
import { lockRun, saveRunTranscript } from "../../store/trials/runs.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { iso } from "../../platform/clock.ts";
import { step, type ResponseOf } from "../../contracts/kit/contract.ts";
import type { CallerRun } from "../../store/trials/caller-run.ts";
import { readTrialRun } from "../../contracts/trials/run.get.ts";
import { homeStep } from "../auth/steps.ts";
import { twoDecimals } from "../shared/views.ts";
import { moveClock } from "../../contracts/house/clock.post.ts";
import type { readClock } from "../../contracts/house/clock.get.ts";

type ShownRun = Pick<CallerRun, "scenario" | "clockAt" | "startsAt" | "endsAt" | "visitsLeft" | "over">;

type ClockAnswer = ResponseOf<typeof readClock>;
type ClockCall = Call<typeof moveClock>;

/** Undefined for a house that is no run's. */
export function clockView({ agent, run }: Caller): ClockAnswer | undefined {
  return run && runClockView(agent.id, run);
}

/** Undefined for a house that is no run's. `wantedOf` says to when the call moves a clock that stands at an instant. */
export function movedClock(
  call: ClockCall,
  wantedOf: (call: ClockCall, now: Instant) => Instant,
): Promise<ClockAnswer> | undefined {
  const { agent, run: called } = call.caller;
  if (called === undefined) return undefined;
  const { scenario, startsAt, endsAt } = called;
  return call.commit(async (tx) => {
    const run = await lockRun(tx, { agentId: agent.id });
    if (run?.state !== "open") throw Failure.general("run_over");
    const { transcript_sha256: transcript } = call.body;
    if (transcript !== undefined) await saveRunTranscript(tx, { agentId: agent.id, transcript });
    const { visits, clockAt, over } = await moveRun(tx, run, wantedOf(call, run.clockAt), call.now);
    const visitsLeft = Math.max(0, scenario.visits - visits);
    return runClockView(agent.id, { scenario, clockAt, startsAt, endsAt, visitsLeft, over });
  });
}

function runClockView(runId: string, run: ShownRun): ClockAnswer {
  const { scenario, clockAt, startsAt, endsAt, visitsLeft, over } = run;
  const hoursLeft = (endsAt - clockAt) / HOUR_MS;
  return {
    house_time: iso(clockAt),
    advanced_hours: twoDecimals((clockAt - startsAt) / HOUR_MS),
    remaining_hours: over ? 0 : twoDecimals(hoursLeft),
    movable: !over,
    scenario: scenario.name,
    visits_left: visitsLeft,
    ends_at: iso(endsAt),
    over,
    message: over ? "This run is over." : messageOf(visitsLeft),
    next_steps: over
      ? [step(readTrialRun, { description: "See the result.", params: { id: runId } })]
      : [
          homeStep("See how everybody is."),
          step(moveClock, { description: "Leave for an hour.", body: { advance_hours: 1 } }),
        ],
  };
}

function messageOf(visitsLeft: number): string {
  const stands = "The clock of a run stands still until you move it.";
  return visitsLeft > 0 ? stands : `${stands} You have no visits left, so the next move goes to the end.`;
}
