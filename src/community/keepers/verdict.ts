// Renders the verdict on a house, with a doorway that is lit while all is well, and its keeper's standing.
import type { HouseVerdict } from "@denkeeper/rules/words/verdict.ts";
import { classes, html, type Content, type Html } from "../../ui/html.ts";
import type { KeeperStanding } from "./standing.ts";
import { withoutBreaks } from "../../ui/words.ts";

export function verdictPanel({ state, text, more }: HouseVerdict, below: Content, title: Content = null): Html {
  return html`<div class="verdict verdict--${state}">
    <span class="verdict__door" aria-hidden="true"></span>
    <div>
      ${title}
      ${text !== "" && html`<p class="${classes(title === null && "verdict__text")}" dir="auto">${withoutBreaks(text)}</p>`}
      ${more !== null && html`<p dir="auto">${withoutBreaks(more)}</p>`} ${below}
    </div>
  </div>`;
}

/** Prefixes for the words of a standing. Trouble and new keepers need none. */
const NAMES = { trouble: "", new: "", reliable: "Reliable: ", fair: "Fair: ", failing: "Failing: " } as const;

export function standingSign({ standing, words, look, isUnbroken }: KeeperStanding): Html {
  return html`<span class="standing standing--${look}" dir="auto"
    >${standing === "fair" && isUnbroken ? "" : NAMES[standing]}${words}</span
  >`;
}
