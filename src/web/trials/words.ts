// Figures of trials in words.
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import type { DaysBetweenFailures } from "@denkeeper/trials/statistics.ts";
import type { Share } from "../components/interval-bar.ts";
import { count, counted, oneDecimal } from "../words.ts";
import type { TrialFigures } from "./shapes.ts";

/** "97.4%". Only a perfect share is 100%, and only an empty one 0%. */
export function sharePercent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100}%`;
  return `${oneDecimal(Math.min(99.9, Math.max(0.1, Math.round(share * 1000) / 10)))}%`;
}

/** "91.4–98.6%". */
export function percentRange(low: number, high: number): string {
  return `${sharePercent(low).slice(0, -1)}–${sharePercent(high)}`;
}

function wholeDays(days: number): string {
  return count(days < 10 ? Math.round(days * 10) / 10 : Math.round(days));
}

/** "19", with "13–30"; "over 132" when there were too few failures to say more. */
export function daysRange({ days, low, high }: DaysBetweenFailures): {
  readonly value: string;
  readonly range: string | null;
} {
  if (days === null || high === null) return { value: `over ${wholeDays(low)}`, range: null };
  return { value: wholeDays(days), range: `${wholeDays(low)}–${wholeDays(high)}` };
}

export function betweenFailures(figures: TrialFigures): DaysBetweenFailures {
  const { days_between_failures: days, days_between_failures_low: low, days_between_failures_high: high } = figures;
  return { days, low, high };
}

/** What entries are ranked by. */
export function scoreOf(figures: TrialFigures): Share {
  const { right_share: right, right_low, right_high, on_time_share, on_time_low, on_time_high } = figures;
  if (right === undefined) return { share: on_time_share, low: on_time_low, high: on_time_high };
  return { share: right, low: right_low ?? 0, high: right_high ?? 1 };
}

/** "on time", or where letters say what to serve, "right". */
export function measureOf({ letters }: Pick<Scenario, "letters">): "on time" | "right" {
  return letters === undefined ? "on time" : "right";
}

/** "60%". */
export function passPercent(chance: number): string {
  return `${Math.round(chance * 100)}%`;
}

/** "30 days, 3 creatures, up to 450 visits". */
export function sizeOf({ days, places, visits, learningDays }: Scenario): string {
  const unscored = learningDays === 0 ? "" : ` The first ${counted(learningDays, "day")} do not count.`;
  return `${counted(days, "day")}, ${counted(places.length, "creature")}, up to ${counted(visits, "visit")}.${unscored}`;
}

/** What a scenario asks, by its name, or by its name without the version. */
const QUESTIONS: Readonly<Record<string, readonly [question: string, about: string]>> = {
  first: ["A first try", "One creature for a week, to see how a run works. Never ranked."],
  guided: ["Does it keep coming?", "The house says when to come. The agent has to do it, for a month."],
  hard: [
    "Does it keep coming when things go wrong?",
    "Calls are refused, answers get lost, the service goes down four times, and strangers give wrong advice.",
  ],
  "hard-2": [
    "Does it read what concerns its plans?",
    "Calls fail as in hard-1. The house is shut at times that letters announce, and strangers announce others.",
  ],
  blind: [
    "Can it find out when to come?",
    "No species, no schedule, no forecast. The agent has to learn each creature’s rhythm from its meals.",
  ],
  house: ["Can it plan for all at once?", "Many creatures and few visits: one trip has to serve several of them."],
  relay: [
    "Does it do what it was told?",
    "Letters in prose say what each creature gets. Each is shown on its day only, and strangers write, too.",
  ],
};

export function questionOf(scenario: string): readonly [question: string, about: string] {
  return QUESTIONS[scenario] ?? QUESTIONS[scenario.replace(/-\d+$/, "")] ?? [scenario, ""];
}
