// Determines a creature's mood (MOOD rules).
import { CRITICAL_BELOW } from "./course.ts";
import type { Living, Mood } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { chance } from "../time/hash.ts";
import type { Instant } from "../time/units.ts";

const SICK_BELOW = 40;
const HUNGRY_BELOW = 30;
const HAPPY_ABOVE = 80;
const HAPPY_HUNGER_ABOVE = 50;
/** MOOD-7: the probability that an hour is one of a creature's curious hours. */
const CURIOUS_CHANCE = 1 / 4;
/** Distinguishes this use of the creature's seed from others. */
const CURIOUS_KEY = 0x40000000;

/** Returns the mood of a creature settled at `at`. `seed` is the seed of its id. */
export function moodOf(creature: Living, asleep: boolean, seed: number, at: Instant): Mood {
  const { health, hunger, happiness } = creature.stats;
  if (asleep) return "sleeping";
  if (health < CRITICAL_BELOW) return "critical";
  if (health < SICK_BELOW) return "sick";
  if (hunger < HUNGRY_BELOW) return "hungry";
  if (happiness > HAPPY_ABOVE && hunger > HAPPY_HUNGER_ABOVE) return "happy";
  const hourCount = Math.floor(at / HOUR_MS);
  return creature.species.curious && chance(seed ^ CURIOUS_KEY, hourCount) < CURIOUS_CHANCE ? "curious" : "content";
}
