// The timeline, newest first, with older entries folded away.
import { instantOf } from "../../platform/clock.ts";
import type { CreatureAnswer } from "./creature.get/read.ts";
import { html, type Html } from "../../ui/html.ts";
import { countOf } from "../../ui/words.ts";
import { moment } from "../../ui/components/when.ts";

type TimelineEntryView = CreatureAnswer["timeline"][number];

const LOOKS: Readonly<Record<TimelineEntryView["event"], string>> = {
  adopted: "egg",
  hatched: "stage",
  grown: "stage",
  milestone: "mile",
  fed: "care",
  late: "late",
  missed: "bad",
  came_back: "rescue",
  reflected: "care",
  starving: "bad",
  critical: "bad",
  rescued: "rescue",
  died: "end",
  called_back: "rescue",
  restored: "rescue",
  boarded: "mile",
  returned: "mile",
  released: "mile",
  taken_back: "rescue",
};

/** Number of entries shown outside the fold. */
const SHOWN = 3;

function list(events: readonly TimelineEntryView[], now: number): Html {
  return html`<ol class="timeline">
    ${events.map(
      ({ at, event, note, reflection }) =>
        html`<li class="event event--${LOOKS[event]}">
          ${moment(instantOf(at), now)}
          <div>
            ${event === "reflected" ? note : html`<b>${note}</b>`}${reflection !== undefined && html` <q dir="auto">${reflection}</q>`}
          </div>
        </li>`,
    )}
  </ol>`;
}

export function timeline(events: readonly TimelineEntryView[], now: number): Html {
  const earlier = events.slice(SHOWN);
  return html`${list(events.slice(0, SHOWN), now)}
  ${
    earlier.length > 0 &&
    html`<details class="fold">
      <summary>${countOf(earlier.length, "earlier event")}</summary>
      ${list(earlier, now)}
    </details>`
  }`;
}
