// Lists in words what a creature needs, for the home page and the creature's own page.
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";

/** Returns, for example, "medicine, cleaning and a meal", or null if it needs none of these. */
export function needed({ need, needs = [] }: Pick<LivingEntryView, "need" | "needs">): string | null {
  if (need === "well" || needs.length === 0) return null;
  return needs.join(", ").replace(/, ([^,]+)$/u, " and $1");
}
