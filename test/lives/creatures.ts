// Builds values for tests of the rules: a plain species, a hatched baby, and care that must be accepted.
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { applyCare, type CareDone, type JudgedItem } from "@denkeeper/rules/care/care.ts";
import {
  isLiving,
  type CareAction,
  type Creature,
  type Dead,
  type Living,
  type Stats,
} from "@denkeeper/rules/creature/creature.ts";
import { isAsleepAt, sleeperOf } from "@denkeeper/rules/time/sleep.ts";
import { creatureAt, type LivingNow } from "@denkeeper/rules/life/life.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";

export const HOUR = 3_600_000;
/** 9 a.m. UTC, which is 13 hours before any creature sleeps. */
export const T0 = Date.UTC(2026, 5, 1, 9);

/** Converts hours to whole milliseconds. */
export function hours(count: number): number {
  return Math.round(count * HOUR);
}

export function speciesWith(overrides: Partial<SpeciesNature> = {}): SpeciesNature {
  return {
    slug: "plain",
    name: "Plain",
    family: "cat",
    tier: "common",
    trustSpeed: "medium",
    feedingWindowHours: 5,
    hungerDecayPerHour: 1.6,
    happinessDecayPerHour: 0.8,
    innateTraits: [],
    mechanic: null,
    curious: false,
    ...overrides,
  };
}

/** Finds an id that makes a creature sleep and wake at these instants, because sleep is a hash of the id (SLEEP-1). */
export function idThat(nights: { asleep?: readonly number[]; awake?: readonly number[]; zone?: string }): string {
  const { asleep = [], awake = [], zone = "UTC" } = nights;
  for (let count = 0; count < 1_000_000; count++) {
    const id = `creature-${count}`;
    const sleeper = sleeperOf({ id, zone });
    if (asleep.every((at) => isAsleepAt(sleeper, at)) && !awake.some((at) => isAsleepAt(sleeper, at))) return id;
  }
  throw new Error("no id has this sleep");
}

type CreatureOverrides = Omit<Partial<Living>, "species" | "stats"> & {
  readonly species?: Partial<SpeciesNature>;
  readonly stats?: Partial<Stats>;
};

/** Returns a baby that hatched at `T0` in UTC, with default stats unless given and an established feeding rhythm. */
export function creatureWith({ species, stats, zone = "UTC", ...overrides }: CreatureOverrides = {}): Living {
  const { id = "0197a000-0000-7000-8000-000000000001", name = "Pip" } = overrides;
  const baby = hatch(adopt({ id, name, species: speciesWith(species), zone, at: T0 }), T0);
  const begun = overrides.rhythm && { rhythmSince: T0 - 24 * HOUR, lastCareAction: "reflect" as const };
  return { ...baby, ...begun, ...overrides, stats: { ...baby.stats, ...stats } };
}

/** Returns the outcome of accepted care. Throws if the creature refused or is not alive. */
export function done(creature: Living, action: CareAction, at: number, item: Partial<JudgedItem> = {}): CareDone {
  const outcome = applyCare(creature, action, { category: null, isTask: false, ...item }, at);
  if (outcome.kind === "done") return outcome;
  throw new Error(`${action} was not accepted: ${outcome.kind === "refused" ? outcome.reason : outcome.kind}`);
}

/** Returns the creature after accepted care. Throws if the care killed it. */
export function caredFor(creature: Living, action: CareAction, at: number, item: Partial<JudgedItem> = {}): Living {
  return livingOf(done(creature, action, at, item).creature);
}

/** Narrows a creature to a living one, or throws. */
export function livingOf(creature: Creature): Living {
  if (isLiving(creature)) return creature;
  throw new Error("the creature is not living");
}

/** Narrows a creature to a dead one, or throws. */
export function deadOf(creature: Creature): Dead {
  if (creature.death !== null) return creature;
  throw new Error("the creature is not dead");
}

/** Returns the state of a creature at `at`. Throws if it is not living then. */
export function livingAt(creature: Creature, at: number): LivingNow {
  const now = creatureAt(creature, at);
  if (now.kind === "living") return now;
  throw new Error(`not living but ${now.kind}`);
}
