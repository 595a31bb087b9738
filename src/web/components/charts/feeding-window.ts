// The feeding window as a bar, from one meal to the next.
import { html, type Html } from "../../html.ts";

const PARTS = [
  { look: "early", name: "Too early", words: "The meal is mostly wasted." },
  { look: "ontime", name: "On time", words: "It counts in full. Streaks build trust." },
  { look: "late", name: "Late", words: "It eats, but trusts you a little less." },
  { look: "missed", name: "Missed", words: "Health begins to fall." },
  { look: "dead", name: "Gone", words: "24 to 48 hours after the last care." },
] as const;

const TICKS = [0, 3, 6, 9, 24] as const;

export const FEEDING_WINDOW: Html = html`<figure class="window">
  <figcaption>A six-hour feeding window, from one meal to the next</figcaption>
  <ol class="window__bar">
    ${PARTS.map(({ look, name, words }) => html`<li class="w-${look}"><b>${name}</b><span>${words}</span></li>`)}
  </ol>
  <div class="window__ticks" aria-hidden="true">
    ${TICKS.map((hour) => html`<span class="t-${hour}">${hour} h</span>`)}
  </div>
</figure>`;
