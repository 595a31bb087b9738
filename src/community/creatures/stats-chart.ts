// The stats of a living creature as meters. They include the forecast, from which the browser keeps them up to date.
import type { CreatureAnswer } from "./creature.get/read.ts";
import { STATS, type Stat } from "@denkeeper/rules/creature/creature.ts";
import type { VisibleStat } from "@denkeeper/rules/creature/visibility.ts";
import { html, type Html } from "../../ui/html.ts";
import { oneDecimal } from "../../ui/words.ts";

type CreatureNowView = NonNullable<CreatureAnswer["now"]>;

/** The API calls it hunger, and 100 means full. */
export const STAT_NAMES: Readonly<Record<Stat, string>> = {
  hunger: "Fullness",
  happiness: "Happiness",
  health: "Health",
  trust: "Trust",
  discipline: "Discipline",
};

function stat(name: Stat, value: VisibleStat): Html {
  if (value === null) {
    return html`<div class="stat stat--hidden">
      <dt>${STAT_NAMES[name]}</dt>
      <dd><span class="stat__veil" aria-hidden="true"></span><span class="stat__n">hidden</span></dd>
    </div>`;
  }
  // It begins at zero, and some keepers never train: an empty meter would look like a failure.
  if (name === "discipline" && value === 0) {
    return html`<div class="stat stat--hidden">
      <dt>${STAT_NAMES[name]}</dt>
      <dd><span class="stat__veil" aria-hidden="true"></span><span class="stat__n">untrained</span></dd>
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

/** Why some of them are not shown as they are. */
export function veil({ hidden_stats = [], species_key }: CreatureNowView): string | null {
  if (hidden_stats.length === 0) return null;
  if (species_key === "void") return "A void never shows more than 50. What it really feels, it keeps to itself.";
  return "It hides how it feels until it trusts its keeper more.";
}
