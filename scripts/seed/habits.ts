// Habits of the seeded keepers. Each plays a life from its egg to an instant, deterministically.
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { chance } from "@denkeeper/rules/time/hash.ts";
import type { LivingNow } from "@denkeeper/rules/life/life.ts";
import { refusesFoodBeforePlay } from "@denkeeper/rules/creature/mechanics.ts";
import type { SeedGift, SeedLife } from "./life.ts";
import { harmfulGift, lovedGift, reflection } from "./gifts.ts";

/** Which part of a life to play; `seed` tells lives of one habit apart. */
interface SeedSpan {
  readonly from: number;
  readonly until: number;
  readonly seed: number;
}

export type SeedHabit = (life: SeedLife, span: SeedSpan) => void;

/** What a keeper does in one visit ends after so many actions. */
const PATIENCE = 6;
const RESCUE_BELOW = 15;

function taskGift({ creature }: LivingNow): SeedGift {
  return creature.species.mechanic === "border_collie"
    ? { item: "puzzle box", judged: { category: "neutral", isTask: true, score: 0.45 } }
    : {};
}

/** Does what the house advises, a few minutes apart, some of it with an item that is loved. */
function followAdvice(life: SeedLife, from: number, seed: number): void {
  let at = from;
  for (let call = 0; call < PATIENCE; call++) {
    const now = life.look(at);
    if (now === undefined || now.advice === null) return;
    const { action, needsTaskItem } = now.advice;
    const asleep = now.advice.reason === "asleep";
    const gift = needsTaskItem ? taskGift(now) : giftFor(life, action, chance(seed, at));
    if (!life.care(action, at, gift) || asleep) return;
    at += MINUTE_MS;
  }
}

function giftFor(life: SeedLife, action: CareAction, dice: number): SeedGift {
  if (action === "reflect") return { notes: reflection(life.stored.creature) };
  return dice < 1 / 4 ? lovedGift(life.stored.creature.species, action, dice) : {};
}

/** Comes when the house recommends it, up to `lateMinutes` later, and once a day sits down to think. */
export function attentive(lateMinutes = 20): SeedHabit {
  return (life, { from, until, seed }) => {
    let at = from;
    let reflectedAt = at;
    while (at <= until && life.look(at) !== undefined) {
      followAdvice(life, at, seed);
      if (at - reflectedAt >= 24 * HOUR_MS) {
        life.care("reflect", at + PATIENCE * MINUTE_MS, { notes: reflection(life.stored.creature) });
        reflectedAt = at;
      }
      const earliest = at + 15 * MINUTE_MS;
      const next = life.livingAt(earliest)?.checkIn.at;
      if (next === undefined) return;
      at = Math.max(earliest, next) + Math.floor(chance(seed, at) * lateMinutes * MINUTE_MS);
    }
  };
}

/** Feeds at a given position of the feeding window, plays in some visits, cleans once a day. */
export function feedsAt(position: number): SeedHabit {
  return (life, { from, until, seed }) => {
    const windowMs = life.stored.creature.species.feedingWindowHours * HOUR_MS;
    let cleanedAt = from;
    for (let at = from; at <= until && life.look(at) !== undefined; at += Math.round(windowMs / 8)) {
      const now = life.livingAt(at);
      if (now === undefined || now.asleep || now.position < position) continue;
      if (now.creature.stats.health < 50) life.care("medicine", at);
      if (at - cleanedAt >= 24 * HOUR_MS && life.care("clean", at)) cleanedAt = at;
      if (chance(seed, at) < 1 / 2) life.care("play", at + MINUTE_MS, taskGift(now));
      life.care("feed", at + 2 * MINUTE_MS);
    }
  };
}

/** Comes every few hours to play and to talk, and forgets the food after the first hours. */
export function forgetsFood(everyHours = 5): SeedHabit {
  return (life, { from, until }) => {
    for (let at = from; at <= until && life.look(at) !== undefined; at += everyHours * HOUR_MS) {
      const now = life.livingAt(at);
      if (now === undefined) return;
      if (!life.care("play", at, taskGift(now))) {
        life.care("reflect", at, { notes: reflection(life.stored.creature) });
      }
    }
  };
}

/** Feeds in time and never plays. */
export const serious: SeedHabit = (life, { from, until }) => {
  for (let at = from; at <= until && life.look(at) !== undefined; at += HOUR_MS) {
    const now = life.livingAt(at);
    if (now === undefined || now.asleep || now.position < 0.6) continue;
    if (now.advice?.action === "clean" || now.advice?.action === "medicine") life.care(now.advice.action, at);
    if (refusesFoodBeforePlay(now.creature.species.mechanic)) life.care("play", at + MINUTE_MS);
    life.care("feed", at + 2 * MINUTE_MS);
  }
};

/** Feeds the wrong things so many times, then the right ones; never cleans. */
export function careless(harmfulFeedings: number): SeedHabit {
  return (life, { from, until }) => {
    let harmful = 0;
    for (let at = from; at <= until && life.look(at) !== undefined; at += HOUR_MS / 2) {
      const now = life.livingAt(at);
      if (now === undefined || now.asleep || now.position < 0.6) continue;
      const gift = harmful < harmfulFeedings ? harmfulGift(harmful) : {};
      if (life.care("feed", at, gift)) harmful++;
    }
  };
}

/** Keeps to one habit up to an hour of the life, and to another from there on. */
export function switchHabitAt(hours: number, first: SeedHabit, second: SeedHabit): SeedHabit {
  return (life, { from, until, seed }) => {
    const turn = Math.min(from + hours * HOUR_MS, until);
    first(life, { from, until: turn, seed });
    if (turn < until && !life.isOver) second(life, { from: turn, until, seed });
  };
}

/** Forgets the food until it is nearly too late, and never again after that. */
export const rescues: SeedHabit = (life, { from, until, seed }) => {
  let turn = from;
  while (turn < until && (life.look(turn)?.creature.stats.health ?? 0) >= RESCUE_BELOW) {
    if (!life.care("play", turn)) life.care("reflect", turn);
    turn += 2 * HOUR_MS;
  }
  attentive(5)(life, { from: turn, until, seed });
};

/** Never comes again. Somebody finds the death a minute after it happened. */
export const stopsComing: SeedHabit = (life, { from, until }) => {
  const diesAt = life.livingAt(from)?.deathClock.diesAt;
  if (diesAt !== undefined) life.look(Math.min(diesAt + MINUTE_MS, until));
};

/** Lets it go at the end. */
export function releaseAtEnd(habit: SeedHabit): SeedHabit {
  return (life, span) => {
    habit(life, span);
    life.release(span.until);
  };
}

/** Nobody has looked at it yet. */
export const waits: SeedHabit = () => {};
