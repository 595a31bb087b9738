// Reads and moves the clock of a house. A move makes the creatures' next events due sooner and hides the account from public
// pages.
import type { RealInstant, Instant } from "@denkeeper/rules/time/units.ts";
import { iso, instantOf } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { houseTime } from "../../model/life/time-changes.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import { step, type NextStep, type ResponseOf } from "../../http/contract/contract.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { MAX_ADVANCE_HOURS_IN_ALL, moveClock, readClock } from "./contract.ts";
import { adoptStep, statusStep, registrationStep } from "../../http/contract/steps.ts";
import { twoDecimals } from "../../views/views.ts";
import { moveNextEvents } from "../../model/creatures/store/creatures.ts";
import { saveClockMove } from "./store/test-clock.ts";

export const readClockEndpoint = endpoint(readClock, async ({ caller, now }) => clockView(caller, now));

type ClockHouse = Pick<Caller, "agent" | "creatures">;

function clockView({ agent, creatures }: ClockHouse, realNow: RealInstant): ResponseOf<typeof readClock> {
  const [newest] = creatures;
  const advanced = agent.clockOffsetMs / HOUR_MS;
  const remaining = Math.max(0, MAX_ADVANCE_HOURS_IN_ALL - advanced);
  const moveSteps: NextStep[] =
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
      ...moveSteps,
    ],
  };
}

export const moveClockEndpoint = endpoint(moveClock, async (call) => {
  const { agent, creatures, houseNow: now } = call.caller;
  if (!agent.isTest) {
    const description = "Register a test account. Its clock can be moved.";
    throw call.fail("not_a_test_account", { nextSteps: [registrationStep(description, "test-keeper")] });
  }
  const byMs = targetInstant(call, now) - now;
  return call.commit(async (tx) => {
    // Creatures are locked before their agent, in the same order as when a creature is saved with an event.
    await moveNextEvents(tx, { agentId: agent.id, byMs });
    const clockOffsetMs = await saveClockMove(tx, agent.id, byMs, MAX_ADVANCE_HOURS_IN_ALL * HOUR_MS);
    if (clockOffsetMs === undefined) {
      const field = call.body.until === undefined ? "advance_hours" : "until";
      throw call.fail("clock_too_far", {
        faults: [{ field, message: "would move the clock more than 8,760 hours in total" }],
        nextSteps: [registrationStep("Register another test account.", "test-keeper")],
      });
    }
    return clockView({ agent: { ...agent, clockOffsetMs, clockMoved: true }, creatures }, call.now);
  });
});

type ClockCall = Call<typeof moveClock>;

function targetInstant(call: ClockCall, now: Instant): Instant {
  const { until, advance_hours: hours = 0 } = call.body;
  const wanted = until === undefined ? now + Math.round(hours * HOUR_MS) : instantOf(until);
  if (wanted <= now) throw call.fail("already_past", { fields: { house_time: iso(now) } });
  return wanted;
}
