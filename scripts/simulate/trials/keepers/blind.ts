// Keepers that find out by themselves how long they may stay away: all that a blind run allows.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Timing } from "@denkeeper/rules/creature/creature.ts";
import type { Hours, Instant } from "@denkeeper/rules/time/units.ts";
import type { HomeAnswer, HomeCreature, TrialHouse } from "@denkeeper/trials/house.ts";
import { isIll } from "./by-clock.ts";
import { eachVisit, hoursAfter, type TrialKeeper } from "./keeper.ts";

/** What it has learnt about a creature. */
interface Learnt {
  fedAt: Instant;
  cleanedAt: Instant;
  /** The shortest and the longest stay away after which food was on time, and the shortest after which it was late. */
  least: Hours;
  most: Hours;
  tooLate: Hours;
  /** How long it stays away now. */
  guess: Hours;
}

const FIRST_GUESS: Hours = 3;
const CLEANS_EVERY_MS = 24 * HOUR_MS;
/** In which time it tries how long it may stay away. */
const LEARNS_FOR_MS = 72 * HOUR_MS;

interface Habit {
  /** From which stay on it feeds. */
  readonly feedsFrom: (learnt: Learnt, learns: boolean) => Hours;
  /** What a meal after so many hours teaches. */
  readonly learn: (learnt: Learnt, hours: Hours, timing: Timing | null, learns: boolean) => void;
}

/** Feeds each creature after the stay that it has learnt, and comes for whoever is next. */
function learning({ feedsFrom, learn }: Habit): TrialKeeper["play"] {
  return async ({ house }) => {
    const known = new Map<string, Learnt>();
    let learnsUntil: Instant | null = null;
    await eachVisit(house, async (home: HomeAnswer) => {
      const { now, creatures } = home;
      learnsUntil ??= now + LEARNS_FOR_MS;
      const learns = now < learnsUntil;
      const nexts: Instant[] = [];
      for (const creature of creatures) {
        const learnt = known.get(creature.id) ?? fresh(now);
        known.set(creature.id, learnt);
        const isAsleep = creature.mood === "sleeping";
        if (!isAsleep) await tend(house, creature, learnt, now);
        const hours = (now - learnt.fedAt) / HOUR_MS;
        if (!isAsleep && hours >= feedsFrom(learnt, learns) - 0.01) {
          const fed = await house.care(creature.id, "feed");
          if (fed.ok && fed.value.success) {
            learnt.fedAt = now;
            learn(learnt, hours, fed.value.timing, learns);
          }
        }
        const at = hoursAfter(learnt.fedAt, learnt.guess);
        nexts.push(at <= now ? hoursAfter(now, 1) : at);
      }
      return creatures.length === 0 ? null : Math.min(...nexts);
    });
  };
}

function fresh(now: Instant): Learnt {
  return { fedAt: now, cleanedAt: now, least: Infinity, most: 0, tooLate: Infinity, guess: FIRST_GUESS };
}

async function tend(house: TrialHouse, creature: HomeCreature, learnt: Learnt, now: Instant): Promise<void> {
  if (isIll(creature)) await house.care(creature.id, "medicine");
  if (now - learnt.cleanedAt < CLEANS_EVERY_MS) return;
  const cleaned = await house.care(creature.id, "clean");
  if (cleaned.ok) learnt.cleanedAt = now;
}

const AFTER_MEAL: Readonly<Record<Timing, number>> = { early: 2, on_time: 1, late: 0.75, missed_window: 0.5 };

/** Doubles the stay until food is no longer early, and keeps to it. */
export const doubling = learning({
  feedsFrom: ({ guess }) => guess,
  learn: (learnt, _hours, timing) => {
    if (timing !== null) learnt.guess *= AFTER_MEAL[timing];
  },
});

/** Doubles until food is on time, then stays away a little longer each time until it was late once. */
export const creeping = learning({ feedsFrom: ({ guess }) => guess, learn: creep });

/** The same, and once it has learnt, whoever may be fed already is fed with the others. */
export const joining = learning({
  feedsFrom: ({ guess, least }, learns) => (learns ? guess : Math.min(least, guess)),
  learn: creep,
});

function creep(learnt: Learnt, hours: Hours, timing: Timing | null, learns: boolean): void {
  const hasBeenOnTime = learnt.most > 0;
  switch (timing) {
    case "early":
      learnt.guess = hasBeenOnTime ? Math.max(learnt.guess, 1.1 * hours) : 2 * learnt.guess;
      if (hasBeenOnTime) learnt.least = 1.1 * hours;
      break;
    case "on_time":
      learnt.least = Math.min(learnt.least, hours);
      // A night's sleep lengthens a stay without making it late: that is not to be taken for the day.
      learnt.most = Math.max(learnt.most, Math.min(hours, learnt.guess + 0.5));
      if (learns && learnt.tooLate === Infinity) learnt.guess *= 1.2;
      else learnt.guess = Math.min(learnt.guess, learnt.most);
      break;
    case "late":
    case "missed_window":
      learnt.tooLate = Math.min(learnt.tooLate, hours);
      learnt.guess = Math.min(hasBeenOnTime ? learnt.most : hours, 0.85 * learnt.guess);
      break;
    case null:
  }
}
