// Meters for a living creature's stats, with the forecast from which the browser updates them.
import type { CreatureAnswer } from "./creature.get/read.ts";
import { STATS, type Stat } from "@denkeeper/rules/creature/creature.ts";
import type { VisibleStat } from "@denkeeper/rules/creature/visibility.ts";
import { html, type Html } from "../../ui/html.ts";
import { oneDecimal } from "../../ui/words.ts";

type CreatureNowView = NonNullable<CreatureAnswer["now"]>;

/** Pages call hunger "fullness", because 100 means full. */
export const STAT_NAMES: Readonly<Record<Stat, string>> = {
  hunger: "Fullness",
  happiness: "Happiness",
  health: "Health",
  trust: "Trust",
  discipline: "Discipline",
};

function stat(name: Stat, value: VisibleStat): Html {
  // Discipline is optional and starts at zero, so an empty meter would look like a failure.
  const isUntrained = name === "discipline" && value === 0;
  if (value === null || isUntrained) {
    return html`<div class="stat stat--hidden">
      <dt>${STAT_NAMES[name]}</dt>
      <dd>
        <span class="stat__veil" aria-hidden="true"></span
        ><span class="stat__n">${isUntrained ? "untrained" : "hidden"}</span>
      </dd>
    </div>`;
  }
  return html`<div class="stat stat--${name}" data-stat="${name}">
    <dt>${STAT_NAMES[name]}</dt>
    <dd>
      <meter aria-label="${STAT_NAMES[name]}" min="0" max="100" value="${value}">${value} of 100</meter
      ><span class="stat__n">${oneDecimal(value)}</span>
    </dd>
  </div>`;
}

export function stats(now: CreatureNowView, forecast: CreatureAnswer["forecast"]): Html {
  return html`<dl class="stats" data-forecast="${JSON.stringify(forecast)}">
    ${STATS.map((name) => stat(name, now[name]))}
  </dl>`;
}

/** Explains hidden stats. Returns null if none are hidden. */
export function veil({ hidden_stats = [], species_key }: CreatureNowView): string | null {
  if (hidden_stats.length === 0) return null;
  if (species_key === "void") return "A void never shows more than 50. What it really feels, it keeps to itself.";
  return "It hides how it feels until it trusts its keeper more.";
}
