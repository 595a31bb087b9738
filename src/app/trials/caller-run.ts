// What a stored run means for a call: its scenario, and what the seed draws from it.
import { draw, type Draw } from "@denkeeper/trials/draw.ts";
import type { Book } from "@denkeeper/trials/relay/book.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import type { Kept } from "@denkeeper/rules/creature/creature.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Caller, HouseRules } from "../../store/accounts/callers.ts";
import type { StoredCreature } from "../../store/creatures/creature-row.ts";
import { presentAt } from "../life/amnesty.ts";
import { HASHES } from "./hashes.ts";
import { RUN_LASTS_MS, type CallerRun, type StoredRun } from "../../store/trials/caller-run.ts";
import { savingInRun } from "../../store/trials/save-in-run.ts";

/** A run makes thousands of calls, and its draw is the same in all of them. */
const drawn = new Map<string, Draw>();
const MOST_DRAWN = 1_000;

export function drawOf(scenario: Scenario, seed: string): Draw {
  const key = `${scenario.name}/${seed}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  if (drawn.size >= MOST_DRAWN) drawn.clear();
  const fresh = draw(scenario, seed, HASHES);
  drawn.set(key, fresh);
  return fresh;
}

/** The scenario of a stored run: none is ever taken away. */
export function scenarioOf(name: string): Scenario {
  const scenario = scenarioNamed(name);
  if (scenario === undefined) throw new Error(`there is no scenario ${name}`);
  return scenario;
}

function callerRunOf(stored: StoredRun, book: Book | undefined, now: RealInstant): CallerRun {
  const { ownerId, scenario: name, seed, startedAt, clockAt, visits, calls, state, notebook } = stored;
  const scenario = scenarioOf(name);
  const { startsAt, endsAt, outages, shut } = drawOf(scenario, seed);
  const visitsLeft = Math.max(0, scenario.visits - visits);
  return {
    ownerId,
    scenario,
    seed,
    clockAt,
    visitsLeft,
    startsAt,
    endsAt,
    outages,
    shut,
    call: calls,
    over: state !== "open" || now >= startedAt + RUN_LASTS_MS,
    ...(book === undefined ? {} : { letters: { book, notebook: notebook ?? "" } }),
  };
}

/** What is different in the house of a run (TRIAL-4). Its stored answers are gone after its next move (ROOM-3). */
const RUN_HOUSE: HouseRules = {
  clockStandsStill: true,
  callsBack: false,
  judgesItems: false,
  tellsKeeper: false,
  keepsTrail: false,
  keepsWords: false,
  hasBudgets: false,
  hasExtras: false,
  logRoom: { atOnce: 20, inAll: 60_000 },
};
const BLIND_HOUSE: HouseRules = { ...RUN_HOUSE, hiddenEvent: "feeding_due" };

/**
 * The house of a run: its clock stands still (TRIAL-2), and only the outages that the seed draws count in it. `book`: that of
 * its letters, if it has any.
 */
export function enteredRun(
  caller: Caller<StoredCreature<Kept>>,
  stored: StoredRun,
  book: Book | undefined,
  arrivedAt: RealInstant,
): Caller {
  const run = callerRunOf(stored, book, arrivedAt);
  const { clockAt, ownerId } = run;
  const outages = run.outages.filter(({ from }) => from < clockAt);
  const saving = savingInRun(clockAt);
  const creatures = caller.creatures.map((each) => ({ ...presentAt(each, outages, clockAt, arrivedAt), saving }));
  const agent = { ...caller.agent, clockOffsetMs: clockAt - arrivedAt };
  const { relay } = drawOf(run.scenario, run.seed);
  const rules = run.scenario.blind ? BLIND_HOUSE : RUN_HOUSE;
  const house = relay === undefined ? rules : { ...rules, shelf: relay.shelf };
  return { ...caller, agent, outages, creatures, ownerId, house, run };
}
