// Small icons. A text of the same meaning accompanies each of them.
import type { Mood } from "@denkeeper/rules/creature/creature.ts";
import { html, raw, type Html } from "../html.ts";

function icon(shape: string): Html {
  return html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">${raw(shape)}</svg>`;
}

export const MOOD_ICONS: Readonly<Record<Mood, Html>> = {
  happy: icon(
    '<path d="M10 16.8C4.4 12.6 2.4 9.9 2.4 7.2a3.9 3.9 0 0 1 7.6-1.4 3.9 3.9 0 0 1 7.6 1.4c0 2.7-2 5.4-7.6 9.6Z"/>',
  ),
  content: icon('<path d="M16.9 3.1C8 2.7 3.3 6.6 3.6 13l-1 3.6 1.6.4 1-3c6.6 1 11.6-2.6 11.7-10.9Z"/>'),
  curious: icon(
    '<path class="i-line" d="M6.4 6.9a3.7 3.7 0 1 1 5.3 3.4c-1.2.6-1.7 1.2-1.7 2.5"/><circle cx="10" cy="16" r="1.3"/>',
  ),
  hungry: icon(
    '<path d="M2.5 10.5h15a7.5 5.8 0 0 1-4 5.4H6.5a7.5 5.8 0 0 1-4-5.4Z"/><path class="i-line" d="M6 7.5c0-1.6 1.4-1.6 1.4-3.2M10 7.5c0-1.6 1.4-1.6 1.4-3.2M14 7.5c0-1.6 1.4-1.6 1.4-3.2"/>',
  ),
  sick: icon('<path d="M7.6 3h4.8v4.6H17v4.8h-4.6V17H7.6v-4.6H3V7.6h4.6Z"/>'),
  critical: icon('<path d="M10 2.4 18.2 17H1.8Z"/><path class="i-cut" d="M10 7.6v4M10 14.2v.2"/>'),
  sleeping: icon('<path d="M13.8 2.8a7.4 7.4 0 1 0 3.9 10.4A6.4 6.4 0 0 1 13.8 2.8Z"/>'),
};

export const LAMP_DRAWING: Html = icon(
  '<path d="M6.4 8.2h7.2l1.2 8H5.2Z"/><path class="i-line" d="M7 8a3 3 0 0 1 6 0M10 2.4v1.8"/>',
);
export const LAMP: Html = html`<span class="lamp">${LAMP_DRAWING}</span>`;

export const SPROUT: Html = html`<span class="sprout"
  >${icon('<path d="M9.3 17.6v-6C5.6 11.8 3.6 10 3 6.4c3.4-.4 5.6.8 6.6 3.4.6-3.6 3-5.6 7-5.6.2 4.6-2 7-5.8 7.2v6.2Z"/>')}</span
>`;

/** The logo: a lit doorway with a creature in it. */
export const MARK_DRAWING: Html = raw(
  '<svg class="mark" viewBox="0 0 40 44" aria-hidden="true" focusable="false"><path class="mark__arch" d="M2 43V20a18 18 0 0 1 36 0v23Z"/><path class="mark__dark" d="M7 43V20.5a13 13 0 0 1 26 0V43Z"/><g class="mark__eyes"><circle class="mark__eye" cx="14.6" cy="26" r="4.1"/><circle class="mark__eye" cx="25.4" cy="26" r="4.1"/><circle class="mark__pupil" cx="15.2" cy="26.4" r="1.9"/><circle class="mark__pupil" cx="24.8" cy="26.4" r="1.9"/></g></svg>',
);
