// Moves the clock of a test account's house: its creatures' next events come closer, and the account is no longer
// public.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { towardsRegistration } from "../../../http/respond/common-steps.ts";
import { moveNextEvents } from "../../../store/creatures/creatures.ts";
import { saveClockMove } from "../../../store/accounts/test-clock.ts";
import { clockView } from "../clock.get/handler.ts";
import { MAX_ADVANCE_HOURS_IN_ALL, moveClock } from "./contract.ts";

export const moveClockEndpoint = endpoint(moveClock, async (call) => {
  const { agent, creatures } = call.caller;
  if (!agent.isTest) {
    const description = "Register a test account. Its clock can be moved.";
    throw call.fail("not_a_test_account", { nextSteps: [towardsRegistration(description, "test-keeper")] });
  }
  const byMs = Math.round(call.body.advance_hours * HOUR_MS);
  return call.commit(async (tx) => {
    // Creatures before their agent: whoever changes a creature and tells of it locks in this order.
    await moveNextEvents(tx, agent.id, byMs);
    const clockOffsetMs = await saveClockMove(tx, agent.id, byMs, MAX_ADVANCE_HOURS_IN_ALL * HOUR_MS);
    if (clockOffsetMs === undefined) {
      throw call.fail("clock_too_far", {
        details: ["advance_hours: the clock can move at most 8,760 hours in total"],
        nextSteps: [towardsRegistration("Register another test account.", "test-keeper")],
      });
    }
    return clockView({ agent: { ...agent, clockOffsetMs, clockMoved: true }, creatures }, call.now);
  });
});
