// A card for a living creature, drawn as a lit doorway ("den").
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";
import { instantOf } from "../../platform/clock.ts";
import { creatureUrl, faceUrl, speciesStageUrl } from "../../ui/urls.ts";
import { classes, html, type Content, type Html } from "../../ui/html.ts";
import { a, age } from "../../ui/words.ts";
import { lookWords, moods } from "./mood.ts";
import { picture } from "../../ui/components/picture.ts";
import { portrait } from "./portrait.ts";
import { moment, until } from "../../ui/components/when.ts";

export interface CreatureCardOptions {
  readonly eager?: boolean;
  /** Text under the name. Default: the kind, and the line of `waiting`. */
  readonly line?: Content;
  /** If true, animates the portrait. Each page animates only one. */
  readonly breathes?: boolean;
  /** True if visitors may see the creature's page and portrait. */
  readonly isPublic?: boolean;
}

export function creatureCard(entry: LivingEntryView, now: number, options: CreatureCardOptions = {}): Html {
  const { eager = false, breathes = false, isPublic = true } = options;
  const { line = html`${kind(entry)}<br />${waiting(entry, now)}` } = options;
  const look = classes(
    "den",
    (entry.mood === "sleeping" || entry.resting_until !== undefined) && "den--asleep",
    entry.without_care_since !== undefined && "den--waiting",
  );
  const src = isPublic ? faceUrl(entry) : speciesStageUrl(entry.species_key, entry.stage);
  const alt = altText(entry);
  const content = html`<span class="den__door"
      >${breathes ? portrait(entry, alt, { eager }) : picture(src, alt, { eager })}</span
    ><span class="den__step"></span>
    <h3 class="den__name">${entry.name}</h3>
    ${moods(entry, now)}<span class="den__line">${line}</span>`;
  if (!isPublic) return html`<div class="${look}">${content}</div>`;
  return html`<a class="${look}" href="${creatureUrl(entry)}" data-creature="${entry.agent}/${entry.id}"
    >${content}</a
  >`;
}

/** Returns, for example, "axolotl, adult, Mender". */
export function kind({ species, stage, form }: LivingEntryView): string {
  return [species, stage, ...(form === null ? [] : [form])].join(", ");
}

function altText(entry: LivingEntryView): string {
  const { name, species, stage } = entry;
  if (stage === "egg") return `${name}, ${a(species)} egg`;
  return `${name}, ${a(stage)} ${species}, ${lookWords(entry)}`;
}

/** Renders the most urgent fact about a creature, such as boarding, danger, or its next meal; if there is none, its age. */
export function waiting(entry: LivingEntryView, now: number): Html {
  return html`<span class="den__wait">${waitWords(entry, now)}</span>`;
}

function waitWords(entry: LivingEntryView, now: number): Content {
  const { dies_at, feeding_status, next_feeding_window, mood: feeling, need, resting_until } = entry;
  if (entry.stage === "egg") return "Waiting for a first visit";
  if (resting_until !== undefined) return html`Boarded until ${moment(instantOf(resting_until), now)}`;
  if (dies_at !== null && need === "danger") return html`<b>Dies in ${until(instantOf(dies_at), now)}</b>`;
  if (need === "late") return html`<b>Meal ${feeding_status === "critical" ? "missed" : "overdue"}</b>`;
  if (feeling === "sleeping") return "Asleep";
  if (next_feeding_window === "open now") return "Feeding window open";
  if (next_feeding_window !== null) return html`Next meal ${moment(instantOf(next_feeding_window), now, "clock")}`;
  return age(entry.age_hours);
}
