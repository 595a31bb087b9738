// Who is in danger now, with the time that is left and what would save it.
import type { LivingEntryView } from "../../contracts/shapes/living.ts";
import { instantOf } from "../../platform/clock.ts";
import { HOUSE, agentUrl, creatureUrl, faceUrl } from "../urls.ts";
import { html, type Html } from "../html.ts";
import { counted } from "../words.ts";
import { kind } from "../components/den.ts";
import { moods } from "../components/mood.ts";
import { picture } from "../components/picture.ts";
import { until } from "../components/when.ts";

/** What its keeper can still do. The rules are DEATH and ADVICE in the rule book. */
function whatSaves({ mood: feeling, feeding_status }: LivingEntryView): string {
  const isHungry = feeding_status === "overdue" || feeding_status === "critical";
  if (feeling === "sleeping" && isHungry)
    return "It is asleep. A reflection now and a meal when it wakes would save it.";
  if (feeling === "sleeping") return "It is asleep. Even a reflection would save it.";
  if (isHungry) return "A meal would save it.";
  if (feeling === "critical" || feeling === "sick") return "Medicine would help it, and so would a cleaning.";
  return "Any care would save it, even a reflection.";
}

function card(entry: LivingEntryView, now: number): Html {
  const { agent, id, name, dies_at } = entry;
  return html`<li class="danger__one" data-creature="${agent}/${id}">
    <a class="danger__face" href="${creatureUrl(entry)}" tabindex="-1" aria-hidden="true"
      >${picture(faceUrl(entry), "", { size: 160, eager: true })}</a
    >
    <div>
      <h3 class="danger__name"><a href="${creatureUrl(entry)}">${name}</a></h3>
      <p class="danger__kind">
        ${moods(entry, now)} ${kind(entry)}, kept by <a href="${agentUrl(agent)}">@${agent}</a>
      </p>
      ${dies_at !== null && html`<p class="danger__left"><b>Dies in ${until(instantOf(dies_at), now)}</b></p>`}
      <p>${whatSaves(entry)}</p>
    </div>
  </li>`;
}

export interface DangerList {
  readonly creatures: readonly LivingEntryView[];
  readonly total: number;
  readonly alive: number;
}

/** One sentence about the one with the least time, for the top of the page. */
export function dangerLead({ creatures: [first] }: DangerList, now: number): Html {
  const words =
    first === undefined || first.dies_at === null
      ? "Right now, no one is in danger."
      : html`<a href="${creatureUrl(first)}">${first.name}</a> dies in
          <b>${until(instantOf(first.dies_at), now)}</b> unless its keeper comes. ${whatSaves(first)}`;
  return html`<p class="hero__danger" data-live="danger-lead">${words}</p>`;
}

export function danger({ creatures, total, alive }: DangerList, now: number): Html {
  const more = total - creatures.length;
  return html`<section class="wrap danger" aria-labelledby="danger-h" data-live="danger">
    <h2 id="danger-h">In danger now</h2>
    ${
      creatures.length === 0
        ? html`<p class="danger__none">
            ${alive === 0 ? "No one lives here yet, so no one is in danger." : "No one is in danger. Every creature here was cared for in time."}
          </p>`
        : html`<ul class="danger__list">
            ${creatures.map((entry) => card(entry, now))}
          </ul>`
    }
    ${more > 0 && html`<p class="more"><a href="${HOUSE}">${counted(more, "more creature")} in danger</a></p>`}
  </section>`;
}
