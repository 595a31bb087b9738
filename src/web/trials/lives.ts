// The creatures of a run: how their meals came, and whether they lived.
import type { Timing } from "@denkeeper/rules/creature/creature.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { instantOf } from "../../platform/clock.ts";
import { html, type Html } from "../html.ts";
import { count, counted, shortHours } from "../words.ts";
import type { TrialLife } from "./shapes.ts";
import { sharePercent } from "./words.ts";

const MEALS = ["on_time", "early", "late", "missed_window"] as const satisfies readonly Timing[];
const NAMES: Readonly<Record<(typeof MEALS)[number], string>> = {
  on_time: "on time",
  early: "early",
  late: "late",
  missed_window: "after a missed window",
};

function mealWords(meals: TrialLife["feedings"]): string {
  const words = MEALS.filter((kind) => meals[kind] > 0).map((kind) => `${count(meals[kind])} ${NAMES[kind]}`);
  return words.length === 0 ? "never fed" : words.join(", ");
}

/** `startsAt`: when the run began, by the clock of its house. */
export function livesList(lives: readonly TrialLife[], startsAt: number): Html {
  return html`<ul class="triallives">
      ${lives.map((life) => lifeCard(life, startsAt))}
    </ul>
    <p class="legend">
      ${MEALS.filter((kind) => kind === "on_time" || lives.some(({ feedings }) => feedings[kind] > 0)).map(
        (kind) => html`<span class="key trialmeal--${kind}">${NAMES[kind]}</span>`,
      )}
    </p>`;
}

function lifeCard(
  { name, species, feeding_window_hours, feedings, on_time_share, died_at }: TrialLife,
  startsAt: number,
): Html {
  const all = MEALS.reduce((sum, kind) => sum + feedings[kind], 0);
  return html`<li class="triallife ${died_at !== null && "triallife--dead"}">
    <h3>${name}</h3>
    <p class="soft">${species}, eats every ${shortHours(feeding_window_hours)} h</p>
    ${mealBar(feedings, all)}
    <p>
      <b>${counted(all, "meal")}</b>${all > 0 && `: ${mealWords(feedings)}`}.
      ${died_at === null ? "Alive at the end." : html`<b>Died on day ${dayOf(died_at, startsAt)}.</b>`}
    </p>
    <p class="soft">${sharePercent(on_time_share)} of its hours on time</p>
  </li>`;
}

function dayOf(at: string, startsAt: number): number {
  return Math.floor((instantOf(at) - startsAt) / DAY_MS) + 1;
}

/** Its parts are in the words below, so screen readers skip it. */
function mealBar(meals: TrialLife["feedings"], all: number): Html {
  let x = 0;
  const parts = MEALS.filter((kind) => meals[kind] > 0).map((kind) => {
    const width = (meals[kind] / all) * 100;
    const part = html`<rect
      class="trialmeal__${kind}"
      x="${x.toFixed(2)}%"
      width="${width.toFixed(2)}%"
      height="12"
    />`;
    x += width;
    return part;
  });
  return html`<svg class="trialmeals" height="12" aria-hidden="true" focusable="false">
    <rect class="interval__track" width="100%" height="12" />
    ${parts}
  </svg>`;
}
