// Why visits were late or missed, newest first: a report for the person who looks for the bug.
import { instantOf } from "../../platform/clock.ts";
import type { IncidentsAnswer } from "../../endpoints/house/incidents.get/read.ts";
import { html, type Content, type Html } from "../html.ts";
import { count, dayAndTime } from "../words.ts";
import { moment } from "./when.ts";
import { empty } from "./empty.ts";

type Incident = IncidentsAnswer["incidents"][number];
type Call = Incident["calls"][number];

const TITLES: Readonly<Record<Incident["kind"], string>> = {
  no_call: "No call",
  refused: "Calls refused",
  too_early: "Came too early",
  other_creature: "Cared for another creature",
  asleep: "Came while it slept",
  did_not_feed: "Came, but did not feed",
  harm: "Killed by a harmful item",
  not_recorded: "Not on record",
};

/** What `readIncidents` returns, as a list. */
export function incidentList({
  incidents,
  house_time,
  next_before,
}: Pick<IncidentsAnswer, "incidents" | "house_time" | "next_before">): Html {
  const now = instantOf(house_time);
  if (incidents.length === 0) return empty("No late or missed visits", "Every meal of the last 14 days was on time.");
  return html`<ol class="incidents">
      ${incidents.map((each) => html`<li class="incident incident--${each.outcome}">${incident(each, now)}</li>`)}
    </ol>
    ${next_before !== null && html`<p class="soft">These are the latest. <code>denkeeper incidents</code> lists older ones.</p>`}`;
}

function incident({ kind, creature, window, outcome, message, fix, calls }: Incident, now: number): Html {
  return html`<h3>${TITLES[kind]} <span class="incident__outcome">${creature.name}: ${outcome}</span></h3>
    ${
      kind !== "harm" &&
      html`<p class="soft">${moment(instantOf(window.opens_at), now)} – ${moment(instantOf(window.ends_at), now)}</p>`
    }
    <p>${withTimes(message, now)}</p>
    <p><b>To fix it:</b> ${fix}</p>
    ${
      calls.length > 0 &&
      html`<div
        class="scroll-x"
        tabindex="0"
        role="region"
        aria-label="Calls of ${creature.name}, ${dayAndTime(instantOf(window.opens_at), now)}"
      >
        <table class="table incident__calls">
          <thead>
            <tr>
              <th scope="col">Call</th>
              <th scope="col">Answer</th>
              <th scope="col" class="num">Times</th>
              <th scope="col">Last at</th>
              <th scope="col">Last request</th>
            </tr>
          </thead>
          <tbody>
            ${calls.map((each) => callRow(each, now))}
          </tbody>
        </table>
      </div>`
    }`;
}

/** A message is written for agents: its times are shown as the page shows others. */
function withTimes(message: string, now: number): readonly Content[] {
  return message.split(/(\d{4}-\d\d-\d\dT\d\d:\d\dZ)/).map((part, index, parts) => {
    const at = instantOf(part);
    // A creature's name may look like a time.
    if (index % 2 === 0 || Number.isNaN(at)) return part;
    return moment(at, now, parts[index - 1]?.endsWith("at ") === true ? "onDay" : "day");
  });
}

function callRow(
  { operation, status, code, count: calls, last_at, last_request_id, by_sitter }: Call,
  now: number,
): Html {
  return html`<tr>
    <td><code>${operation}</code>${by_sitter && " by a sitter"}</td>
    <td>${status}${code !== null && ` ${code}`}</td>
    <td class="num">${count(calls)}</td>
    <td>${moment(instantOf(last_at), now)}</td>
    <td><code>${last_request_id}</code></td>
  </tr>`;
}
