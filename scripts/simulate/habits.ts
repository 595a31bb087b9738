// Plays lives with keepers of fixed habits, such as a nightly pause or rare visits, to verify the table in docs/heartbeat.md.
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { localHourAt } from "@denkeeper/rules/time/zone.ts";
import { PlayedLife } from "./balance/keepers.ts";
import { startLife } from "./balance/lives.ts";

const DAYS = 14;
const STEP_MS = HOUR_MS / 2;
const MOST_IN_A_VISIT = 8;

export interface KeeperHabit {
  readonly name: string;
  /** Whether the keeper comes at a local hour. `first` is true for the first of the two half-hour steps in that hour. */
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

/** Longest feeding window, in hours, of each group of species in the table. */
const LONGEST_WINDOWS = [3.5, 6, 10, 24];

export interface Counts {
  lives: number;
  alive: number;
  highCare: number;
  meals: number;
  onTime: number;
}

/** Plays the lives with these numbers. Returns the counts of each group of LONGEST_WINDOWS. */
export function playHabit({ comes }: KeeperHabit, numbers: readonly number[]): readonly Counts[] {
  const counts = LONGEST_WINDOWS.map((): Counts => ({ lives: 0, alive: 0, highCare: 0, meals: 0, onTime: 0 }));
  for (const species of CATALOG) {
    const sum = counts[LONGEST_WINDOWS.findIndex((longest) => species.feedingWindowHours <= longest)];
    if (sum === undefined) throw new Error(`The feeding window of ${species.slug} exceeds all of LONGEST_WINDOWS.`);
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

/** Gives the care that is due, and food as soon as it is advised. */
function visit(play: PlayedLife): void {
  for (let done = 0; done < MOST_IN_A_VISIT; done++) {
    const seen = creatureAt(play.creature, play.now);
    if (seen.kind !== "living" || seen.advice === null) return;
    const { action } = seen.advice;
    const isDue = seen.checkIn.at <= play.now || action === "feed";
    if (!isDue || (seen.asleep && action === "reflect")) return;
    if (!play.followAdvice(seen.advice)) return;
  }
}
