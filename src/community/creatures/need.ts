// What would help a creature, for every place that says so: home and its page.
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";

type NeedSigns = Pick<LivingEntryView, "mood" | "feeding_status" | "need" | "without_care_since">;

/** "medicine and a meal"; null where company is enough. */
export function needed({ mood, feeding_status, need, without_care_since }: NeedSigns): string | null {
  if (need === "well") return null;
  // One in danger that was not left for long is ill, though a sleeper does not show it.
  const isIll = mood === "critical" || mood === "sick" || (need === "danger" && without_care_since === undefined);
  const needs = [
    ...(isIll ? ["medicine"] : []),
    ...(feeding_status === "overdue" || feeding_status === "critical" ? ["a meal"] : []),
  ];
  return needs.length === 0 ? null : needs.join(" and ");
}
