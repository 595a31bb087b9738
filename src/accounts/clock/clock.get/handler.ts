// Reads the clock of a house.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { iso } from "../../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { houseTime } from "../../../model/life/time-changes.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step, type NextStep, type ResponseOf } from "../../../http/contract/contract.ts";
import type { Caller } from "../../../model/agents/store/callers.ts";
import { MAX_ADVANCE_HOURS_IN_ALL, moveClock } from "../clock.post/contract.ts";
import { adoptStep, statusStep } from "../../../http/contract/steps.ts";
import { twoDecimals } from "../../../views/views.ts";
import { readClock } from "./contract.ts";

export const readClockEndpoint = endpoint(readClock, async ({ caller, now }) => clockView(caller, now));

type ClockHouse = Pick<Caller, "agent" | "creatures">;

/** What the clock of a house shows. */
export function clockView({ agent, creatures }: ClockHouse, realNow: RealInstant): ResponseOf<typeof readClock> {
  const [newest] = creatures;
  const advanced = agent.clockOffsetMs / HOUR_MS;
  const remaining = Math.max(0, MAX_ADVANCE_HOURS_IN_ALL - advanced);
  const move: NextStep[] =
    agent.isTest && remaining >= 1
      ? [step(moveClock, { description: "Move your clock one hour forward.", body: { advance_hours: 1 } })]
      : [];
  return {
    house_time: iso(houseTime(agent, realNow)),
    real_time: iso(realNow),
    advanced_hours: twoDecimals(advanced),
    remaining_hours: agent.isTest ? twoDecimals(remaining) : 0,
    movable: agent.isTest,
    message: agent.isTest
      ? "This is a test account. It can move its own clock forward."
      : "Your house lives in real time.",
    next_steps: [
      newest === undefined
        ? adoptStep()
        : statusStep(newest.creature.id, `See how ${newest.creature.name} is.`, "compact"),
      ...move,
    ],
  };
}
