// A keeper's creatures, most urgent first: doorways for a few, and a compact list for the rest of a full house.
import type { Need } from "@denkeeper/rules/words/verdict.ts";
import type { LivingEntryView } from "../../http/contract/shapes/living.ts";
import { creatureUrl, portraitUrl, speciesStageUrl } from "../../ui/urls.ts";
import { classes, html, type Content, type Html } from "../../ui/html.ts";
import { countOf } from "../../ui/words.ts";
import { creatureCard, kind } from "../creatures/creature-card.ts";
import { picture } from "../../ui/components/picture.ts";

export interface Housemate {
  readonly entry: LivingEntryView;
  readonly line: Content;
  readonly state: Need;
}

/** Up to this many creatures all get doorways. In a fuller house, only the most urgent do. */
const MOST_DENS = 12;
const URGENT_DENS = 6;

export function household(mates: readonly Housemate[], now: number, isPublic = true): Html {
  const inDens = mates.length > MOST_DENS ? mates.slice(0, URGENT_DENS) : mates;
  const rest = mates.slice(inDens.length);
  return html`<ul class="${classes("dens", mates.length <= URGENT_DENS && "dens--few")}">
      ${inDens.map(({ entry, line }, index) => {
        const words = html`${kind(entry)}<br />${line}`;
        return html`<li>${creatureCard(entry, now, { eager: index < URGENT_DENS, line: words, isPublic })}</li>`;
      })}
    </ul>
    ${
      rest.length > 0 &&
      html`<h3 class="household__more">${countOf(rest.length, "more creature")}</h3>
        <ul class="household">
          ${rest.map((mate) => html`<li>${row(mate, isPublic)}</li>`)}
        </ul>`
    }`;
}

function row({ entry, line, state }: Housemate, isPublic: boolean): Html {
  const { name, species_key, stage } = entry;
  const face = picture(isPublic ? portraitUrl(entry) : speciesStageUrl(species_key, stage), "", { size: 80 });
  const who = html`<span class="who__door">${face}</span>
    <span>${name}<small>${kind(entry)}</small><small class="need need--${state}">${line}</small></span>`;
  return isPublic ? html`<a class="who" href="${creatureUrl(entry)}">${who}</a>` : html`<div class="who">${who}</div>`;
}
