// Plays lives with keepers of fixed habits, such as a nightly pause or rare visits, for the table in docs/heartbeat.md.
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { BuiltInSpecies } from "@denkeeper/rules/species/species.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { localHourAt } from "@denkeeper/rules/time/zone.ts";
import { NO_ITEM, PlayedLife, TASK_ITEM } from "./balance/keepers.ts";
import { startLife } from "./balance/lives.ts";

/** Lives per species. The gate replays only the first of them. */
export const LIVES = 40;
const DAYS = 14;
const STEP_MS = HOUR_MS / 2;
/** Maximum care actions per visit. More would not satisfy the creature. */
const MOST_IN_A_VISIT = 8;

export interface KeeperHabit {
  readonly name: string;
  /** Returns true if the keeper comes at this local hour. `first` means on the hour rather than half past. */
  readonly comes: (hour: number, first: boolean) => boolean;
}

export const HABITS: readonly KeeperHabit[] = [
  { name: "every 30 minutes, day and night", comes: () => true },
  { name: "every hour, day and night", comes: (_, first) => first },
  { name: "every 30 minutes, but not from 22:00 to 6:00", comes: (hour) => hour >= 6 && hour < 22 },
  { name: "every 30 minutes, but not from 22:00 to 8:00", comes: (hour) => hour >= 8 && hour < 22 },
  { name: "every 4 hours", comes: (hour, first) => first && hour % 4 === 0 },
  { name: "at 8:00 and at 20:00", comes: (hour, first) => first && (hour === 8 || hour === 20) },
  { name: "at 8:00", comes: (hour, first) => first && hour === 8 },
];

/** Groups species by the length of their feeding window. */
const WINDOWS: readonly { readonly name: string; readonly most: number }[] = [
  { name: "3-3.5 h", most: 3.5 },
  { name: "4-6 h", most: 6 },
  { name: "7-10 h", most: 10 },
  { name: "12-24 h", most: 24 },
];

function windowsOf(species: BuiltInSpecies): number {
  return WINDOWS.findIndex(({ most }) => species.feedingWindowHours <= most);
}

export interface Counts {
  lives: number;
  alive: number;
  highCare: number;
  meals: number;
  onTime: number;
}

/** Returns the results of a habit over the lives with these numbers, in the order of WINDOWS. */
export function playHabit({ comes }: KeeperHabit, numbers: readonly number[]): readonly Counts[] {
  const counts = WINDOWS.map((): Counts => ({ lives: 0, alive: 0, highCare: 0, meals: 0, onTime: 0 }));
  for (const species of CATALOG) {
    const sum = counts[windowsOf(species)];
    if (sum === undefined) throw new Error(`The window of ${species.slug} is in no column.`);
    for (const number of numbers) {
      const play = new PlayedLife(startLife(species, number).creature);
      live(play, comes);
      sum.lives++;
      if (play.alive) sum.alive++;
      if (settleAny(play.creature, play.now).path === "high_care") sum.highCare++;
      const { early, on_time, late, missed_window } = play.timings;
      sum.meals += early + on_time + late + missed_window;
      sum.onTime += on_time;
    }
  }
  return counts;
}

function live(play: PlayedLife, comes: KeeperHabit["comes"]): void {
  const end = play.born + DAYS * 24 * HOUR_MS;
  let lastHour = -1;
  for (let at = Math.ceil(play.born / STEP_MS) * STEP_MS; at < end; at += STEP_MS) {
    const { hour } = localHourAt(play.creature.zone, at);
    const isFirst = hour !== lastHour;
    lastHour = hour;
    if (!comes(hour, isFirst)) continue;
    if (!play.look(at)) return;
    visit(play);
  }
  play.end(DAYS * 24);
}

/** Gives all care that is due, as a visit to the house does. */
function visit(play: PlayedLife): void {
  for (let done = 0; done < MOST_IN_A_VISIT; done++) {
    const seen = creatureAt(play.creature, play.now);
    if (seen.kind !== "living" || seen.advice === null) return;
    const { action, needsTaskItem } = seen.advice;
    const isDue = seen.checkIn.at <= play.now || action === "feed";
    if (!isDue || (seen.asleep && action === "reflect")) return;
    if (!play.care(action, needsTaskItem ? TASK_ITEM : NO_ITEM)) return;
  }
}

/** Returns the rows of the table in docs/heartbeat.md. The text there names LIVES and WINDOWS. */
export function habitRows(): readonly string[] {
  const numbers = Array.from({ length: LIVES }, (_, number) => number);
  // Rounds to 0 or 100 only if the share is exactly none or all.
  const percent = (share: number) =>
    share === 0 || share === 1 ? 100 * share : Math.min(99, Math.max(1, Math.round(100 * share)));
  return HABITS.map((habit) => {
    const all = playHabit(habit, numbers);
    const onTime = all.map(({ onTime: count, meals }) => percent(count / meals)).join(", ");
    const highCare = all.map(({ highCare: count, lives }) => percent(count / lives)).join(", ");
    return `| ${habit.name} | ${onTime}% | ${highCare}% |`;
  });
}
