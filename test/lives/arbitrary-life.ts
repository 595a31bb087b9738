// Generates random creatures for property tests: any species, zone and instant, after some history of care. Every kind of state
// occurs: rhythms, streaks, hunger, illness, sleep, offset changes, boardings and resurrections.
import * as fc from "fast-check";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { board, returnFromBoarding } from "@denkeeper/rules/care/boarding.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { check } from "@denkeeper/rules/care/check.ts";
import { CARE_ACTIONS, ITEM_CATEGORIES, type Living } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { resurrect } from "@denkeeper/rules/care/resurrection.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { mergeSpans, type Span } from "@denkeeper/rules/time/span.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";

const ZONES = [
  "UTC",
  "America/New_York",
  "Europe/London",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/St_Johns",
] as const;

const visit = fc.record({
  afterMinutes: fc.oneof(
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 20 }) },
    { weight: 4, arbitrary: fc.integer({ min: 20, max: 600 }) },
    { weight: 1, arbitrary: fc.integer({ min: 600, max: 1700 }) },
  ),
  offsetMs: fc.integer({ min: 0, max: 59_999 }),
  action: fc.constantFrom(...CARE_ACTIONS, "look" as const, "board" as const, "return" as const),
  category: fc.option(fc.constantFrom(...ITEM_CATEGORIES)),
});

export interface History {
  readonly id: string;
  readonly species: number;
  readonly zone: string;
  readonly startMs: number;
  readonly visits: readonly {
    afterMinutes: number;
    offsetMs: number;
    action: (typeof CARE_ACTIONS)[number] | "look" | "board" | "return";
    category: (typeof ITEM_CATEGORIES)[number] | null;
  }[];
}

export const arbitraryHistory: fc.Arbitrary<History> = fc.record({
  id: fc.uuid(),
  species: fc.nat({ max: CATALOG.length - 1 }),
  zone: fc.constantFrom(...ZONES),
  startMs: fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2027, 0, 1) }),
  visits: fc.array(visit, { maxLength: 40 }),
});

/** Plays a history. If the creature dies, it is resurrected once the death is recorded. */
export function creatureOf(history: History): Living {
  const species = CATALOG[history.species] ?? CATALOG[0];
  if (species === undefined) throw new Error("the catalog is empty");
  const { id, zone, startMs } = history;
  let creature = hatch(adopt({ id, name: "Pip", species, zone, at: startMs }), startMs);
  let now = startMs;
  for (const { afterMinutes, offsetMs, action, category } of history.visits) {
    now += afterMinutes * 60_000 + offsetMs;
    if (action === "look") creature = check(creature, now)?.creature ?? creature;
    else if (action === "return") creature = returnFromBoarding(creature, now) ?? creature;
    else if (action === "board") {
      const outcome = board(creature, now, HOUR_MS + offsetMs * 600);
      if (outcome.kind === "boarded") ({ creature } = outcome);
    } else {
      const outcome = applyCare(creature, action, { category, isTask: category !== null }, now);
      const cared = outcome.kind === "refused" ? creature : outcome.creature;
      creature = cared.death === null ? cared : resurrect(cared, now);
    }
    const settled = settle(creature, now);
    if (settled.death !== null) creature = resurrect(settled, now);
  }
  return creature;
}

export const arbitraryCreature: fc.Arbitrary<Living> = arbitraryHistory.map(creatureOf);

/** Up to 60 hours, in milliseconds. */
export const arbitraryGapMs: fc.Arbitrary<number> = fc.integer({ min: 0, max: 60 * HOUR_MS });

/** Outages in milliseconds relative to some instant. Some precede it, and some overlap. */
const arbitrarySilences: fc.Arbitrary<readonly Span[]> = fc.array(
  fc
    .tuple(fc.integer({ min: -20 * HOUR_MS, max: 70 * HOUR_MS }), fc.integer({ min: 1, max: 40 * HOUR_MS }))
    .map(([from, forMs]) => ({ from, until: from + forMs })),
  { maxLength: 4 },
);

/** A creature with outages around the time after its last event. */
export const arbitraryOutages: fc.Arbitrary<{ creature: Living; outages: readonly Span[] }> = fc
  .tuple(arbitraryCreature, arbitrarySilences)
  .map(([creature, silences]) => ({
    creature,
    outages: mergeSpans(
      silences.map(({ from, until }) => ({ from: creature.asOf + from, until: creature.asOf + until })),
    ),
  }));
