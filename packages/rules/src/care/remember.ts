// Adds accepted care to a creature's memory.
import { dayOfLife, type CareAction } from "../creature/creature.ts";
import { rememberCareIn, type CareToRemember, type Memory } from "../creature/memory.ts";
import { deedsAfter } from "../extras/marks.ts";
import { hoursLate } from "../life/feeding.ts";
import type { CareDone } from "./care.ts";

/** Details of care to remember. Marks are recorded only if `by` is present; seeds and simulations omit it. */
type CareDetails<Words> = Pick<CareToRemember<Words>, "loved" | "note"> & { readonly by?: "keeper" | "sitter" };

export function rememberCare<Words>(
  memory: Memory<Words> | null,
  action: CareAction,
  done: CareDone,
  { by, ...details }: CareDetails<Words>,
): Memory<Words> {
  const { before, creature, at } = done;
  return rememberCareIn(memory, {
    ...details,
    ...(by === undefined ? {} : { deeds: deedsAfter(memory?.deeds, { ...done, bySitter: by === "sitter" }) }),
    action,
    day: dayOfLife(before, at),
    care: creature.careActions,
    hoursLate: action === "feed" ? hoursLate(before) : 0,
  });
}
