// What a creature keeps in mind of its life, for what it says. Stored beside the creature in the write of each care; no
// rule depends on it, and a creature from before memories were kept has none.
import type { CareAction } from "./creature.ts";
import type { Hours } from "../time/units.ts";

export const FIRSTS = ["play", "reflect", "medicine", "loved"] as const;
/** What can happen for the first time; `loved` is a gift that it loved. */
export type First = (typeof FIRSTS)[number];

/** How long it has been kept, in days of its life (MARK-1). */
const AGES = ["kept_7", "kept_30", "kept_100", "kept_365"] as const;

/** What can happen in a life and leaves a mark (MARK-2). */
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
  /** On which day each mark was noted. What is noted stays. */
  readonly days: Readonly<Partial<Record<MarkName, number>>>;
  /** The day of the last meal that was not on time, or the one on which counting began. */
  readonly brokenOn: number;
}

/** `Words` are the keeper's own. Days are those of its life, from 1. */
export interface Memory<Words> {
  /** The gift it loved most, as a phrase of its species' approved items. */
  readonly favorite: { readonly phrase: string; readonly score: number; readonly day: number } | null;
  /** The last note that its keeper wrote with reflect, and at which care. */
  readonly note: { readonly words: Words; readonly day: number; readonly care: number } | null;
  /** The feeding that came longest after its window had closed. */
  readonly latest: { readonly hours: Hours; readonly day: number } | null;
  /** On which day each happened. */
  readonly firsts: Readonly<Partial<Record<First, number>>>;
  /** What its life has left on it (MARK-2). Absent before the first care since marks are noted. */
  readonly deeds?: Deeds;
}

export interface CareToRemember<Words> {
  readonly action: CareAction;
  readonly day: number;
  /** Its number in this life. */
  readonly care: number;
  /** How long after its window had closed a feeding came; 0 for one in time, and for other care. */
  readonly hoursLate: Hours;
  /** The approved item that a loved gift was most like. */
  readonly loved: { readonly phrase: string; readonly score: number } | null;
  /** What its keeper wrote with reflect. */
  readonly note: Words | null;
  /** The marks after it, where they are noted. */
  readonly deeds?: Deeds;
}

/** The most characters that are kept of a note. */
export const LONGEST_NOTE = 80;

/** Remedies and lessons can be right, but nothing is fond of them. */
const FAVORITES_OF: ReadonlySet<CareAction> = new Set<CareAction>(["feed", "play", "sleep"]);

/** The marks that a change noted. */
export function newMarks(before: Memory<unknown> | null, after: Memory<unknown> | null): readonly MarkName[] {
  if (before?.deeds === after?.deeds) return [];
  return MARKS.filter((mark) => before?.deeds?.days[mark] === undefined && after?.deeds?.days[mark] !== undefined);
}

export function rememberCareIn<Words>(memory: Memory<Words> | null, given: CareToRemember<Words>): Memory<Words> {
  const { action, day, care, hoursLate, loved, note, deeds } = given;
  const { favorite = null, note: lastNote = null, latest = null, firsts = {} } = memory ?? {};
  const isBetter = loved !== null && FAVORITES_OF.has(action) && loved.score > (favorite?.score ?? 0);
  const happened = FIRSTS.filter((first) => first === action || (first === "loved" && loved !== null));
  return {
    // Whatever another version has noted stays.
    ...memory,
    favorite: isBetter ? { ...loved, day } : favorite,
    note: note === null ? lastNote : { words: note, day, care },
    latest: hoursLate > (latest?.hours ?? 0) ? { hours: hoursLate, day } : latest,
    firsts: { ...Object.fromEntries(happened.map((first) => [first, day])), ...firsts },
    ...(deeds === undefined ? {} : { deeds }),
  };
}
