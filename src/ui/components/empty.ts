// Renders the replacement for an empty list: a doorway and what to do next.
import { html, type Content, type Html } from "../html.ts";
import { MARK_DRAWING } from "./icons.ts";

export function empty(title: string, words: Content): Html {
  return html`<div class="empty">
    ${MARK_DRAWING}
    <div>
      <h3>${title}</h3>
      <p>${words}</p>
    </div>
  </div>`;
}
