// The forecast of one creature. Reading it changes nothing.
import { iso } from "../../../platform/clock.ts";
import { foresee } from "@denkeeper/rules/foresight/foresight.ts";
import { shownAt } from "@denkeeper/rules/life/shown.ts";
import { houseTime } from "../../../app/life/time-changes.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { adoptStep, livingSteps, statusStep } from "../../shared/steps.ts";
import { shownStat, speciesView, yourCreatureView } from "../../shared/views.ts";
import { forecast } from "./contract.ts";

export const forecastEndpoint = endpoint(forecast, async (call) => {
  const { agent, creatures, sitter } = call.caller;
  const now = houseTime(agent, call.now);
  const wanted = call.query.creature_id ?? call.query.id;
  const alive = creatures.filter(({ creature }) => shownAt(creature, now).kind !== "dead");
  const found = wanted === undefined ? alive[0] : alive.find(({ creature }) => creature.id === wanted);
  if (found === undefined) {
    const nobody = sitter === undefined ? "Adopt an egg first." : "None of the creatures this key covers is alive.";
    throw call.fail("not_found", {
      suggestion: alive.length === 0 ? nobody : "Choose one of your_creatures.",
      fields: { your_creatures: alive.map(yourCreatureView) },
      nextSteps: alive.length === 0 ? [adoptStep()] : [statusStep(undefined, "See who lives in your house.")],
    });
  }
  const seen = shownAt(found.creature, now);
  if (seen.kind !== "living") {
    throw call.fail("egg", { nextSteps: [statusStep(found.creature.id, "Call status to hatch the egg.")] });
  }
  const { id, name, species, stage } = seen.creature;
  const { hours, turns, diesAt } = foresee(seen.creature, call.query.hours);
  return {
    creature: { id, name, ...speciesView(species), stage },
    hours: hours.map(({ at, hunger, happiness, health, trust, asleep }) => ({
      at: iso(at),
      hunger: shownStat(hunger),
      happiness: shownStat(happiness),
      health: shownStat(health),
      trust: shownStat(trust),
      asleep,
    })),
    turns: turns.map(({ at, turn }) => ({ at: iso(at), turn })),
    dies_at: iso(diesAt),
    next_steps: livingSteps(seen),
  };
});
