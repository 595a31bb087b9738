// Marks of a life as a row of labels under the name. Scars come first, and a return links to its grave.
import { MARK_WORDS, SCARS } from "@denkeeper/rules/extras/marks.ts";
import { HOUR_MS, DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { CreatureAnswer } from "./creature.get/read.ts";
import { html, type Content } from "../../ui/html.ts";
import { graveUrl } from "../../ui/urls.ts";

type MarkView = NonNullable<CreatureAnswer["creature"]["marks"]>[number];

/** Age stops at death, so the day of death and the day of return have the same number. */
function label({ mark }: MarkView, { creature, gravestones }: CreatureAnswer): Content {
  const gravestone =
    mark === "returned" ? gravestones.find((stone) => stone.resurrected && !stone.restored) : undefined;
  if (gravestone === undefined) return MARK_WORDS[mark].label;
  const day = Math.floor((gravestone.lived_hours * HOUR_MS) / DAY_MS) + 1;
  return html`<a href="${graveUrl({ agent: creature.agent, id: gravestone.id })}">came back on day ${day}</a>`;
}

export function marksRow(answer: CreatureAnswer): Content {
  const { marks: all = [] } = answer.creature;
  if (all.length === 0) return null;
  const isScar = ({ mark }: MarkView): boolean => SCARS.has(mark);
  const ordered = [...all.filter(isScar), ...all.filter((mark) => !isScar(mark))];
  return html`<ul class="marks" aria-label="Marks of its life">
    ${ordered.map((mark) => html`<li>${label(mark, answer)}</li>`)}
  </ul>`;
}
