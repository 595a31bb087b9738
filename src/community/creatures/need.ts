// Lists what would help a creature, for home and its page.
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";

/** "medicine, cleaning and a meal"; null if company is enough. */
export function needed({ need, needs = [] }: Pick<LivingEntryView, "need" | "needs">): string | null {
  if (need === "well" || needs.length === 0) return null;
  return needs.join(", ").replace(/, ([^,]+)$/u, " and $1");
}
