// The verdict on a house: one sentence beside a doorway that is lit while all is well.
import type { Verdict } from "@denkeeper/rules/words/verdict.ts";
import { html, type Content, type Html } from "../html.ts";
import { unbroken } from "../words.ts";

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
