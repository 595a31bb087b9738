// The forecast of one creature. Reading it changes nothing.
import type { Needs } from "../../http/request/services.ts";
import { iso } from "../../platform/clock.ts";
import { hourlyForecast } from "@denkeeper/rules/foresight/foresight.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { missingCreature } from "../views/missing-creature.ts";
import { adoptStep, houseNowAfter, livingSteps, statusStep } from "../views/steps.ts";
import { statView, speciesView } from "../views/views.ts";
import { forecast } from "./contract.ts";

export const forecastEndpoint = endpoint(forecast, async (call, { database }: Needs<"database">) => {
  const { creatures, sitter, houseNow: now } = call.caller;
  const wanted = call.query.creature_id ?? call.query.id;
  const alive = creatures.filter(({ creature }) => visibleAt(creature, now).kind !== "dead");
  const found = wanted === undefined ? alive[0] : alive.find(({ creature }) => creature.id === wanted);
  if (found === undefined && wanted !== undefined) {
    throw call.fail("creature_not_found", await missingCreature(call, database, wanted));
  }
  if (found === undefined) {
    const nobody = "None of the creatures this key covers is alive.";
    throw call.fail("no_living_creatures", {
      ...(sitter === undefined ? {} : { suggestion: nobody }),
      fields: { your_creatures: [] },
      nextSteps: [adoptStep()],
    });
  }
  const seen = visibleAt(found.creature, now);
  if (seen.kind !== "living") {
    throw call.fail("egg_not_hatched", { nextSteps: [statusStep(found.creature.id, "Call status to hatch the egg.")] });
  }
  const { id, name, species, stage } = seen.creature;
  const { hours, turns, diesAt } = hourlyForecast(seen.creature, call.query.hours);
  return {
    creature: { id, name, ...speciesView(species), stage },
    hours: hours.map(({ at, hunger, happiness, health, trust, asleep }) => ({
      at: iso(at),
      hunger: statView(hunger),
      happiness: statView(happiness),
      health: statView(health),
      trust: statView(trust),
      asleep,
    })),
    turns: turns.map(({ at, turn }) => ({ at: iso(at), turn })),
    dies_at: iso(diesAt),
    next_steps: livingSteps(seen, houseNowAfter(creatures, now)),
  };
});
