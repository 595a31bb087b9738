// The verdict on a house: one sentence beside a doorway that is lit while all is well, and the sign of how its keeper stands.
import type { Verdict } from "@denkeeper/rules/words/verdict.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import type { KeeperStanding } from "./standing.ts";
import { unbroken } from "../../ui/words.ts";

/** `below` is what the page adds to it. */
export function verdictPanel({ state, text, more }: Verdict, below: Content): Html {
  return html`<div class="verdict verdict--${state}">
    <span class="verdict__door" aria-hidden="true"></span>
    <div>
      <p class="verdict__text" dir="auto">${unbroken(text)}</p>
      ${more !== null && html`<p dir="auto">${unbroken(more)}</p>`} ${below}
    </div>
  </div>`;
}

/** Before the words. Trouble and new ones say it themselves. */
const NAMES = { trouble: "", new: "", reliable: "Reliable: ", fair: "Fair: ", failing: "Failing: " } as const;

export function standingSign({ standing, words, look }: KeeperStanding): Html {
  return html`<p><span class="standing standing--${look}" dir="auto">${NAMES[standing]}${words}</span></p>`;
}
