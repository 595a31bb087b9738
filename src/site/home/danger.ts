// Who is in danger now, with the time that is left and what it needs.
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";
import { instantOf } from "../../platform/clock.ts";
import { HOUSE, creatureUrl } from "../../ui/urls.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { counted } from "../../ui/words.ts";
import { until } from "../../ui/components/when.ts";

/** What it needs most. The rules are DEATH and ADVICE in the rule book. */
function whatHelps({ mood: feeling, feeding_status }: LivingEntryView): string {
  const isHungry = feeding_status === "overdue" || feeding_status === "critical";
  if (feeling === "sleeping" && isHungry) return "It is asleep, and needs a reflection now and a meal when it wakes.";
  if (feeling === "sleeping") return "It is asleep. Even a reflection restarts its clock.";
  const isIll = feeling === "critical" || feeling === "sick";
  if (isHungry) return isIll ? "It needs medicine and a meal." : "It needs a meal.";
  if (isIll) return "It needs medicine. A cleaning helps, too.";
  return "Any care restarts its clock, even a reflection.";
}

export interface DangerList {
  readonly creatures: readonly LivingEntryView[];
  /** Of all who are in danger, babies and others of the same keepers included. */
  readonly total: number;
}

/** One sentence about the one with the least time, for the top of the page. */
export function dangerLead({ creatures: [first], total }: DangerList, now: number): Html {
  return html`<p class="hero__danger" data-live="danger-lead">${leadWords(first, total, now)}</p>`;
}

function leadWords(first: LivingEntryView | undefined, total: number, now: number): Content {
  if (total === 0) return "Nobody is in danger right now.";
  if (first === undefined || first.dies_at === null)
    return html`<a href="${HOUSE}?sort=danger">${counted(total, "baby", "babies")}</a> ${total === 1 ? "is" : "are"} in
      danger right now.`;
  return html`<a href="${creatureUrl(first)}">${first.name}</a> dies in
    <b>${until(instantOf(first.dies_at), now)}</b> without care. ${whatHelps(first)}`;
}
