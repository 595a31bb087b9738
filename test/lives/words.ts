// Helpers for the tests of words: sample states, and the lists of lines that a module exports.
import type { Stats } from "@denkeeper/rules/creature/creature.ts";
import { visibleStats } from "@denkeeper/rules/creature/visibility.ts";
import type { Mechanic } from "@denkeeper/rules/species/species.ts";
import type { VisibleSigns } from "@denkeeper/rules/words/plight.ts";
import type { TaggedLines } from "@denkeeper/rules/words/speaker.ts";

export interface State extends Partial<Pick<VisibleSigns, "mood" | "feedingStatus">> {
  readonly stats?: Partial<Stats>;
  readonly mechanic?: Mechanic | null;
  readonly urgency?: VisibleSigns["deathClock"]["urgency"];
  /** Hours without care, with a death threshold of 36. */
  readonly hoursAlone?: number;
}

/** Returns the visible signs of a creature that is well, except for the given values. */
export function seenWith({
  stats = {},
  mechanic = null,
  urgency = "safe",
  hoursAlone = 1,
  ...rest
}: State = {}): VisibleSigns {
  return {
    mood: "content",
    feedingStatus: "ok",
    ...rest,
    deathClock: { urgency, hoursWithoutCare: hoursAlone, thresholdHours: 36 },
    visibility: visibleStats(mechanic, { hunger: 90, happiness: 90, health: 90, trust: 60, discipline: 0, ...stats }),
  };
}

export interface Pool {
  readonly path: readonly string[];
  readonly lines: TaggedLines;
}

function isLines(value: unknown): value is TaggedLines {
  const isText = (each: unknown) => typeof each === "string";
  const isLine = (each: unknown) => isText(each) || (Array.isArray(each) && each.every(isText));
  return Array.isArray(value) && value.length > 0 && value.every(isLine);
}

/** Yields every pool of lines that a module exports, with the keys that lead to it. */
export function* poolsIn(value: unknown, path: readonly string[] = []): Generator<Pool> {
  if (isLines(value)) yield { path, lines: value };
  else if (value instanceof Map) for (const [key, each] of value) yield* poolsIn(each, [...path, String(key)]);
  else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) yield* poolsIn(each, [...path, key]);
  }
}
