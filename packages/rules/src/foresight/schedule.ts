// Computes the schedule of a house: when food for each creature is on time, which creatures are due, and the next visit for all
// of them (TELL-4, ADVICE-6 to ADVICE-8).
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

/** Food is on time from `opensAt` to `endsAt` while the creature is awake. At `missedAt`, the window is missed. */
interface FeedingBand {
  readonly opensAt: Instant;
  readonly endsAt: Instant;
  readonly missedAt: Instant;
}

/** TELL-4: returns the band of the creature's next meal. All of its instants may be past. */
export function bandOf({ creature, course }: VisibleLiving): FeedingBand {
  const window = windowMs(creature.species);
  const at = (share: number) => instantOfFeedingMs(creature, course.sleeper, share * window);
  return {
    opensAt: dueAt(creature),
    endsAt: at(ENDS_AT),
    missedAt: at(MISSED_AT),
  };
}

export type ResidentNow = VisibleLiving | Extract<VisibleNow, { readonly kind: "egg" }>;

export function residentsIn(creatures: readonly VisibleNow[]): readonly ResidentNow[] {
  return creatures.filter((creature) => creature.kind === "living" || creature.kind === "egg");
}

function livingIn(house: readonly ResidentNow[]): readonly VisibleLiving[] {
  return house.filter((resident) => resident.kind === "living");
}

/** ADVICE-6: checks whether a creature's own check-in has come. */
export function isDue({ checkIn, clock }: VisibleLiving): boolean {
  return checkIn.at <= clock;
}

/** ADVICE-7: returns the due creatures, most urgent first, then the eggs. */
export function dueInOrder(house: readonly ResidentNow[]): readonly ResidentNow[] {
  const due = livingIn(house).filter(isDue);
  return [
    ...due.toSorted((one, other) => urgency(one) - urgency(other) || one.deathClock.diesAt - other.deathClock.diesAt),
    ...house.filter(({ kind }) => kind === "egg"),
  ];
}

/** WORDS-24: returns all residents: due ones by urgency, then eggs, then the others by check-in, and resting ones last. */
export function byNeed(house: readonly ResidentNow[]): readonly ResidentNow[] {
  const others = livingIn(house).filter((resident) => !isDue(resident));
  const byCheckIn = others.toSorted(
    (one, other) => Number(one.resting !== null) - Number(other.resting !== null) || one.checkIn.at - other.checkIn.at,
  );
  return [...dueInOrder(house), ...byCheckIn];
}

function urgency({ asleep, creature }: VisibleLiving): number {
  return !asleep && unveil(creature).stats.health < CRITICAL_BELOW ? 0 : 1;
}

export interface PlannedVisit {
  readonly at: Instant;
  readonly reason: CheckInReason | "egg";
  readonly decider: ResidentNow;
  /** The visible hunger of `decider` at the visit, assuming no care before it. */
  readonly hungerThen: VisibleStat;
  /** Ids of the creatures that the visit serves. */
  readonly serves: readonly string[];
}

/** ADVICE-8: returns the next visit for the whole house, or null for an empty house. */
export function visitOf(house: readonly ResidentNow[]): PlannedVisit | null {
  const due = dueInOrder(house);
  const [first] = due;
  if (first !== undefined) {
    const serves = due.map(({ creature }) => creature.id);
    if (first.kind === "egg") return { at: first.now, reason: "egg", decider: first, hungerThen: null, serves };
    return { at: first.clock, reason: first.checkIn.reason, decider: first, hungerThen: first.hungerAtCheckIn, serves };
  }
  const living = livingIn(house);
  const latest = living.map((now) => ({ decider: now, ...(living.length === 1 ? now.checkIn : latestFor(now)) }));
  const [one, ...others] = latest;
  if (one === undefined) return null;
  const { at, reason, decider } = others.reduce((best, next) => (next.at < best.at ? next : best), one);
  return {
    at,
    reason,
    decider,
    hungerThen: at === decider.checkIn.at ? decider.hungerAtCheckIn : hungerAt(decider, at),
    serves: living.filter((now) => isServedAt(now, at)).map(({ creature }) => creature.id),
  };
}

/** ADVICE-8: returns the latest instants that leave 45 minutes of the band (`onTime`) and two hours before death (`alive`). */
function limitsOf({ creature, course }: VisibleLiving) {
  const spareMs = ENDS_AT * windowMs(creature.species) - SPARE_BAND_MS;
  const onTime = instantOfFeedingMs(creature, course.sleeper, spareMs);
  return { onTime, alive: course.death.at - MARGIN_BEFORE_DEATH_MS };
}

/**
 * RESP-3: returns the house's check-in from before any creature was due, or the first meal of another creature after this one's
 * own check-in and while it was awake, if that is earlier. Returns null in a house of one.
 */
export function askedFor(id: string, house: readonly ResidentNow[]): Instant | null {
  const living = livingIn(house);
  const fed = living.find(({ creature }) => creature.id === id);
  if (fed === undefined || living.length === 1) return null;
  const { sleeper } = fed.course;
  const own = recommendedInstant(unveil(fed.creature), sleeper);
  const instants = living.map((now) => {
    const { lastFedAt } = now.creature;
    if (lastFedAt >= own && !isAsleepAt(sleeper, lastFedAt)) return lastFedAt;
    const { onTime, alive } = limitsOf(now);
    const latest = Math.min(alive, Math.max(onTime, recommendedInstant(unveil(now.creature), now.course.sleeper)));
    // A check-in during sleep moves to the creature's waking.
    return nextWakingInstant(now.course.sleeper, Math.max(own, latest));
  });
  return Math.max(own, Math.min(...instants));
}

/** Returns the latest instant at which one creature can be visited, but not before its own check-in, and the reason. */
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
