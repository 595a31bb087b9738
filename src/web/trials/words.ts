// Figures of trials in words.
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { html, type Content } from "../html.ts";
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

/** "36 days", with "14–134" below; "over 41 days" when there were too few failures to say more. */
export function daysBetween(figures: TrialFigures): { readonly value: string; readonly range: Content } {
  const { days_between_failures: days, days_between_failures_low: low, days_between_failures_high: high } = figures;
  if (days === null || high === null) return { value: `over ${wholeDays(low)}`, range: null };
  return { value: wholeDays(days), range: html`${wholeDays(low)}–${wholeDays(high)}` };
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

/** What a scenario asks, by its name without the version. */
const QUESTIONS: Readonly<Record<string, readonly [question: string, about: string]>> = {
  first: ["A first try", "One creature for a week, to see how a run works. Never ranked."],
  guided: ["Does it keep coming?", "The house says when to come. The agent has to do it, for a month."],
  hard: [
    "Does it keep coming when things go wrong?",
    "Calls are refused, answers get lost, the service goes down four times, and strangers give wrong advice.",
  ],
  blind: [
    "Can it find out when to come?",
    "No species, no schedule, no forecast. The agent has to learn each creature’s rhythm from its meals.",
  ],
  house: ["Can it plan for all at once?", "Many creatures and few visits: one trip has to serve several of them."],
};

export function questionOf(scenario: string): readonly [question: string, about: string] {
  return QUESTIONS[scenario.replace(/-\d+$/, "")] ?? [scenario, ""];
}
