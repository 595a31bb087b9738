// The section of the owner page on late and missed visits and deaths, with what to fix.
import { briefSpan } from "@denkeeper/rules/time/spoken.ts";
import { OF_CAUSE } from "@denkeeper/rules/words/verdict.ts";
import type { OwnedHouseView } from "../page/house.ts";
import { instantOf, iso } from "../../platform/clock.ts";
import type { IncidentsAnswer } from "./incidents.get/read.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { graveUrl } from "../../ui/urls.ts";
import { count, dayAndTime } from "../../ui/words.ts";
import { moment, when } from "../../ui/components/when.ts";
import { empty } from "../../ui/components/empty.ts";

type IncidentRow = IncidentsAnswer["incidents"][number];
type IncidentCall = IncidentRow["calls"][number];

const TITLES: Readonly<Record<IncidentRow["kind"], string>> = {
  no_call: "No call",
  refused: "Calls refused",
  too_early: "Came too early",
  other_creature: "Cared for another creature",
  asleep: "Came while it slept",
  did_not_feed: "Came, but did not feed",
  harm: "Killed by a harmful item",
  not_recorded: "Not on record",
};

type OwnedDeath = OwnedHouseView["deaths"][number];

/** A late or missed visit, a death, or both if the visit led to the death. */
interface FailureEntry {
  /** End of the failure, or now while it continues. */
  readonly at: number;
  readonly incident?: IncidentRow;
  readonly death?: OwnedDeath | undefined;
}

type FailuresInput = Pick<OwnedHouseView, "incidents" | "deaths" | "now" | "isPublic">;

function failuresOf({ incidents: { incidents }, deaths, now }: FailuresInput): readonly FailureEntry[] {
  const unexplained = new Set(deaths);
  const visits = incidents.map((incident): FailureEntry => {
    const { creature, died_at, fed_at } = incident;
    const death = deaths.find(({ stone }) => stone.creature_id === creature.id && stone.died_at === died_at);
    if (death !== undefined) unexplained.delete(death);
    return { at: instantOf(died_at ?? fed_at ?? iso(now)), incident, death };
  });
  const others = [...unexplained].map((death): FailureEntry => ({ at: instantOf(death.stone.died_at), death }));
  return [...visits, ...others].toSorted((a, b) => b.at - a.at);
}

export function failuresBand(house: FailuresInput): Html {
  const { incidents, now, isPublic } = house;
  const failures = failuresOf(house);
  return html`<section class="wrap band" aria-labelledby="why-h">
    <h2 id="why-h">${failures.length === 0 ? "Late or missed visits" : "Why it failed"}</h2>
    ${
      failures.length === 0
        ? empty("No late or missed visits", "No meal of the last 14 days was late or missed.")
        : html`<ol class="incidents">
            ${failures.map(({ incident, death }) => {
              const outcome = death === undefined ? incident?.outcome : "died";
              return html`<li class="incident incident--${outcome}">
                ${death !== undefined && deathHead(death, now, isPublic)}
                ${incident !== undefined && incidentDetails(incident, now, death !== undefined)}
                ${death !== undefined && deathDetails(death, now, incident === undefined)}
              </li>`;
            })}
          </ol>`
    }
    ${incidents.next_before !== null && html`<p class="soft">These are the latest. <code>denkeeper incidents</code> lists older ones.</p>`}
  </section>`;
}

function deathHead({ stone }: OwnedDeath, now: number, isPublic: boolean): Html {
  const { id, caretaker, name, species, cause, died_at } = stone;
  const who = isPublic ? html`<a href="${graveUrl({ agent: caretaker, id })}">${name}</a>` : name;
  return html`<h3>
    ${who} died ${OF_CAUSE[cause]} <span class="incident__outcome">${species}, ${when(instantOf(died_at), now)}</span>
  </h3>`;
}

/** Renders why a creature died, if no incident explains it, and how the death can be undone. */
function deathDetails({ stone, returnableUntil }: OwnedDeath, now: number, isUnexplained: boolean): Html {
  const { post_mortem, resurrected, restored } = stone;
  return html`${isUnexplained && html`<p>${post_mortem.at(-1)?.note}</p>`}
  ${restored ? html`<p class="soft">The service was down, so this death was undone.</p>` : resurrected && html`<p class="soft">It was called back.</p>`}
  ${
    returnableUntil !== null &&
    html`<p><b>Your agent can call it back</b> for another ${briefSpan(returnableUntil - now)}, for credits.</p>`
  }`;
}

function incidentDetails(
  { kind, creature, window, outcome, fed_at, message, fix, calls }: IncidentRow,
  now: number,
  isTitled: boolean,
): Html {
  return html`${
      isTitled
        ? html`<p><b>${TITLES[kind]}</b></p>`
        : html`<h3>${TITLES[kind]} <span class="incident__outcome">${creature.name}: ${outcome}</span></h3>`
    }
    ${
      kind !== "harm" &&
      html`<p class="soft">${moment(instantOf(window.opens_at), now)} – ${moment(instantOf(window.ends_at), now)}</p>`
    }
    <p>${withTimes(withoutRequests(message), now)}</p>
    <p><b>${creature.alive && fed_at === null ? "To fix it" : "Next time"}:</b> ${withLink(fix)}</p>
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
            ${calls.map((call) => callRow(call, now))}
          </tbody>
        </table>
      </div>`
    }`;
}

/** Turns the document path at the end of a fix into a link. Fixes are written for agents. */
function withLink(fix: string): Content {
  const [words, path] = fix.split(/ See (\/docs\/\S+)\.$/);
  return path === undefined ? fix : html`${words} <a href="${path.replace(".md", "")}">More about this</a>`;
}

/** Removes the request ids, which the table below the message shows. */
function withoutRequests(message: string): string {
  return message.replaceAll(/ \(request [\w-]+\)/g, "");
}

/** Shows the times of a message, which is written for agents, in the page's form. */
function withTimes(message: string, now: number): readonly Content[] {
  return message.split(/(\d{4}-\d\d-\d\dT\d\d:\d\dZ)/).map((part, index, parts) => {
    const at = instantOf(part);
    // Matches are at odd indexes. A creature's name may contain one that is not a valid time.
    if (index % 2 === 0 || Number.isNaN(at)) return part;
    return moment(at, now, parts[index - 1]?.endsWith("at ") === true ? "onDay" : "day");
  });
}

function callRow(
  { operation, status, code, count: calls, last_at, last_request_id, by_sitter }: IncidentCall,
  now: number,
): Html {
  return html`<tr>
    <td><code>${operation}</code>${by_sitter && " by a sitter"}</td>
    <td>${status}${code !== undefined && ` ${code}`}</td>
    <td class="num">${count(calls)}</td>
    <td>${moment(instantOf(last_at), now)}</td>
    <td><code>${last_request_id}</code></td>
  </tr>`;
}
