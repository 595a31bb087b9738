// What a creature remembers of a care that it took.
import { dayOfLife, type CareAction } from "../creature/creature.ts";
import { rememberCareIn, type CareToRemember, type Memory } from "../creature/memory.ts";
import { deedsAfter } from "../extras/marks.ts";
import { hoursLate } from "../life/feeding.ts";
import type { CareDone } from "./care.ts";

/** What care was given with, where that can be remembered. */
interface CareGift<Words> extends Pick<CareToRemember<Words>, "loved" | "note"> {
  /** Who gave it. Without this no marks are noted, as in a run. */
  readonly by?: "keeper" | "sitter";
}

export function rememberCare<Words>(
  memory: Memory<Words> | null,
  action: CareAction,
  done: CareDone,
  { by, ...gift }: CareGift<Words>,
): Memory<Words> {
  const { before, creature, at } = done;
  const marked = { ...done, bySitter: by === "sitter" };
  return rememberCareIn(memory, {
    ...gift,
    ...(by === undefined ? {} : { deeds: deedsAfter(memory?.deeds, marked) }),
    action,
    day: dayOfLife(before, at),
    care: creature.careActions,
    hoursLate: action === "feed" ? hoursLate(before) : 0,
  });
}
