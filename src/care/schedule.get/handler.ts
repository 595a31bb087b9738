// The schedule of a house, or of the creatures that a sitter key covers. Reading it changes nothing.
import type { Needs } from "../../http/request/services.ts";
import { iso } from "../../platform/clock.ts";
import { TextAnswer, endpoint } from "../../http/request/endpoint.ts";
import { houseSteps } from "../views/steps.ts";
import { nextVisit } from "../views/views.ts";
import { calendarOf, calendarUrl } from "./calendar.ts";
import { schedule } from "./contract.ts";
import { planOf, type SchedulePlan } from "./plan.ts";

export const scheduleEndpoint = endpoint(schedule, async (call, { config }: Needs<"config">) => {
  const { agent, creatures, keyHash, sitter } = call.caller;
  const { format } = call.query;
  const plan = planOf(agent, creatures, call.now);
  // A tag is of one key's answer: whoever has several keys is never told that it has this one already.
  const url = sitter === undefined ? calendarUrl(config.baseUrl, agent.id, keyHash) : undefined;
  call.tag([format, url ?? null, sitter?.id ?? null, plan.creatures.map(scheduleTag)]);
  if (format === "ical") return new TextAnswer(calendarOf(agent, plan));
  return {
    house_time: iso(plan.now),
    creatures: [...plan.creatures],
    best_time: plan.bestTime,
    ...(url === undefined ? {} : { calendar_url: url }),
    ...nextVisit(plan.house),
    next_steps: houseSteps(plan.house),
  };
});

/** While something is due its check-in is the present, which says no more than that it is due. */
function scheduleTag({
  creature,
  check_in,
  due,
  asleep,
  on_time,
  dies_at,
}: SchedulePlan["creatures"][number]): unknown {
  return [creature, due ? "now" : check_in.at, asleep, on_time, dies_at];
}
