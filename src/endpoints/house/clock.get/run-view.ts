// What the clock of a run shows.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { iso } from "../../../platform/clock.ts";
import type { ResponseOf } from "../../../contracts/kit/contract.ts";
import { step } from "../../../contracts/kit/contract.ts";
import type { CallerRun } from "../../../store/trials/caller-run.ts";
import { readTrialRun } from "../../../contracts/trials/run.get.ts";
import { homeStep } from "../../auth/steps.ts";
import { twoDecimals } from "../../shared/views.ts";
import { moveClock } from "../../../contracts/house/clock.post.ts";
import type { readClock } from "../../../contracts/house/clock.get.ts";

type ShownRun = Pick<CallerRun, "scenario" | "clockAt" | "startsAt" | "endsAt" | "visitsLeft" | "over">;

export function runClockView(runId: string, run: ShownRun): ResponseOf<typeof readClock> {
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
