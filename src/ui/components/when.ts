// Renders moments in UTC. The script of the pages updates relative ones and rewrites absolute ones in the visitor's time zone.
import { ago, briefSpan, spanWords } from "@denkeeper/rules/time/spoken.ts";
import { iso } from "../../platform/clock.ts";
import { html, type Html } from "../html.ts";
import type { TimeForm } from "../time-forms.ts";
import { longTime, utcTime } from "../words.ts";

/** Renders, for example, "3 hours ago", with the exact time in its tooltip. */
export function when(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}" title="${longTime(at)} UTC" data-ago>${ago(at, now)}</time>`;
}

/** Renders, for example, "23 h", counting up. */
export function since(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}" title="${longTime(at)} UTC" data-since>${briefSpan(now - at)}</time>`;
}

/** Renders, for example, "3 h 20 min", counting down. */
export function until(at: number, now: number): Html {
  return html`<time datetime="${iso(at)}" title="${longTime(at)} UTC" data-until>${spanWords(at - now)}</time>`;
}

/** Renders, for example, "Sat 11:05", or another form of the moment. */
export function moment(at: number, now: number, form: TimeForm = "day"): Html {
  return html`<time datetime="${iso(at)}" title="${longTime(at)} UTC" data-form="${form}"
    >${utcTime(form, at, now)}</time
  >`;
}

/** Renders, for example, "Thu, Nov 19, 14:40". */
export function longMoment(at: number): Html {
  return moment(at, at, "long");
}

/** Renders a moment in a drawing, because SVG has no time element. */
export function momentInDrawing(at: number, now: number): Html {
  return html`<tspan data-at="${iso(at)}" data-form="day">${utcTime("day", at, now)}</tspan>`;
}
