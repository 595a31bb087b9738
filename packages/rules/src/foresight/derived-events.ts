// Computes the events of a life (TELL rules): those stored with a change, and those derived from a state on request, so that no
// creature needs a timer.
import { courseOf, type Course } from "../life/course.ts";
import {
  isLiving,
  type CareAction,
  type Creature,
  type DeathCause,
  type EvolutionPath,
  type ItemCategory,
  type Living,
  type Stage,
  type Timing,
} from "../creature/creature.ts";
import { newMarks, type MarkName, type Memory } from "../creature/memory.ts";
import { ENDS_AT, OPENS_AT, instantOfFeedingMs, windowMs } from "../life/feeding.ts";
import { MILESTONE_KINDS, visibleMilestones, type MilestoneKind } from "../creature/milestones.ts";
import type { VisibleCreature, Visible } from "../creature/visibility.ts";
import { pausesSince } from "../life/pause.ts";
import { nextWakingInstant, sleepStretches, sleeperOf } from "../time/sleep.ts";
import { toCalendar } from "../time/span.ts";
import type { Instant } from "../time/units.ts";

export const DERIVED_EVENT_TYPES = ["feeding_due", "critical", "asleep", "awake"] as const;

export interface DerivedEvent {
  readonly type: (typeof DERIVED_EVENT_TYPES)[number];
  readonly at: Instant;
}

/** TELL-2: returns the events after `since` and up to `until` that follow from the stored state, in order. */
export function derivedEventsOf(creature: Creature, since: Instant, until: Instant): readonly DerivedEvent[] {
  if (!isLiving(creature)) return [];
  const course = courseOf(creature);
  const end = Math.min(until, course.death.at);
  return [dueOf(creature), ...criticalOf(creature, course), ...sleepOf(creature, since, end)]
    .filter(({ at }) => at > since && at <= end)
    .toSorted((a, b) => a.at - b.at);
}

/** Returns the first calendar instant after the last feeding at which food is on time and accepted. */
export function dueAt(creature: VisibleCreature): Instant {
  const { pauses, lastFedAt, species } = creature;
  const sleeper = sleeperOf(creature);
  let at = nextWakingInstant(sleeper, toCalendar(pauses, lastFedAt + OPENS_AT * windowMs(species)));
  for (const { from, until } of pauses) if (from <= at && at < until) at = nextWakingInstant(sleeper, until);
  return at;
}

function dueOf(creature: Living): DerivedEvent {
  return { type: "feeding_due", at: dueAt(creature) };
}

/** An event caused by a missing meal, which the keeper's next visit reports. */
export type UnfedEvent = { readonly at: Instant } & (
  | { readonly type: "feeding_late" }
  | { readonly type: "window_missed"; readonly meals: number }
);

/** Returns the events after `since` of a settled creature. Of several missed windows, only the last has an event. */
export function unfedEventsOf(creature: Visible<Living>, since: Instant): readonly UnfedEvent[] {
  const sleeper = sleeperOf(creature);
  const window = windowMs(creature.species);
  const { missedThisCycle: meals, pauses, asOf } = creature;
  const at = (windows: number) => toCalendar(pauses, instantOfFeedingMs(creature, sleeper, windows * window));
  const missed: UnfedEvent[] = meals === 0 ? [] : [{ type: "window_missed", at: at(meals + OPENS_AT), meals }];
  const events: UnfedEvent[] = [{ type: "feeding_late", at: at(ENDS_AT) }, ...missed];
  return events.filter((event) => event.at > since && event.at <= asOf);
}

function criticalOf({ criticalSince }: Living, { turnsCriticalAt }: Course): readonly DerivedEvent[] {
  const at = criticalSince ?? turnsCriticalAt;
  return at === null ? [] : [{ type: "critical", at }];
}

function sleepOf(creature: Living, since: Instant, until: Instant): readonly DerivedEvent[] {
  const from = Math.max(since, creature.hatchedAt);
  if (from >= until) return [];
  const [, ...changes] = sleepStretches(sleeperOf(creature), from, until + 1);
  return changes
    .filter(({ from: at }) => !creature.pauses.some((pause) => pause.from <= at && at < pause.until))
    .map(({ asleep, from: at }) => ({ type: asleep ? "asleep" : "awake", at }));
}

/** TELL-3: returns the derived events that the state after a change no longer yields, which are stored with the change. */
export function lapsedEvents(from: Creature, to: Creature): readonly DerivedEvent[] {
  if (!isLiving(from)) return [];
  const until = to.death?.at ?? to.releasedAt ?? pausesSince(from, to)[0]?.from ?? to.asOf;
  const isGone = !isLiving(to);
  const due = isGone || (to.lastFedAt !== from.lastFedAt && dueAt(to) !== dueAt(from)) ? [dueOf(from)] : [];
  const wasCritical = from.criticalSince !== null || to.wasCriticalByClock;
  const critical = wasCritical && (isGone || to.criticalSince === null) ? criticalOf(from, courseOf(from)) : [];
  return [...due, ...critical].filter(({ at }) => at <= until);
}

export type StoredEvent = { readonly at: Instant } & (
  | { readonly type: "born" | "returned" | "released" | "taken_back" }
  | { readonly type: "stage_changed"; readonly stage: Stage; readonly path: EvolutionPath | null }
  | { readonly type: "milestone"; readonly milestone: MilestoneKind; readonly threshold: number }
  | { readonly type: "died"; readonly cause: DeathCause }
  | { readonly type: "fed_late" }
  | { readonly type: "missed"; readonly meals: number }
  | { readonly type: "harmed"; readonly action: CareAction }
  | { readonly type: "mark"; readonly mark: MarkName }
);

export interface CareEvent {
  readonly action: CareAction;
  readonly timing: Timing | null;
  readonly category: ItemCategory | null;
}

/** TELL-9: returns the events of care: a late meal, a meal after missed windows, and a harmful item. */
export function careEventsOf(
  from: Creature,
  to: Creature,
  { action, timing, category }: CareEvent,
): readonly StoredEvent[] {
  const { lastCareAt: at } = to;
  const events: StoredEvent[] = [];
  if (timing === "late") events.push({ type: "fed_late", at });
  if (timing === "missed_window") {
    events.push({ type: "missed", at, meals: to.missedFeedings - from.missedFeedings + from.missedThisCycle });
  }
  if (category === "harmful") events.push({ type: "harmed", at, action });
  return events;
}

interface MemoryChange {
  readonly before: Memory<unknown> | null;
  readonly after: Memory<unknown> | null;
}

/** TELL-1: returns the events of a change, in chronological order. */
export function storedEventsOf(from: Creature, to: Creature, { before, after }: MemoryChange): readonly StoredEvent[] {
  if (from === to) return [];
  const events: StoredEvent[] = [];
  if (from.hatchedAt === null && to.hatchedAt !== null) events.push({ type: "born", at: to.hatchedAt });
  for (const stage of ["child", "teen", "adult"] as const) {
    const at = to.stageInstants[stage];
    if (at === null || from.stageInstants[stage] !== null) continue;
    events.push({ type: "stage_changed", at, stage, path: stage === "adult" ? to.path : null });
  }
  for (const key of to.milestones.slice(from.milestones.length)) {
    const [kind, threshold] = key.split(":");
    const milestone = MILESTONE_KINDS.find((known) => known === kind);
    if (milestone === undefined || visibleMilestones(to, [{ kind: milestone }]).length === 0) continue;
    events.push({ type: "milestone", at: to.asOf, milestone, threshold: Number(threshold) });
  }
  for (const mark of newMarks(before, after)) events.push({ type: "mark", at: to.lastCareAt, mark });
  if (from.death !== null && to.death === null) events.push({ type: "returned", at: to.asOf });
  if (from.death === null && to.death !== null) events.push({ type: "died", at: to.death.at, cause: to.death.cause });
  if (from.releasedAt === null && to.releasedAt !== null) events.push({ type: "released", at: to.releasedAt });
  if (from.releasedAt !== null && to.releasedAt === null && to.takenBackAt !== undefined) {
    events.push({ type: "taken_back", at: to.takenBackAt });
  }
  return events.toSorted((a, b) => a.at - b.at);
}
