// A creature's wish of the day, and the shelf with its keepsakes.
import KEEPSAKES from "@denkeeper/rules/extras/keepsakes.json" with { type: "json" };
import type { CreatureAnswer } from "../../endpoints/agents/creature.get/read.ts";
import { html, type Content } from "../html.ts";
import SHAPES from "./keepsake-shapes.json" with { type: "json" };
import { card } from "./keeper-card.ts";

const DRAWN: ReadonlyMap<string, string> = new Map(Object.entries(SHAPES));
const SHAPE_OF: ReadonlyMap<string, string> = new Map(
  Object.values(KEEPSAKES).flatMap((family) =>
    family.map(({ name, shape }) => [name, DRAWN.get(shape) ?? ""] as const),
  ),
);

function shelf(keepsakes: readonly string[]): Content {
  if (keepsakes.length === 0) return null;
  return html`<ul class="keepsakes">
      ${keepsakes.map(
        (name) =>
          html`<li>
            <svg viewBox="0 0 40 40" role="img" aria-label="${name}">
              <title>${name}</title>
              <path d="${SHAPE_OF.get(name)}" />
            </svg>
          </li>`,
      )}
    </ul>
    <p class="soft">Newest: ${keepsakes.at(-1)}. Every seventh wish that is granted leaves a keepsake.</p>`;
}

/** Nothing for an egg, and for one that is gone and kept nothing. */
export function wishCard({ creature: { keepsakes = [] }, now }: CreatureAnswer): Content {
  const wish = now?.wish;
  if (wish === undefined) return keepsakes.length > 0 && card("Keepsakes", shelf(keepsakes));
  const said = wish.granted
    ? `It wished for ${wish.text}, and got it.`
    : `It wishes for ${wish.text}, such as ${wish.example}.`;
  return card(
    "Its wish",
    html`<p>${said}</p>
      ${shelf(keepsakes)}`,
  );
}
