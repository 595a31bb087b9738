// A species on a card, colored by its family.
import type { Family } from "@denkeeper/rules/species/species.ts";
import { speciesPortraitUrl, speciesUrl } from "../../ui/urls.ts";
import { classes, html, type Content, type Html } from "../../ui/html.ts";
import { shorten } from "../../ui/words.ts";
import { picture } from "../../ui/components/picture.ts";

export interface SpeciesCard {
  readonly slug: string;
  readonly name: string;
  readonly family: Family;
  readonly personality: string;
}

const SAYS_AT_MOST = 90;

/** Returns the first sentence, shortened if necessary. */
function saying(personality: string): string {
  const [sentence = personality] = /^.*?[.!?](?=\s|$)/su.exec(personality) ?? [personality];
  return shorten(sentence, SAYS_AT_MOST);
}

export function speciesCard({ slug, name, family, personality }: SpeciesCard, foot: Content, wide = false): Html {
  return html`<a class="${classes("kind", wide && "kind--row")}" data-family="${family}" href="${speciesUrl(slug)}"
    ><span class="den__door">${picture(speciesPortraitUrl(slug), "")}</span>
    <div class="kind__text">
      <h3>${name}</h3>
      <span class="kind__say">${saying(personality)}</span><span class="kind__facts">${foot}</span>
    </div></a
  >`;
}
