// Renders the sentence about the most endangered creature, with its remaining time and its need.
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";
import { instantOf } from "../../platform/clock.ts";
import { needed } from "../../community/creatures/need.ts";
import { HOUSE, creatureUrl } from "../../ui/urls.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { countOf } from "../../ui/words.ts";
import { until } from "../../ui/components/when.ts";
import { livingEntryView } from "../../community/living/living.get/view.ts";
import type { Needs } from "../../model/services.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";
import { listInDanger, type DangerPage } from "./store/live.ts";

/** Names the most urgent need, by the rules DEATH and ADVICE. */
function mostUrgentNeed(entry: LivingEntryView): string {
  const needs = needed(entry);
  if (entry.mood !== "sleeping")
    return needs === null ? "Any care restarts its clock, even a reflection." : `It needs ${needs}.`;
  if (needs === null) return "It is asleep. Even a reflection restarts its clock.";
  return `It is asleep, and needs a reflection now and ${needs} when it wakes.`;
}

export interface DangerList {
  readonly creatures: readonly LivingEntryView[];
  /** Counts all creatures in danger, including babies and several of one keeper. */
  readonly total: number;
}

/** Renders a sentence about the creature past babyhood with the least time, for the top of the page. */
export function dangerLead({ creatures: [first], total }: DangerList, now: number): Html {
  return html`<p class="hero__danger" data-live="danger-lead">${leadWords(first, total, now)}</p>`;
}

function leadWords(first: LivingEntryView | undefined, total: number, now: number): Content {
  if (total === 0) return "No creature is in danger right now.";
  if (first === undefined || first.dies_at === null)
    return html`<a href="${HOUSE}">${countOf(total, "baby", "babies")}</a> ${total === 1 ? "is" : "are"} in danger right
      now.`;
  return html`<a href="${creatureUrl(first)}">${first.name}</a> dies in
    <b>${until(instantOf(first.dies_at), now)}</b> without care. ${mostUrgentNeed(first)}`;
}

const DANGER_SHOWN = 4;

const cache = cacheForEachApp<DangerPage>(3_000);

/** If `since` is given, returns only a result read at that instant or later. */
export async function readDanger(services: Needs<"database">, now: number, since?: number): Promise<DangerList> {
  const read = (): Promise<DangerPage> => listInDanger(services.database, now, DANGER_SHOWN);
  const danger = await cache(services).get("", now, read, since);
  const creatures = danger.entries.map((entry) => livingEntryView(entry, now));
  return { creatures, total: danger.total };
}
