// The state of a house in one sentence (WORDS-23), the same on pages, badges, and command lines. It says what the keeper has to
// do next, and never what a creature hides.
import type { DeathCause } from "../creature/creature.ts";
import { bandOf, byNeed, visitOf, type ResidentNow } from "../foresight/schedule.ts";
import { MEDICINE_BELOW } from "../life/advice.ts";
import { DIRTY_AFTER_MS } from "../life/course.ts";
import { OPENS_AT } from "../life/feeding.ts";
import type { VisibleLiving } from "../life/shown.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import { ago, briefSpan } from "../time/spoken.ts";
import type { Instant, Millis } from "../time/units.ts";
import { plightOf } from "./plight.ts";

/** Needs, worst first. */
export const NEEDS = ["danger", "late", "due", "well"] as const;
export type Need = (typeof NEEDS)[number];

/** What a creature can need from a visit, in words that follow "it needs". */
export const HELPS = ["medicine", "cleaning", "a meal"] as const;
export type Help = (typeof HELPS)[number];

export const VERDICT_STATES = ["empty", "well", "due", "died", "late", "danger"] as const;

export interface HouseVerdict {
  readonly state: (typeof VERDICT_STATES)[number];
  /** The verdict in one sentence. */
  readonly text: string;
  /** A second sentence, such as one about a recent death, or null. */
  readonly more: string | null;
}

export interface CreatureNeed {
  readonly state: Need;
  /** Needs in the order in which a visit with enough time would meet them. */
  readonly needs: readonly Help[];
  readonly text: string;
}

/** A creature that died. `returnableUntil` is null if it cannot be called back. */
export interface LostCreature {
  readonly name: string;
  readonly at: Instant;
  readonly cause: DeathCause;
  readonly returnableUntil: Instant | null;
}

export interface VerdictInput {
  readonly house: readonly ResidentNow[];
  /** Recent deaths, in any order. */
  readonly lost: readonly LostCreature[];
  /** Whether any creature ever lived in this house. */
  readonly lived: boolean;
  readonly now: Instant;
}

/** How long a death is mentioned in a house with other creatures. */
const DEATH_IS_NEWS_MS = 2 * DAY_MS;

export const OF_CAUSE: Readonly<Record<DeathCause, string>> = {
  neglect: "of neglect",
  hunger: "of hunger",
  illness: "of illness",
  harm: "from a harmful item",
};

export function verdictOf({ house, lost, lived, now }: VerdictInput): HouseVerdict {
  const [newest] = lost.toSorted((a, b) => b.at - a.at);
  const death = newest === undefined ? null : deathSentence(newest, now);
  if (house.length === 0) {
    if (death !== null && (newest?.returnableUntil ?? 0) > now) return { state: "died", text: death, more: null };
    return { state: "empty", text: lived ? "No creatures right now." : "No creatures yet.", more: null };
  }
  const living = livingVerdict(house);
  if (newest === undefined || death === null || now - newest.at > DEATH_IS_NEWS_MS) return { ...living, more: null };
  if (living.state === "late" || living.state === "danger") return { ...living, more: death };
  return { state: "died", text: death, more: living.text.replace("No one", "No one else") };
}

function deathSentence({ name, at, cause, returnableUntil }: LostCreature, now: Instant): string {
  const died = `${name} died ${ago(at, now)} ${OF_CAUSE[cause]}`;
  if (returnableUntil === null || returnableUntil <= now) return `${died}.`;
  return `${died} and can be called back for another ${briefSpan(returnableUntil - now)}.`;
}

/** Returns the verdict on living creatures, except eggs and boarded creatures, which can wait. */
export function livingVerdict(house: readonly ResidentNow[]): Omit<HouseVerdict, "more"> {
  const home = byNeed(house)
    .filter((each) => each.kind === "living")
    .filter(({ resting }) => resting === null);
  const late = home.filter((each) => latenessOf(each) !== null);
  const endangered = home.filter(isInDanger);
  const troubled = endangered.length > 0 ? endangered : late;
  const [first] = troubled;
  const [worst] = troubled.toSorted((a, b) => a.deathClock.diesAt - b.deathClock.diesAt);
  if (first === undefined || worst === undefined) return calmVerdict(house, home);
  const state = endangered.length > 0 ? "danger" : "late";
  if (late.length > 1) {
    const who = `${worst.creature.name}${late.includes(worst) ? "" : " (whose meal is not late)"}`;
    return { state, text: `${late.length} meals are late; without care, ${who} dies ${deathIn(worst)}.` };
  }
  return { state, text: `${plight(first)}; without care, it dies ${deathIn(first)}.` };
}

function plight(first: VisibleLiving): string {
  const { name } = first.creature;
  const lateness = latenessOf(first);
  if (lateness !== null) return `${name}'s meal is ${briefSpan(lateness)} late`;
  if (isFailing(first)) return `${name} is in danger of dying`;
  return `${name} has been alone for ${briefSpan(first.deathClock.hoursWithoutCare * HOUR_MS)}`;
}

function deathIn({ deathClock, clock }: VisibleLiving): string {
  return `in ${briefSpan(deathClock.diesAt - clock)}`;
}

function calmVerdict(house: readonly ResidentNow[], home: readonly VisibleLiving[]): Omit<HouseVerdict, "more"> {
  const eggs = house.filter(({ kind }) => kind === "egg");
  const [egg] = eggs;
  if (egg !== undefined && eggs.length === house.length) {
    const one = `${egg.creature.name} is an egg, waiting for its first visit.`;
    return { state: "due", text: eggs.length === 1 ? one : `${eggs.length} eggs are waiting for their first visit.` };
  }
  // An egg hatches whenever its keeper comes, so the other creatures determine the time.
  const living = house.filter((each) => each.kind === "living");
  const at = visitOf(living)?.at;
  const clock = living[0]?.clock ?? 0;
  const isDue = at === undefined || at - clock < MINUTE_MS;
  const [unwell] = home.flatMap((each) => {
    const treatment = treatmentFor(each);
    return treatment === null ? [] : [`${each.creature.name} needs ${treatment}`];
  });
  if (isDue) return { state: "due", text: unwell === undefined ? dueSentence(home) : `${unwell}: a visit is due now.` };
  const rest = living.some(({ resting }) => resting?.kind !== "leave") ? "All boarded" : "All on leave";
  const others = home.length === 0 ? rest : "No one is late";
  return { state: "well", text: `${unwell ?? others}; next visit due in ${briefSpan(at - clock)}.` };
}

/** Names the open meal of a due creature that will be late first. */
function dueSentence(home: readonly VisibleLiving[]): string {
  const open = home.flatMap((each) => {
    const { opensAt, endsAt } = bandOf(each);
    return opensAt <= each.clock && each.checkIn.at - each.clock < MINUTE_MS
      ? [{ name: each.creature.name, leftMs: endsAt - each.clock }]
      : [];
  });
  const [next] = open.toSorted((a, b) => a.leftMs - b.leftMs);
  if (next === undefined) return "A visit is due.";
  return `A visit is due. ${next.name}'s meal is on time for another ${briefSpan(next.leftMs)}.`;
}

function isInDanger(seen: VisibleLiving): boolean {
  return isFailing(seen) || isNearDeath(seen);
}

/** Checks whether the death clock of a creature at home is critical or imminent. */
export function isNearDeath({ deathClock: { urgency }, resting }: VisibleLiving): boolean {
  return resting === null && (urgency === "critical" || urgency === "imminent");
}

/** Checks whether a creature is failing, even asleep, when its mood does not show this. */
function isFailing(seen: VisibleLiving): boolean {
  return plightOf(seen).is === "failing";
}

/** Returns how late a creature's meal is, or null. */
function latenessOf(seen: VisibleLiving): Millis | null {
  return seen.feedingWindowStatus === "past_window" ? Math.max(0, seen.clock - bandOf(seen).endsAt) : null;
}

/** Returns the help that a creature needs, awake or asleep, judged by what its keeper sees (ADVICE-4). */
export function helpFor({ resting, mood, visibility, position, creature, now }: VisibleLiving): readonly Help[] {
  if (resting !== null) return [];
  const { stats, hidden } = visibility;
  const isWeak = stats.health !== null && stats.health < MEDICINE_BELOW && !hidden.includes("health");
  const isIll = isWeak || mood === "sick" || mood === "critical";
  const isNeeded: Readonly<Record<Help, boolean>> = {
    medicine: isIll,
    cleaning: now - creature.lastCleanedAt >= DIRTY_AFTER_MS,
    "a meal": position >= OPENS_AT,
  };
  return HELPS.filter((help) => isNeeded[help]);
}

/** Returns the needs other than a meal, such as "medicine and cleaning", or null. */
export function treatmentFor(seen: VisibleLiving): string | null {
  return (
    helpFor(seen)
      .filter((help) => help !== "a meal")
      .join(" and ") || null
  );
}

/** Describes a creature's need in a few words. Every page, list, badge, and card uses its state. */
export function needOf(seen: ResidentNow): CreatureNeed {
  if (seen.kind === "egg") return { state: "due", needs: [], text: "Waiting for its first visit" };
  const { resting, clock, deathClock, checkIn } = seen;
  const needs = helpFor(seen);
  if (resting !== null) {
    const how = resting.kind === "leave" ? "On leave" : "Boarded";
    return { state: "well", needs, text: `${how} for another ${briefSpan(resting.until - clock)}` };
  }
  const lateness = latenessOf(seen);
  const meal = lateness === null ? null : `Meal ${briefSpan(lateness)} late`;
  if (isInDanger(seen)) {
    const dies = `dies in ${briefSpan(deathClock.diesAt - clock)}`;
    return { state: "danger", needs, text: meal === null ? `Without care, it ${dies}` : `${meal}; ${dies}` };
  }
  if (meal !== null) return { state: "late", needs, text: meal };
  const treatment = treatmentFor(seen);
  const left = checkIn.at - clock;
  const [state, visit] =
    left < MINUTE_MS ? (["due", "visit due now"] as const) : (["well", `next visit in ${briefSpan(left)}`] as const);
  const text = treatment === null ? visit : `needs ${treatment}; ${visit}`;
  return { state, needs, text: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}
