// How a house is doing (WORDS-23), in one sentence for the people who look in: pages, badges and command lines show the same one. It
// says what its keeper has to do next, never what a creature hides.
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

/** The worst first. */
export const NEEDS = ["danger", "late", "due", "well"] as const;
export type Need = (typeof NEEDS)[number];

/** What a visit would bring, in words that follow "it needs". */
export const HELPS = ["medicine", "cleaning", "a meal"] as const;
export type Help = (typeof HELPS)[number];

export const VERDICT_STATES = ["empty", "well", "due", "died", "late", "danger"] as const;

export interface HouseVerdict {
  readonly state: (typeof VERDICT_STATES)[number];
  /** One sentence. */
  readonly text: string;
  /** Another, if there is more to say. */
  readonly more: string | null;
}

export interface CreatureNeed {
  readonly state: Need;
  /** In the order in which it is given to one with time to spare. */
  readonly needs: readonly Help[];
  readonly text: string;
}

/** A creature that died. `returnableUntil` is null once it cannot be called back. */
export interface LostCreature {
  readonly name: string;
  readonly at: Instant;
  readonly cause: DeathCause;
  readonly returnableUntil: Instant | null;
}

export interface VerdictInput {
  readonly house: readonly ResidentNow[];
  /** Those who died lately, in any order. */
  readonly lost: readonly LostCreature[];
  /** Whether any creature ever lived here. */
  readonly lived: boolean;
  readonly now: Instant;
}

/** For so long a death is mentioned in a house where others live on. */
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
  return { state: "died", text: death, more: living.text.replace("Nobody", "Nobody else") };
}

function deathSentence({ name, at, cause, returnableUntil }: LostCreature, now: Instant): string {
  const died = `${name} died ${ago(at, now)} ${OF_CAUSE[cause]}`;
  if (returnableUntil === null || returnableUntil <= now) return `${died}.`;
  return `${died} and can be called back for another ${briefSpan(returnableUntil - now)}.`;
}

/** The first who is there to be looked after; eggs and the boarded can wait. */
function livingVerdict(house: readonly ResidentNow[]): Omit<HouseVerdict, "more"> {
  const home = byNeed(house)
    .filter((each) => each.kind === "living")
    .filter(({ resting }) => resting === null);
  const late = home.filter((each) => latenessOf(each) !== null);
  const [worst] = home.toSorted((a, b) => a.deathClock.diesAt - b.deathClock.diesAt);
  const endangered = home.filter(isInDanger);
  const [first] = endangered.length > 0 ? endangered : late;
  if (first === undefined || worst === undefined) return calmVerdict(house, home);
  const state = endangered.length > 0 ? "danger" : "late";
  if (late.length > 1) {
    return {
      state,
      text: `${late.length} meals are late; without care, ${worst.creature.name} dies ${deathIn(worst)}.`,
    };
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
  // An egg hatches whenever its keeper comes, so the others decide when that is.
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
  const others = home.length === 0 ? rest : "Nobody is late";
  return { state: "well", text: `${unwell ?? others}; next visit due in ${briefSpan(at - clock)}.` };
}

/** The meal that is first to be late, if one can be given. */
function dueSentence(home: readonly VisibleLiving[]): string {
  const open = home.flatMap((each) => {
    const { opensAt, endsAt } = bandOf(each);
    return opensAt <= each.clock ? [{ name: each.creature.name, leftMs: endsAt - each.clock }] : [];
  });
  const [next] = open.toSorted((a, b) => a.leftMs - b.leftMs);
  if (next === undefined) return "A visit is due.";
  return `A visit is due. ${next.name}'s meal is on time for another ${briefSpan(next.leftMs)}.`;
}

function isInDanger(seen: VisibleLiving): boolean {
  return isFailing(seen) || isNearDeath(seen);
}

/** While its death clock is critical or imminent. */
export function isNearDeath({ deathClock: { urgency }, resting }: VisibleLiving): boolean {
  return resting === null && (urgency === "critical" || urgency === "imminent");
}

/** Asleep, too, where its mood does not say so. */
function isFailing(seen: VisibleLiving): boolean {
  return plightOf(seen).is === "failing";
}

/** How long its meal has been late, or null. */
function latenessOf(seen: VisibleLiving): Millis | null {
  return seen.feedingWindowStatus === "past_window" ? Math.max(0, seen.clock - bandOf(seen).endsAt) : null;
}

/** What advice leads to once it is awake, as far as its keeper may see it (ADVICE-4). */
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

/** "medicine", "medicine and cleaning": what a meal is not; null where nothing else is needed. */
export function treatmentFor(seen: VisibleLiving): string | null {
  return (
    helpFor(seen)
      .filter((help) => help !== "a meal")
      .join(" and ") || null
  );
}

/** What one creature waits for, in a few words: every page, list, badge, and card goes by its state. */
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
    return { state: "danger", needs, text: meal === null ? `Without care, ${dies}` : `${meal}; ${dies}` };
  }
  if (meal !== null) return { state: "late", needs, text: meal };
  const treatment = treatmentFor(seen);
  const left = checkIn.at - clock;
  const [state, visit] =
    left < MINUTE_MS ? (["due", "visit due now"] as const) : (["well", `next visit in ${briefSpan(left)}`] as const);
  const text = treatment === null ? visit : `needs ${treatment}; ${visit}`;
  return { state, needs, text: `${text.charAt(0).toUpperCase()}${text.slice(1)}` };
}
