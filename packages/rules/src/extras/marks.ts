// Determines the marks that a life has left on a creature (MARK rules). No rule of life depends on them.
import { ageMsAt, dayOfLife, type Creature, type Dead, type Living, type Timing } from "../creature/creature.ts";
import { DEEDS, MARKS, type Age, type Deed, type Deeds, type MarkName, type Memory } from "../creature/memory.ts";
import { DAY_MS } from "../time/durations.ts";
import { recordOf } from "../time/record.ts";
import type { Instant } from "../time/units.ts";
import words from "./marks.json" with { type: "json" };

interface MarkWords {
  readonly label: string;
  /** A sentence for the feed. */
  readonly event: string;
  /** Lines for the creature's own words. */
  readonly lines: readonly string[];
}

export const MARK_WORDS: Readonly<Record<MarkName, MarkWords>> = words;

/** MARK-4: marks that are scars rather than prizes. */
export const SCARS: ReadonlySet<MarkName> = new Set<MarkName>(["rescued", "returned"]);

export function markMessage(name: string, mark: MarkName): string {
  return MARK_WORDS[mark].event.replace("{name}", () => name);
}

/** MARK-1: the days of life after which each age is reached. */
const AGE_DAYS: Readonly<Record<Age, number>> = { kept_7: 7, kept_30: 30, kept_100: 100, kept_365: 365 };

export function isAge(mark: MarkName): mark is Age {
  return mark in AGE_DAYS;
}

/** The details of care that determine marks. */
export interface MarkedCare {
  readonly before: Living;
  readonly creature: Living | Dead;
  readonly at: Instant;
  readonly timing: Timing | null;
  readonly bySitter: boolean;
}

type MarkCondition = (care: MarkedCare, perfectDays: number) => boolean;

function isOver(pause: "amnesty" | "boarding"): MarkCondition {
  return ({ creature, at }) =>
    creature.pauses.some(({ kind, until, ended }) => kind === pause && (ended === true || until <= at));
}

/** A difference of eight days contains only seven whole days, so the difference must exceed `days`. */
function isPerfect(days: number): MarkCondition {
  return ({ timing }, perfectDays) => timing === "on_time" && perfectDays > days;
}

const wasAway = isOver("amnesty");

const HOLDS: Readonly<Record<Deed, MarkCondition>> = {
  rescued: ({ creature }) => creature.rescued,
  returned: ({ creature }) => creature.resurrections > 0,
  weathered: (care, days) => care.creature.restorations > 0 || wasAway(care, days),
  boarded: isOver("boarding"),
  came_home: ({ creature }) => creature.takenBackAt !== undefined,
  good_hands: ({ bySitter, timing }) => bySitter && timing === "on_time",
  perfect_week: isPerfect(7),
  perfect_month: isPerfect(30),
  whole_trust: ({ creature }) => creature.milestones.includes("trust_milestone:90"),
  hundred_in_a_row: ({ creature }) => creature.milestones.includes("care_streak:100"),
};

/** Returns the day from which meals count: 0 at a life's first care, today at the first after a resurrection, or as stored. */
function countedFrom({ before }: MarkedCare, deeds: Deeds | undefined, day: number): number {
  if (before.rhythmSince === null) return before.resurrections === 0 ? 0 : day;
  return deeds?.brokenOn ?? day;
}

/** MARK-2: returns the recorded marks after care, and the day from which meals count. */
export function deedsAfter(deeds: Deeds | undefined, care: MarkedCare): Deeds {
  const { before, at, timing } = care;
  const day = dayOfLife(before, at);
  const isBroken = timing !== null && timing !== "on_time";
  const brokenOn = isBroken ? day : countedFrom(care, deeds, day);
  const noted = deeds?.days ?? {};
  const done = DEEDS.filter((deed) => noted[deed] === undefined && HOLDS[deed](care, day - brokenOn));
  return { days: { ...agesAt(before, at), ...recordOf(done, () => day), ...noted }, brokenOn };
}

type AgingCreature = Pick<Creature, "hatchedAt" | "death" | "stillMs">;

/** Returns the ages that a creature has reached, each with its day (MARK-2). */
function agesAt(creature: AgingCreature, at: Instant): Deeds["days"] {
  const days = ageMsAt(creature, at) / DAY_MS;
  return Object.fromEntries(Object.entries(AGE_DAYS).filter(([, age]) => days >= age));
}

export interface Mark {
  readonly mark: MarkName;
  /** The day of life, which no later pause changes. */
  readonly day: number;
}

/** Returns all marks at an instant of the life, by day: all ages reached by then, and the recorded deeds. */
export function marksAt(
  creature: AgingCreature,
  memory: Pick<Memory<unknown>, "deeds"> | null,
  at: Instant,
): readonly Mark[] {
  const days = { ...agesAt(creature, at), ...memory?.deeds?.days };
  return MARKS.flatMap((mark) => {
    const day = days[mark];
    return day === undefined ? [] : [{ mark, day }];
  }).toSorted((one, other) => one.day - other.day);
}
