// Shows the marks of a creature in answers.
import { marksAt } from "@denkeeper/rules/extras/marks.ts";
import type { VisibleNow } from "@denkeeper/rules/life/shown.ts";
import type { StoredCreature } from "../creatures/store/creature-row.ts";

/** Returns the field `marks` if the creature has any. */
export function marksView({ creature, now }: VisibleNow, { memory }: Pick<StoredCreature, "memory">, hasExtras = true) {
  const marks = hasExtras ? marksAt(creature, memory, now) : [];
  return marks.length === 0 ? {} : { marks: [...marks] };
}
