// A mood: a word with an icon.
import type { Mood } from "@denkeeper/rules/creature/creature.ts";
import { html, type Html } from "../html.ts";
import { MOOD_ICONS } from "./icons.ts";

export function mood(value: Mood | null): Html {
  if (value === null) return html`<span class="mood mood--egg">egg</span>`;
  return html`<span class="mood mood--${value}">${MOOD_ICONS[value]}${value}</span>`;
}

/** In place of a mood while it is boarded. */
export const RESTING: Html = html`<span class="mood mood--sleeping">${MOOD_ICONS.sleeping}boarded</span>`;
