// Evaluates a stored creature, and for how long the result holds without care: leaderboards show nothing that changes
// before.
import { setImmediate as nextTurn } from "node:timers/promises";
import { courseOf } from "@denkeeper/rules/life/course.ts";
import { instantFor, isLiving, type Creature } from "@denkeeper/rules/creature/creature.ts";
import { nextGrowthInstant } from "@denkeeper/rules/life/evolution.ts";
import { settleAlong } from "@denkeeper/rules/life/settle.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { presentCreature } from "./amnesty.ts";
import type { StoredCreature } from "../creatures/store/creature-row.ts";

export interface Evaluated {
  readonly creature: Creature;
  /** The next missed window, stage or death. */
  readonly validUntil: number;
}

/** `outages` is what does not count for this creature. */
export function evaluate(stored: StoredCreature, clock: number, outages: readonly Span[]): Evaluated {
  const present = presentCreature(stored, outages, clock);
  if (!isLiving(present)) return { creature: present, validUntil: Infinity };
  const now = instantFor(present, clock);
  const course = courseOf(present);
  const creature = settleAlong(present, course, now);
  if (creature.death !== null) return { creature, validUntil: Infinity };
  const nextMiss = course.misses.find((miss) => miss > now) ?? Infinity;
  const growth = nextGrowthInstant(creature, course) ?? Infinity;
  return { creature, validUntil: Math.min(course.death.at, nextMiss, growth > now ? growth : Infinity) };
}

const AT_A_TIME = 100;

/** Calls `look` with each item and yields to the event loop now and then: evaluating thousands takes a while. */
export async function forEachYielding<Item>(items: readonly Item[], look: (item: Item) => void): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % AT_A_TIME === AT_A_TIME - 1) await nextTurn();
    look(item);
  }
}

/** A list in pieces of at most `size`. */
export function piecesOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
