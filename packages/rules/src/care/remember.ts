// What a creature remembers of a care that it took.
import { dayOfLife, type CareAction } from "../creature/creature.ts";
import { remembered, type CareToRemember, type Memory } from "../creature/memory.ts";
import { hoursLate } from "../life/feeding.ts";
import type { CareDone } from "./care.ts";

/** What care was given with, where that can be remembered. */
type Gift<Words> = Pick<CareToRemember<Words>, "loved" | "note">;

export function rememberCare<Words>(
  memory: Memory<Words> | null,
  action: CareAction,
  { before, creature, at }: CareDone,
  gift: Gift<Words>,
): Memory<Words> {
  return remembered(memory, {
    ...gift,
    action,
    day: dayOfLife(before, at),
    care: creature.careActions,
    hoursLate: action === "feed" ? hoursLate(before) : 0,
  });
}
