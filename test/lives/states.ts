// Lists the successive states of a random life as the service would store them.
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { board, returnFromBoarding } from "@denkeeper/rules/care/boarding.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { check } from "@denkeeper/rules/care/check.ts";
import { resurrect } from "@denkeeper/rules/care/resurrection.ts";
import type { Dead, Living } from "@denkeeper/rules/creature/creature.ts";
import { restingAt } from "@denkeeper/rules/life/pause.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { History } from "./arbitrary-life.ts";
import { HOUR } from "./creatures.ts";

/** Returns the states of a life, each with the instant from which it is stored. */
export function statesOf({
  id,
  species: index,
  zone,
  startMs,
  visits,
}: History): readonly (readonly [number, Living | Dead])[] {
  const species = CATALOG[index] ?? CATALOG[0];
  if (species === undefined) throw new Error("the catalog is empty");
  let creature = hatch(adopt({ id, name: "Pip", species, zone, at: startMs }), startMs);
  let now = startMs;
  const states: (readonly [number, Living | Dead])[] = [[now, creature]];
  const store = (next: Living | Dead) => {
    states.push([now, next]);
    creature = next.death === null ? next : resurrect(next, now);
    if (next.death !== null) states.push([now, creature]);
  };
  for (const { afterMinutes, offsetMs, action, category } of visits) {
    now += afterMinutes * 60_000 + offsetMs + 1;
    const dead = settle(creature, now);
    if (dead.death !== null) {
      store(dead);
    } else if (action === "look") store(check(creature, now)?.creature ?? creature);
    else if (action === "return") store(returnFromBoarding(creature, now) ?? creature);
    else if (action === "board") {
      const outcome = board(creature, now, HOUR + offsetMs * 600);
      if (outcome.kind === "boarded") store(outcome.creature);
    } else if (restingAt(creature, now) === null) {
      const outcome = applyCare(creature, action, { category, isTask: category !== null }, now);
      if (outcome.kind === "done") store(outcome.creature);
    }
  }
  return states;
}
