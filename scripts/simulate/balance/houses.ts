// Simulates houses over two weeks of the documented loop (BALANCE-6) with the functions that build answers: read the status, do the
// most urgent care until none is due, come back at the check-in.
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { check } from "@denkeeper/rules/care/check.ts";
import type { Dead, Living } from "@denkeeper/rules/creature/creature.ts";
import { creatureAt, type LivingNow } from "@denkeeper/rules/life/life.ts";
import type { VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import { unveil } from "@denkeeper/rules/creature/visibility.ts";
import { dueInOrder, visitOf } from "@denkeeper/rules/foresight/schedule.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { startLife } from "./lives.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";

export const HOUSE_SIZES = [1, 2, 5, 12] as const;
export const HOUSE_DAYS = 14;
/** Feeding windows of at least this length count as long. */
export const PATIENT_HOURS = 5;
/** Time per care call: the service allows two in ten seconds. */
const CALL_MS = 5_000;
/** Calls in one visit after which a keeper leaves for 15 minutes. */
const PATIENCE = 300;

export interface HouseOutcome {
  readonly deaths: number;
  readonly missed: number;
  readonly late: number;
  readonly feedings: number;
  readonly visits: number;
}

/** Creates the hatchlings of one house, all in the same zone. The house number seeds the zone, the start and the species. */
export function startHouse(size: number, number: number, leastWindowHours = 0): readonly Living[] {
  const species = CATALOG.filter(({ feedingWindowHours }) => feedingWindowHours >= leastWindowHours);
  const [any] = species;
  if (any === undefined) throw new Error("no species has windows of this length");
  const { creature: first, dice } = startLife(any, number);
  return Array.from({ length: size }, (_, place) => {
    const chosen = species[Math.floor(dice() * species.length)] ?? any;
    return { ...first, id: `house-${number}-${place}`, species: chosen };
  });
}

class BalanceHouse {
  readonly creatures: (Living | Dead)[];
  now: number;
  late = 0;

  constructor(creatures: readonly Living[]) {
    this.creatures = [...creatures];
    this.now = creatures[0]?.asOf ?? 0;
  }

  /** Simulates a status call, which checks every creature. */
  look(): LivingNow[] {
    for (const [place, creature] of this.creatures.entries()) {
      if (creature.death === null) this.creatures[place] = check(creature, this.now)?.creature ?? creature;
    }
    return this.creatures.map((creature) => creatureAt(creature, this.now)).filter((seen) => seen.kind === "living");
  }

  /** Gives a creature its advised care. Returns the creature afterward, or undefined if it is dead. */
  care({ creature: shown, advice }: VisibleLiving): LivingNow | undefined {
    const creature = unveil(shown);
    const place = this.creatures.findIndex(({ id }) => id === creature.id);
    const stored = this.creatures[place] ?? creature;
    this.now += CALL_MS;
    const item = { category: null, isTask: advice?.needsTaskItem ?? false };
    if (stored.death !== null) return undefined;
    const outcome = applyCare(stored, advice?.action ?? "reflect", item, this.now);
    if (outcome.kind !== "refused") this.creatures[place] = outcome.creature;
    if (outcome.kind === "done" && (outcome.timing === "late" || outcome.timing === "missed_window")) this.late++;
    const seen = creatureAt(this.creatures[place] ?? creature, this.now);
    return seen.kind === "living" ? seen : undefined;
  }

  /** Gives all care that is due and returns when to come back. Rereads the status before that, because time has passed. */
  visit(): number {
    let seen = this.look();
    let isFresh = true;
    for (let calls = 0; calls < PATIENCE; calls++) {
      const [first] = dueInOrder(seen);
      if (first === undefined && isFresh) return visitOf(seen)?.at ?? Infinity;
      if (first?.kind !== "living") {
        seen = this.look();
        isFresh = true;
        continue;
      }
      isFresh = false;
      const after = this.care(first);
      seen = seen.flatMap((each) => (each === first ? (after ?? []) : each));
    }
    return this.now + HOUR_MS / 4;
  }
}

export function keepHouse(creatures: readonly Living[], days = HOUSE_DAYS): HouseOutcome {
  const house = new BalanceHouse(creatures);
  const end = house.now + days * 24 * HOUR_MS;
  let visits = 0;
  while (house.now < end) {
    visits++;
    const next = house.visit();
    house.now = Math.max(house.now, Math.min(next, end));
  }
  const seen = house.creatures.map((creature) => creatureAt(creature, house.now).creature);
  return {
    deaths: seen.filter(({ death }) => death !== null).length,
    missed: seen.reduce((sum, { missedFeedings }) => sum + missedFeedings, 0),
    late: house.late,
    feedings: seen.reduce((sum, { feedings }) => sum + feedings, 0),
    visits,
  };
}
