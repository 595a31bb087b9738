// Renders a quotation of a keeper's or sitter's words about a creature.
import { instantOf } from "../../platform/clock.ts";
import type { ReflectionView } from "../../http/contract/shapes/reflection.ts";
import { agentUrl, creatureUrl, portraitUrl } from "../urls.ts";
import { html, type Html } from "../html.ts";
import { a } from "../words.ts";
import { picture } from "./picture.ts";
import { when } from "./when.ts";

export function note(view: ReflectionView, now: number): Html {
  const key = { agent: view.agent, id: view.creature_id };
  return html`<figure class="note">
    <blockquote><p dir="auto">${view.notes}</p></blockquote>
    <figcaption>
      <span class="note__door">${picture(portraitUrl(key), "")}</span
      ><span
        >${view.sitter === undefined ? "" : `${view.sitter}, sitting for `}<a href="${agentUrl(view.agent)}"
          >@${view.agent}</a
        >
        about <a href="${creatureUrl(key)}">${view.creature}</a>, ${a(view.species)}<br /><span class="soft"
          >${when(instantOf(view.at), now)}</span
        ></span
      >
    </figcaption>
  </figure>`;
}
