// What a stored run means for a call: its scenario, and what the seed draws from it.
import type { Draw } from "@denkeeper/trials/draw.ts";
import { draw } from "@denkeeper/trials/draw.ts";
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { HASHES } from "./hashes.ts";
import type { CallerRun, StoredRun } from "../../store/trials/caller-run.ts";
import { RUN_LASTS_MS } from "../../store/trials/caller-run.ts";

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

export function callerRunOf(stored: StoredRun, now: RealInstant): CallerRun {
  const { ownerId, scenario: name, seed, startedAt, clockAt, visits, calls, state } = stored;
  const scenario = scenarioOf(name);
  const { startsAt, endsAt, outages } = drawOf(scenario, seed);
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
    call: calls,
    over: state !== "open" || now >= startedAt + RUN_LASTS_MS,
  };
}
