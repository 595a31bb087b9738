// Computes the death clock, and the post-mortem that explains a death (DEATH rules).
import { DIRTY_AFTER_MS } from "./course.ts";
import type { Dead, Death, Living, Pause } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { ENDS_AT, instantOfFeedingMs, windowMs } from "./feeding.ts";
import { deathThresholdHours, isEstablished } from "../creature/rhythm.ts";
import { sleeperOf } from "../time/sleep.ts";
import { toCalendar } from "../time/span.ts";
import type { Hours, Instant, Millis } from "../time/units.ts";

export const URGENCIES = ["safe", "warning", "critical", "imminent"] as const;
export type Urgency = (typeof URGENCIES)[number];

export interface DeathClock {
  readonly hoursWithoutCare: Hours;
  readonly diesAt: Instant;
  readonly hoursRemaining: Hours;
  readonly thresholdHours: Hours;
  readonly urgency: Urgency;
}

/** DEATH-5: the urgency is critical or imminent if at most this share of the threshold is left. */
export const CRITICAL_SHARE = 0.33;

export function urgencyOf(shareRemaining: number): Urgency {
  if (shareRemaining > 0.67) return "safe";
  if (shareRemaining > CRITICAL_SHARE) return "warning";
  return shareRemaining > 0.11 ? "critical" : "imminent";
}

/** WORDS-25: a creature counts as left for long after this share of the threshold without care. */
const NEGLECTED_AFTER = 0.67;

/** Checks for neglect, which any care ends. Unlike `urgency`, it does not depend on health. */
export function isNeglected(clock: Pick<DeathClock, "hoursWithoutCare" | "thresholdHours">): boolean {
  return clock.hoursWithoutCare > NEGLECTED_AFTER * clock.thresholdHours;
}

export function deathClockAt(creature: Living, diesAt: Instant, now: Instant): DeathClock {
  const thresholdHours = deathThresholdHours(creature);
  const hoursRemaining = (diesAt - now) / HOUR_MS;
  return {
    hoursWithoutCare: (now - creature.lastCareAt) / HOUR_MS,
    diesAt,
    hoursRemaining,
    thresholdHours,
    urgency: urgencyOf(hoursRemaining / thresholdHours),
  };
}

export const POST_MORTEM_EVENTS = [
  "last_feeding",
  "last_care",
  "feeding_late",
  "window_missed",
  "uncleaned",
  "hunger_below_10",
  "health_below_20",
  "harmful_item",
  "boarded",
  "service_away",
  "died",
] as const;
export type PostMortemEvent = (typeof POST_MORTEM_EVENTS)[number];

export interface PostMortemEntry {
  readonly at: Instant;
  readonly event: PostMortemEvent;
  readonly note: string;
}

/** Notes on the cause of a death. The last sentence of each note says what would have prevented the death. */
const CAUSE_NOTES: Readonly<Record<Death["cause"], (before: Living | Dead, dead: Dead) => string>> = {
  neglect: (before) => {
    const limit = isEstablished(before)
      ? "the longest that its rhythm of care allows"
      : "the longest that a creature without a rhythm of care can last";
    return `No care for ${round(deathThresholdHours(before))} hours, ${limit}. Any care before then, even a reflect, would have saved it.`;
  },
  hunger: () => "Its health ran out while it went unfed. Feeding it before then would have saved it.",
  illness: () =>
    "Its health ran out, although it had been fed. Cleaning it within two days, or giving it medicine, would have saved it.",
  harm: () =>
    "That item took the last of its health. Sending no item, or one from its preferences, would have saved it.",
};

const PAUSE_EVENTS: Readonly<Record<Pause["kind"], { event: PostMortemEvent; what: string }>> = {
  boarding: { event: "boarded", what: "It was boarded" },
  suspension: { event: "boarded", what: "Its keeper was suspended and its clocks were stopped" },
  amnesty: { event: "service_away", what: "The service was down" },
  leave: { event: "boarded", what: "It was on leave between the runs of a schedule" },
};

function round(hours: Hours): number {
  return Math.round(hours * 100) / 100;
}

/** DEATH-6: returns the events that led to a death. `before` is the last state stored before it, `dead` the state after it. */
export function postMortem(before: Living | Dead, dead: Dead): readonly PostMortemEntry[] {
  const { death } = dead;
  const entries: PostMortemEntry[] = [];
  const note = (at: Instant | null, event: PostMortemEvent, text: string) => {
    if (at !== null && at <= death.at) entries.push({ at, event, note: text });
  };
  // Pauses have moved the clocks, but notes use calendar dates.
  const noteClock = (at: Instant, event: PostMortemEvent, text: string) => {
    if (at <= death.at) note(toCalendar(before.pauses, at), event, text);
  };
  const sleeper = sleeperOf(before);
  const window = windowMs(before.species);
  // A deadly meal has already reset the count in `dead`.
  const missedWindows = Math.max(before.missedThisCycle, dead.missedThisCycle);
  const lastCare = before.rhythmSince !== null ? before.lastCareAction : "none since it hatched or was resurrected";
  const isFatalMeal = death.cause === "harm" && dead.lastCareAction === "feed";
  noteClock(before.lastFedAt, "last_feeding", lastFed(before, isFatalMeal));
  // Deadly care is the last care and has its own note.
  if (death.cause !== "harm") noteClock(before.lastCareAt, "last_care", `Last care: ${lastCare}.`);
  noteClock(instantOfFeedingMs(before, sleeper, ENDS_AT * window), "feeding_late", "Its feeding window ended.");
  for (let missed = 1; missed <= missedWindows; missed++) {
    noteClock(
      instantOfFeedingMs(before, sleeper, (missed + 0.5) * window),
      "window_missed",
      `Missed window ${missed}.`,
    );
  }
  noteClock(
    before.lastCleanedAt + DIRTY_AFTER_MS,
    "uncleaned",
    "Not cleaned for 48 hours, so its health started to fall.",
  );
  note(dead.starvingSince, "hunger_below_10", "Hunger fell below 10, so its health fell faster.");
  note(dead.criticalSince, "health_below_20", "Health fell below 20.");
  const lastCareAt = toCalendar(before.pauses, before.lastCareAt);
  for (const { kind, from, until } of before.pauses) {
    const { event, what } = PAUSE_EVENTS[kind];
    if (from >= lastCareAt)
      note(from, event, `${what} for ${round((until - from) / HOUR_MS)} hours, which do not count.`);
  }
  if (death.cause === "harm") note(death.at, "harmful_item", `Last care: ${dead.lastCareAction}, with a harmful item.`);
  note(death.at, "died", CAUSE_NOTES[death.cause](before, dead));
  return entries.toSorted((a, b) => a.at - b.at);
}

/** Describes the start of the feeding clock: a meal, or the hatching or resurrection that no meal has followed. */
function lastFed(before: Living | Dead, isFatalMeal: boolean): string {
  const { lastFedAt, rhythmSince, resurrections, feedings } = before;
  const isFed = feedings > 0 && rhythmSince !== null && lastFedAt >= rhythmSince;
  if (isFed) return `Last feeding${isFatalMeal ? " before the one that killed it" : ""}.`;
  const fed = isFatalMeal ? "not fed before the feeding that killed it" : "not fed after that";
  return `${resurrections > 0 ? "Resurrected" : "Hatched"}; ${fed}.`;
}

/** Formats a lifespan as "2 days, 5 hours". */
export function lifespanWords(livedMs: Millis): string {
  const minutes = Math.floor(livedMs / 60_000);
  const days = Math.floor(minutes / 1440);
  const hours = Math.floor((minutes % 1440) / 60);
  const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? "" : "s"}`;
  if (days > 0) return hours > 0 ? `${count(days, "day")}, ${count(hours, "hour")}` : count(days, "day");
  return hours > 0 ? count(hours, "hour") : count(minutes % 60, "minute");
}
