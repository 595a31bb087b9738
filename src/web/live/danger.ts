// Who is in danger now, with the time that is left and what it needs.
import type { LivingEntryView } from "../../contracts/shapes/living.ts";
import { instantOf } from "../../platform/clock.ts";
import { HOUSE, agentUrl, creatureUrl, faceUrl } from "../urls.ts";
import { html, type Content, type Html } from "../html.ts";
import { counted } from "../words.ts";
import { kind } from "../components/den.ts";
import { moods } from "../components/mood.ts";
import { picture } from "../components/picture.ts";
import { until } from "../components/when.ts";

/** What it needs most. The rules are DEATH and ADVICE in the rule book. */
function whatHelps({ mood: feeling, feeding_status }: LivingEntryView): string {
  const isHungry = feeding_status === "overdue" || feeding_status === "critical";
  if (feeling === "sleeping" && isHungry) return "It is asleep, and needs a reflection now and a meal when it wakes.";
  if (feeling === "sleeping") return "It is asleep. Even a reflection restarts its clock.";
  const isIll = feeling === "critical" || feeling === "sick";
  if (isHungry) return isIll ? "It needs medicine and a meal." : "It needs a meal.";
  if (isIll) return "It needs medicine. A cleaning helps, too.";
  return "Any care restarts its clock, even a reflection.";
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
      <p>${whatHelps(entry)}</p>
    </div>
  </li>`;
}

export interface DangerList {
  readonly creatures: readonly LivingEntryView[];
  /** Of all who are in danger, babies and others of the same keepers included. */
  readonly total: number;
}

/** One sentence about the one with the least time, for the top of the page. */
export function dangerLead({ creatures: [first], total }: DangerList, now: number): Html {
  return html`<p class="hero__danger" data-live="danger-lead">${leadWords(first, total, now)}</p>`;
}

function leadWords(first: LivingEntryView | undefined, total: number, now: number): Content {
  if (total === 0) return "Nobody is in danger right now.";
  if (first === undefined || first.dies_at === null)
    return html`<a href="${HOUSE}?sort=danger">${counted(total, "baby", "babies")}</a> ${total === 1 ? "is" : "are"} in
      danger right now.`;
  return html`<a href="${creatureUrl(first)}">${first.name}</a> dies in
    <b>${until(instantOf(first.dies_at), now)}</b> without care. ${whatHelps(first)}`;
}

/** Those after the first, who stands in the first doorway. */
export function danger({ creatures: [first, ...others], total }: DangerList, now: number): Html {
  const more = total - others.length - (first === undefined ? 0 : 1);
  return html`<section class="wrap danger" aria-labelledby="danger-h" data-live="danger">
    ${
      others.length > 0 &&
      html`<h2 id="danger-h">Also in danger</h2>
        <ul class="danger__list">
          ${others.map((entry) => card(entry, now))}
        </ul>
        ${more > 0 && html`<p class="more"><a href="${HOUSE}?sort=danger">${counted(more, "more creature")} in danger</a></p>`}`
    }
  </section>`;
}
