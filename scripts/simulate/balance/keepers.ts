// Simulates the keepers of the balance table (BALANCE rules), each with its own habit.
import { NO_ITEM, applyCare, type JudgedItem } from "@denkeeper/rules/care/care.ts";
import { check } from "@denkeeper/rules/care/check.ts";
import type { CareAction, Dead, Living, Timing } from "@denkeeper/rules/creature/creature.ts";
import type { Advice } from "@denkeeper/rules/life/advice.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { resurrect } from "@denkeeper/rules/care/resurrection.ts";
import { settle, settleAny } from "@denkeeper/rules/life/settle.ts";
import { isCurledUp, refusesFoodBeforePlay } from "@denkeeper/rules/creature/mechanics.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { localHourAt } from "@denkeeper/rules/time/zone.ts";
import type { BuiltInSpecies } from "@denkeeper/rules/species/species.ts";
import { startLife, type RandomSource } from "./lives.ts";

const ADULT_HOURS = 120;
export const TASK_ITEM: JudgedItem = { category: "neutral", isTask: true };
const HARMFUL_ITEM: JudgedItem = { category: "harmful", isTask: false };
/** Calls at one instant after which a keeper waits 15 minutes, because a creature that is asleep may refuse urgent care. */
const PATIENCE = 40;

export class PlayedLife {
  creature: Living | Dead;
  now: number;
  readonly born: number;
  /** Last care of a keeper who stopped coming, if the life counts. */
  leftAt: number | null = null;
  readonly timings: Record<Timing, number> = { early: 0, on_time: 0, late: 0, missed_window: 0 };

  constructor(creature: Living) {
    this.creature = creature;
    this.born = creature.asOf;
    this.now = creature.asOf;
  }

  get alive(): boolean {
    return this.creature.death === null;
  }

  /** Simulates a status call. Returns false if the creature is dead. */
  look(at: number): boolean {
    this.now = at;
    const { creature } = this;
    if (creature.death !== null) return false;
    const checked = check(creature, at);
    if (checked !== null) this.creature = checked.creature;
    else if (settle(creature, at).death !== null) this.creature = settle(creature, at);
    return this.alive;
  }

  /** Simulates a care call. Returns true if the creature accepted it. */
  care(action: CareAction, item: JudgedItem = NO_ITEM): boolean {
    if (this.creature.death !== null) return false;
    const outcome = applyCare(this.creature, action, item, this.now);
    if (outcome.kind === "refused") return false;
    this.creature = outcome.creature;
    if (outcome.kind === "died") return false;
    if (outcome.timing !== null) this.timings[outcome.timing]++;
    return true;
  }

  /** Gives the advised care. Returns true if the creature accepted it. */
  followAdvice({ action, needsTaskItem }: Pick<Advice, "action" | "needsTaskItem">): boolean {
    return this.care(action, needsTaskItem ? TASK_ITEM : NO_ITEM);
  }

  end(hours: number): void {
    this.look(this.born + hours * HOUR_MS);
  }
}

/** Comes at the recommended time, at most `lateMinutes` late, and does the first recommended action. */
function follow(play: PlayedLife, dice: RandomSource, hours: number, lateMinutes: number): void {
  let at = play.born;
  let callsNow = 0;
  while (play.look(Math.max(play.now, at))) {
    const before = creatureAt(play.creature, play.now);
    if (before.kind !== "living") return;
    if (before.advice !== null) play.followAdvice(before.advice);
    const after = creatureAt(play.creature, play.now);
    if (after.kind !== "living") return;
    callsNow = after.checkIn.at > play.now ? 0 : callsNow + 1;
    at = callsNow > PATIENCE ? play.now + HOUR_MS / 4 : after.checkIn.at;
    if (at > play.now) at += Math.floor(dice() * lateMinutes * 60_000);
    if (at > play.born + hours * HOUR_MS) break;
  }
  play.end(hours);
}

/** Comes at a fixed hour and again twelve hours later, at most 30 minutes off. Tries once to feed and once to play. */
function twiceADay(play: PlayedLife, dice: RandomSource, hours: number): void {
  const localHour = Math.floor(dice() * 24);
  const end = play.born + hours * HOUR_MS;
  for (let hour = Math.ceil(play.born / HOUR_MS) * HOUR_MS; hour < end; hour += HOUR_MS) {
    const local = localHourAt(play.creature.zone, hour).hour;
    if (local !== localHour && local !== (localHour + 12) % 24) continue;
    const at = hour + Math.floor((dice() - 0.5) * HOUR_MS);
    if (at <= play.now || at > end) continue;
    if (!play.look(at)) return;
    if (play.care("feed") || play.alive) play.care("play");
    if (!play.alive) return;
  }
  play.end(hours);
}

export interface LifeOutcome {
  readonly aliveAt120Hours: boolean;
  /** Whether the creature is alive at the end of the simulated time. */
  readonly alive: boolean;
  readonly path: string | null;
  readonly adultOnTime: boolean;
  readonly lateFeedings: number;
  /** Hours from `leftAt` to death. */
  readonly hoursToDeath: number | null;
  readonly feedings: number;
}

function outcomeOf(play: PlayedLife): LifeOutcome {
  const { death, stageInstants, path, feedings } = settleAny(play.creature, play.now);
  const dueAt = play.born + ADULT_HOURS * HOUR_MS;
  return {
    aliveAt120Hours: death === null || death.at > dueAt,
    alive: play.alive,
    path,
    adultOnTime: stageInstants.adult === dueAt,
    lateFeedings: play.timings.late + play.timings.missed_window,
    hoursToDeath: play.leftAt === null ? null : ((death?.at ?? Infinity) - play.leftAt) / HOUR_MS,
    feedings,
  };
}

/** Plays one of five beginnings, after which the keeper does not come again. */
function stopComing(play: PlayedLife, dice: RandomSource, number: number): void {
  const until = 6 + dice() * 110;
  const window = play.creature.species.feedingWindowHours;
  switch (number % 5) {
    case 0:
      follow(play, dice, until, 45);
      break;
    case 1: // several care actions per visit
      for (
        let at = 1;
        at < until && play.look(play.born + Math.floor(at * HOUR_MS));
        at += window * (0.5 + dice() * 0.7)
      ) {
        for (const action of ["play", "feed", "reflect", "clean", "play"] as const) play.care(action);
      }
      break;
    case 2: // care only in the first hours
      play.look(play.born + Math.floor(dice() * 8 * HOUR_MS));
      play.care("play");
      break;
    case 3: // only reflections
      for (let at = 1; at < until && play.look(play.born + Math.floor(at * HOUR_MS)); at += 0.3 + dice() * 6) {
        play.care("reflect");
        if (play.creature.stats.health < 60) break;
      }
      break;
    default: {
      // One death, a resurrection, and no care afterward.
      play.end(60);
      if (play.creature.death !== null) {
        play.creature = resurrect(play.creature, play.now + HOUR_MS);
        play.now = play.creature.asOf;
      }
    }
  }
}

/** Feeds harmful items at each check-in or every hour. Gives other care only to creatures that would otherwise refuse food. */
function poison(play: PlayedLife, number: number): void {
  let at = play.born;
  while (play.look(at)) {
    const { species, stats } = settleAny(play.creature, at);
    for (let trust = stats.trust; isCurledUp(species.mechanic, trust); trust = play.creature.stats.trust)
      play.care("reflect");
    if (refusesFoodBeforePlay(species.mechanic) && !play.creature.playedThisCycle) play.care("play");
    play.care("feed", HARMFUL_ITEM);
    const now = creatureAt(play.creature, at);
    if (now.kind !== "living") return;
    at = number % 2 === 0 ? Math.max(at + HOUR_MS / 4, now.checkIn.at) : at + HOUR_MS;
  }
}

export interface BalanceKeeper {
  readonly key: string;
  readonly habit: string;
  /** Plays a life. `number` selects among the variants of a habit. */
  readonly live: (play: PlayedLife, dice: RandomSource, number: number) => void;
}

export const KEEPERS: readonly BalanceKeeper[] = [
  {
    key: "punctual",
    habit: "comes at the recommended time, does the first care advised",
    live: (play, dice) => follow(play, dice, ADULT_HOURS, 0),
  },
  {
    key: "late",
    habit: "the same, up to 45 minutes late each time",
    live: (play, dice) => follow(play, dice, ADULT_HOURS, 45),
  },
  {
    key: "twice-a-day",
    habit: "twice a day at any hour, feeds and plays, leaves when refused",
    live: (play, dice) => twiceADay(play, dice, 168),
  },
  {
    key: "stops",
    habit: "stops coming at any time",
    live(play, dice, number) {
      stopComing(play, dice, number);
      // A last reflection updates the stats. Lives that are nearly over do not count.
      if (play.alive && play.now > play.creature.lastCareAt) play.care("reflect");
      if (!play.alive || play.creature.stats.health < 50) return;
      play.leftAt = play.creature.lastCareAt;
      play.look(play.leftAt + 60 * HOUR_MS);
    },
  },
  {
    key: "harmful",
    habit: "a harmful item at every feeding",
    live: (play, _, number) => poison(play, number),
  },
];

/** Plays the lives numbered from 0, which are the same in every run. */
export function outcomesOf({ live }: BalanceKeeper, species: BuiltInSpecies, lives: number): readonly LifeOutcome[] {
  return Array.from({ length: lives }, (_, number) => {
    const { creature, dice } = startLife(species, number);
    const play = new PlayedLife(creature);
    live(play, dice, number);
    return outcomeOf(play);
  });
}
