// The schedule of a whole house: the band in which each creature is fed on time, which are due, and the one visit that
// serves all (TELL-4, ADVICE-6 to ADVICE-8). Answers, calendar and simulation all use it.
import { MARGIN_BEFORE_DEATH_MS, SPARE_BAND_MS, type CheckInReason } from "../life/advice.ts";
import { CRITICAL_BELOW } from "../life/course.ts";
import { ENDS_AT, MISSED_AT, OPENS_AT, instantOfFeedingMs, recommendedInstant, windowMs } from "../life/feeding.ts";
import { dueAt } from "./derived-events.ts";
import type { VisibleLiving, VisibleNow } from "../life/shown.ts";
import { settle } from "../life/settle.ts";
import { isAsleepAt, nextWakingInstant } from "../time/sleep.ts";
import { unveil, visibleStat, type VisibleStat } from "../creature/visibility.ts";
import type { Instant } from "../time/units.ts";

export const MOST_ACTIONS = 50;

export interface FeedingBand {
  /** Food counts as on time from here, if it is awake, up to there; from `missedAt` on a window is missed. */
  readonly opensAt: Instant;
  readonly endsAt: Instant;
  readonly missedAt: Instant;
}

/** TELL-4: the band that is open or comes next; the last one while it is over and the creature is unfed. */
export function bandOf({ creature, course }: VisibleLiving): FeedingBand {
  const window = windowMs(creature.species);
  const at = (share: number) => instantOfFeedingMs(creature, course.sleeper, share * window);
  return {
    opensAt: dueAt(creature),
    endsAt: at(ENDS_AT),
    missedAt: at(MISSED_AT),
  };
}

type EggNow = Extract<VisibleNow, { readonly kind: "egg" }>;
/** Those who make a house: the dead and the released do not. */
export type ResidentNow = VisibleLiving | EggNow;

export function residentsIn(seen: readonly VisibleNow[]): readonly ResidentNow[] {
  return seen.filter((each) => each.kind === "living" || each.kind === "egg");
}

/** ADVICE-6: whether its own check-in has come. */
export function isDue({ checkIn, clock }: VisibleLiving): boolean {
  return checkIn.at <= clock;
}

/** ADVICE-7: those who are due, the most urgent first. Eggs come last: they only wait to be hatched. */
export function dueInOrder(house: readonly ResidentNow[]): readonly ResidentNow[] {
  const due = house.filter((each) => each.kind === "living").filter(isDue);
  return [
    ...due.toSorted((one, other) => urgency(one) - urgency(other) || one.deathClock.diesAt - other.deathClock.diesAt),
    ...house.filter(({ kind }) => kind === "egg"),
  ];
}

/** WORDS-24: all of a house, those who are due as above, then the others by their check-in, the boarded among them last. */
export function byNeed(house: readonly ResidentNow[]): readonly ResidentNow[] {
  const due = dueInOrder(house);
  const others = house.filter((each) => each.kind === "living").filter((each) => !isDue(each));
  const waiting = others.toSorted(
    (one, other) => Number(one.resting !== null) - Number(other.resting !== null) || one.checkIn.at - other.checkIn.at,
  );
  return [...due, ...waiting];
}

function urgency({ asleep, creature }: VisibleLiving): number {
  return !asleep && unveil(creature).stats.health < CRITICAL_BELOW ? 0 : 1;
}

export interface PlannedVisit {
  readonly at: Instant;
  readonly reason: CheckInReason | "egg";
  readonly decider: ResidentNow;
  /** Hunger of that creature then if nobody comes before, as far as it may be seen. */
  readonly hungerThen: VisibleStat;
  /** The ids of those who are due then. */
  readonly serves: readonly string[];
}

/** ADVICE-8: the one visit for the whole house, or null when nobody lives there. */
export function visitOf(house: readonly ResidentNow[]): PlannedVisit | null {
  const due = dueInOrder(house);
  const [first] = due;
  if (first !== undefined) {
    const serves = due.map(({ creature }) => creature.id);
    if (first.kind === "egg") return { at: first.now, reason: "egg", decider: first, hungerThen: null, serves };
    return { at: first.clock, reason: first.checkIn.reason, decider: first, hungerThen: first.hungerAtCheckIn, serves };
  }
  const living = house.filter((each) => each.kind === "living");
  const latest = living.map((each) => ({ decider: each, ...(living.length === 1 ? each.checkIn : latestFor(each)) }));
  const [one, ...others] = latest;
  if (one === undefined) return null;
  const { at, reason, decider } = others.reduce((best, each) => (each.at < best.at ? each : best), one);
  return {
    at,
    reason,
    decider,
    hungerThen: at === decider.checkIn.at ? decider.hungerAtCheckIn : hungerAt(decider, at),
    serves: living.filter((each) => isServedAt(each, at)).map(({ creature }) => creature.id),
  };
}

/** The latest instants at which it is still on time with a part of its band to spare, and far from death. */
function limitsOf({ creature, course }: VisibleLiving) {
  const spareMs = ENDS_AT * windowMs(creature.species) - SPARE_BAND_MS;
  const onTime = instantOfFeedingMs(creature, course.sleeper, spareMs);
  return { onTime, alive: course.death.at - MARGIN_BEFORE_DEATH_MS };
}

/**
 * RESP-3: the check-in that food for a creature answers in a house of several; null in a house of its own. It is the house's
 * as it was given while nobody was due, or the first visit since then that fed others and not this one.
 */
export function askedFor(id: string, house: readonly ResidentNow[]): Instant | null {
  const living = house.filter((each) => each.kind === "living");
  const wanted = living.find(({ creature }) => creature.id === id);
  if (wanted === undefined || living.length === 1) return null;
  const { sleeper } = wanted.course;
  const own = recommendedInstant(unveil(wanted.creature), sleeper);
  const instants = living.map((each) => {
    const { lastFedAt } = each.creature;
    if (lastFedAt >= own && !isAsleepAt(sleeper, lastFedAt)) return lastFedAt;
    const { onTime, alive } = limitsOf(each);
    const latest = Math.min(alive, Math.max(onTime, recommendedInstant(unveil(each.creature), each.course.sleeper)));
    // One that sleeps by then is waited for.
    return nextWakingInstant(each.course.sleeper, Math.max(own, latest));
  });
  return Math.max(own, Math.min(...instants));
}

/** When to come for it at the latest, never before its own check-in. */
function latestFor(now: VisibleLiving): { readonly at: Instant; readonly reason: CheckInReason } {
  const { checkIn } = now;
  const { onTime, alive } = limitsOf(now);
  if (Math.min(onTime, alive) <= checkIn.at) return checkIn;
  return alive < onTime ? { at: alive, reason: "before_death" } : { at: onTime, reason: "feeding_closes" };
}

function isServedAt({ creature, course, checkIn }: VisibleLiving, at: Instant): boolean {
  if (checkIn.at <= at) return true;
  const opens = instantOfFeedingMs(creature, course.sleeper, OPENS_AT * windowMs(creature.species));
  return opens <= at && !isAsleepAt(course.sleeper, at);
}

function hungerAt({ creature }: VisibleLiving, at: Instant): VisibleStat {
  const living = unveil(creature);
  const { hunger } = settle(living, at).stats;
  return visibleStat(living.species.mechanic, "hunger", hunger, living.stats.trust);
}
