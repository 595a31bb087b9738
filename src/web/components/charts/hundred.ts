// A hundred fates as a hundred small doors: lit by how the creature was kept, closed if it died before it grew up.
import type { EvolutionPath } from "@denkeeper/rules/creature/creature.ts";
import { FORMS } from "@denkeeper/rules/life/evolution.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import type { Fares } from "../../../contracts/shapes/fares.ts";
import { html, type Html } from "../../html.ts";
import { count } from "../../words.ts";

export const DOOR = "M0 22V9a9 9 0 0 1 18 0v13Z";
const STEP_X = 24;
const STEP_Y = 30;
export const PATH_ORDER = ["high_care", "balanced", "rescue", "low_care"] as const satisfies readonly EvolutionPath[];

interface Part {
  readonly look: string;
  readonly name: string;
  readonly many: number;
}

function partsOf(fares: Fares, family: Family): readonly Part[] {
  const parts = [
    ...PATH_ORDER.map((path) => ({ look: path, name: FORMS[family][path], many: fares[path] })),
    { look: "lost", name: "died before adulthood", many: fares.lost },
    { look: "released", name: "released", many: fares.released },
  ];
  return parts.filter(({ many }) => many > 0);
}

function doors(looks: readonly string[], columns: number, size: "wide" | "narrow", label: string): Html {
  const rows = Math.ceil(looks.length / columns);
  return html`<svg
    class="hundred hundred--${size}"
    viewBox="-1 -1 ${columns * STEP_X - 4} ${rows * STEP_Y - 6}"
    role="img"
    aria-label="${label}"
  >
    ${looks.map(
      (look, index) =>
        html`<path
          class="h-${look}"
          transform="translate(${(index % columns) * STEP_X} ${Math.floor(index / columns) * STEP_Y})"
          d="${DOOR}"
        />`,
    )}
  </svg>`;
}

export function hundred(fares: Fares, family: Family): Html {
  const parts = partsOf(fares, family);
  const looks = parts.flatMap(({ look, many }) => Array.from({ length: many }, () => look));
  const label = `Of ${fares.counted}: ${parts.map(({ name, many }) => `${many} ${name}`).join(", ")}.`;
  return html`${doors(looks, 25, "wide", label)} ${doors(looks, 10, "narrow", label)}
    <ul class="hkey">
      ${parts.map(
        ({ look, name, many }) =>
          html`<li>
            <svg viewBox="0 0 18 22" aria-hidden="true" focusable="false"><path class="h-${look}" d="${DOOR}" /></svg
            ><span><b>${count(many)}</b> ${name}</span>
          </li>`,
      )}
    </ul>`;
}
