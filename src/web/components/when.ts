// A moment, relative to now, with the exact time in its tooltip.
import { ago } from "@denkeeper/rules/time/spoken.ts";
import { iso } from "../../platform/clock.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import { longTime } from "../words.ts";

/** "3 hours ago". */
export function when(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}" title="${longTime(at)} UTC">${ago(at, now)}</time>`;
}
