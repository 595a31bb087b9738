// Who is in danger now, with the time that is left and what it needs.
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";
import { instantOf } from "../../platform/clock.ts";
import { needed } from "../../community/creatures/need.ts";
import { HOUSE, creatureUrl } from "../../ui/urls.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { countOf } from "../../ui/words.ts";
import { until } from "../../ui/components/when.ts";

/** What it needs most. The rules are DEATH and ADVICE in the rule book. */
function mostUrgentNeed(entry: LivingEntryView): string {
  const needs = needed(entry);
  if (entry.mood !== "sleeping")
    return needs === null ? "Any care restarts its clock, even a reflection." : `It needs ${needs}.`;
  if (needs === null) return "It is asleep. Even a reflection restarts its clock.";
  return `It is asleep, and needs a reflection now and ${needs} when it wakes.`;
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
    return html`<a href="${HOUSE}">${countOf(total, "baby", "babies")}</a> ${total === 1 ? "is" : "are"} in danger right
      now.`;
  return html`<a href="${creatureUrl(first)}">${first.name}</a> dies in
    <b>${until(instantOf(first.dies_at), now)}</b> without care. ${mostUrgentNeed(first)}`;
}
