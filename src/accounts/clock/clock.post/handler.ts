// Moves the clock of a house. A test account's creatures get their next events sooner, and the account is no longer public.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { endpoint, type Call } from "../../../http/request/endpoint.ts";
import { registrationStep } from "../../../http/contract/steps.ts";
import { instantOf, iso } from "../../../platform/clock.ts";
import { moveNextEvents } from "../../../model/creatures/store/creatures.ts";
import { saveClockMove } from "../store/test-clock.ts";
import { clockView } from "../clock.get/handler.ts";
import { MAX_ADVANCE_HOURS_IN_ALL, moveClock } from "./contract.ts";

export const moveClockEndpoint = endpoint(moveClock, async (call) => {
  const { agent, creatures, houseNow: now } = call.caller;
  if (!agent.isTest) {
    const description = "Register a test account. Its clock can be moved.";
    throw call.fail("not_a_test_account", { nextSteps: [registrationStep(description, "test-keeper")] });
  }
  const byMs = targetInstant(call, now) - now;
  return call.commit(async (tx) => {
    // Creatures before their agent: whoever changes a creature and tells of it locks in this order.
    await moveNextEvents(tx, { agentId: agent.id, byMs });
    const clockOffsetMs = await saveClockMove(tx, agent.id, byMs, MAX_ADVANCE_HOURS_IN_ALL * HOUR_MS);
    if (clockOffsetMs === undefined) {
      throw call.fail("clock_too_far", {
        faults: [{ field: "advance_hours", message: "can move the clock at most 8,760 hours in total" }],
        nextSteps: [registrationStep("Register another test account.", "test-keeper")],
      });
    }
    return clockView({ agent: { ...agent, clockOffsetMs, clockMoved: true }, creatures }, call.now);
  });
});

type ClockCall = Call<typeof moveClock>;

/** The instant that the call asks for, given where the clock stands. */
function targetInstant(call: ClockCall, now: Instant): Instant {
  const { until, advance_hours: hours = 0 } = call.body;
  const wanted = until === undefined ? now + Math.round(hours * HOUR_MS) : instantOf(until);
  if (wanted <= now) throw call.fail("already_past", { fields: { house_time: iso(now) } });
  return wanted;
}
