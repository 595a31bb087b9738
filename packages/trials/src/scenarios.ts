// The scenarios (TRIAL-8). None of them may change once a season has used it.
import { LATE, MIDDLE, QUICK, SLOW } from "./scenario-species.ts";
import type { Faults, Place, Scenario } from "./scenario.ts";

const quick: Place = { species: QUICK };
const middle: Place = { species: MIDDLE };
const slow: Place = { species: SLOW };
const late: Place = { species: LATE };

const FAULTS: Faults = { busy: 0.03, throttled: 0.01, lost: 0.02, outages: 4, outageHours: [1, 4], lies: 0.05 };

const GUIDED = {
  days: 30,
  learningDays: 0,
  places: [middle, slow, late],
  blind: false,
  visits: 300,
  faults: null,
  ranked: true,
} as const satisfies Omit<Scenario, "name">;

const anyFoundling = (arrivesOnDay: number): Place => ({ foundlingWindow: [3, 24], arrivesOnDay });

/** Those in which food has to come on time. */
export const TIMED_SCENARIOS: readonly Scenario[] = [
  { ...GUIDED, name: "first-1", days: 7, places: [middle], visits: 70, ranked: false },
  { ...GUIDED, name: "guided-1", frozen: true },
  { ...GUIDED, name: "hard-1", frozen: true, faults: FAULTS },
  {
    ...GUIDED,
    name: "blind-1",
    frozen: true,
    learningDays: 3,
    places: [{ foundlingWindow: [5, 8] }, { foundlingWindow: [9, 14] }, { foundlingWindow: [16, 24] }],
    blind: true,
    visits: 240,
  },
  {
    ...GUIDED,
    name: "house-1",
    frozen: true,
    places: [quick, quick, quick, quick, quick, quick, middle, middle, slow, slow, late, late],
    visits: 306,
  },
  {
    ...GUIDED,
    name: "blind-2",
    learningDays: 2,
    graceHours: 48,
    places: [0, 0, 6, 12, 18].map(anyFoundling),
    mealsPerDay: 11,
    countsFrom: 0.65,
    blind: true,
    visits: 240,
    tellsVisits: true,
  },
  {
    ...GUIDED,
    name: "hard-2",
    faults: { ...FAULTS, lies: 0 },
    closures: { count: 14, hours: [3, 5], noticeHours: 48, falseNotices: 5, hearsay: 0.12 },
    tellsVisits: true,
  },
];

const PRACTICE_BOOK = "4ddb6fff822af890f049b0ce129bb1d1529c2358a49e380542bb935241e518e6";

export const RELAY_1: Scenario = {
  ...GUIDED,
  name: "relay-1",
  runs: 18,
  learningDays: 1,
  places: Array.from({ length: 8 }, (): Place => ({ foundlingWindow: [24, 24] })),
  visits: 30,
  letters: { shelf: 12, perDay: [2, 4], orders: 0.8, strangers: 0.3, notebook: 1500, practiceBook: PRACTICE_BOOK },
};

export const SCENARIOS: readonly Scenario[] = [...TIMED_SCENARIOS, RELAY_1];

export function scenarioNamed(name: string): Scenario | undefined {
  return SCENARIOS.find((each) => each.name === name);
}
