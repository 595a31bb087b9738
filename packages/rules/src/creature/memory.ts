// Defines a creature's memory, from which some of its words are chosen and on which no rule of life depends (WORDS-20).
import type { CareAction } from "./creature.ts";
import type { Hours } from "../time/units.ts";

export const FIRSTS = ["play", "reflect", "medicine", "loved"] as const;
/** Events whose first occurrence is remembered. `loved` is a loved gift. */
export type First = (typeof FIRSTS)[number];

/** MARK-1: ages, each named by its days of life. */
const AGES = ["kept_7", "kept_30", "kept_100", "kept_365"] as const;

/** MARK-2: events of a life that leave a mark. */
export const DEEDS = [
  "rescued",
  "returned",
  "weathered",
  "boarded",
  "came_home",
  "good_hands",
  "perfect_week",
  "perfect_month",
  "whole_trust",
  "hundred_in_a_row",
] as const;

export const MARKS = [...AGES, ...DEEDS] as const;
export type Age = (typeof AGES)[number];
export type Deed = (typeof DEEDS)[number];
export type MarkName = (typeof MARKS)[number];

export interface Deeds {
  /** The day of life of each mark (MARK-2). Marks are never removed. */
  readonly days: Readonly<Partial<Record<MarkName, number>>>;
  /** The day of the last meal that was not on time, or the day from which meals count: 0 for hatching. */
  readonly brokenOn: number;
}

/** `Words` is the type of the keeper's own text. Days are days of life, starting at 1. */
export interface Memory<Words> {
  /** The most loved gift, as one of the species' approved items. */
  readonly favorite: { readonly phrase: string; readonly score: number; readonly day: number } | null;
  /** The keeper's last note from reflect, with the day and the ordinal of that care action. */
  readonly note: { readonly words: Words; readonly day: number; readonly care: number } | null;
  /** The feeding with the longest delay after the end of its window. */
  readonly latest: { readonly hours: Hours; readonly day: number } | null;
  readonly firsts: Readonly<Partial<Record<First, number>>>;
  /** MARK-2: absent until the first care after marks were introduced. */
  readonly deeds?: Deeds;
}

export interface CareToRemember<Words> {
  readonly action: CareAction;
  readonly day: number;
  /** The ordinal of this care action among all of the creature's. */
  readonly care: number;
  /** Hours from the end of the window to a feeding. 0 for an earlier feeding, and for other care. */
  readonly hoursLate: Hours;
  /** For a loved gift, the approved item most similar to it. */
  readonly loved: { readonly phrase: string; readonly score: number } | null;
  /** For reflect by the keeper itself, its text. */
  readonly note: Words | null;
  readonly deeds?: Deeds;
}

/** The maximum number of characters in a remembered note. */
export const LONGEST_NOTE = 80;

/** Actions whose gifts can become the favorite. */
const FAVORITES_OF: ReadonlySet<CareAction> = new Set<CareAction>(["feed", "play", "sleep"]);

/** Returns the marks that a change of memory added. */
export function newMarks(before: Memory<unknown> | null, after: Memory<unknown> | null): readonly MarkName[] {
  if (before?.deeds === after?.deeds) return [];
  return MARKS.filter((mark) => before?.deeds?.days[mark] === undefined && after?.deeds?.days[mark] !== undefined);
}

export function rememberCareIn<Words>(memory: Memory<Words> | null, careGiven: CareToRemember<Words>): Memory<Words> {
  const { action, day, care, hoursLate, loved, note, deeds } = careGiven;
  const { favorite = null, note: lastNote = null, latest = null, firsts = {} } = memory ?? {};
  const isBetter = loved !== null && FAVORITES_OF.has(action) && loved.score > (favorite?.score ?? 0);
  const happened = FIRSTS.filter((first) => first === action || (first === "loved" && loved !== null));
  return {
    // Preserves fields that a newer version has added.
    ...memory,
    favorite: isBetter ? { ...loved, day } : favorite,
    note: note === null ? lastNote : { words: note, day, care },
    latest: hoursLate > (latest?.hours ?? 0) ? { hours: hoursLate, day } : latest,
    firsts: { ...Object.fromEntries(happened.map((first) => [first, day])), ...firsts },
    ...(deeds === undefined ? {} : { deeds }),
  };
}
