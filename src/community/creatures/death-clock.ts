// Renders the death clock: the time left without care, in words and as a meter of the full threshold.
import { spanWords } from "@denkeeper/rules/time/spoken.ts";
import type { CreatureAnswer } from "./creature.get/read.ts";
import { instantOf } from "../../platform/clock.ts";
import { html, type Html } from "../../ui/html.ts";
import { shortHours } from "../../ui/words.ts";
import { moment, until } from "../../ui/components/when.ts";

const WORDS = {
  safe: "left if no one comes",
  warning: "left. Time for a visit",
  critical: "left. It needs care",
  imminent: "left. Almost too late",
} as const;

export function deathClock(
  { death_clock }: NonNullable<CreatureAnswer["now"]>,
  needs: string | null,
  now: number,
): Html {
  const { dies_at, threshold_hours, hours_remaining, urgency } = death_clock;
  const word = needs === null ? WORDS[urgency] : `left. It needs ${needs}`;
  const diesAt = instantOf(dies_at);
  const label = `Death clock: ${spanWords(diesAt - now)} left of ${shortHours(threshold_hours)} hours (${urgency})`;
  return html`<div class="left left--${urgency}">
    <p><b class="left__time">${until(diesAt, now)}</b> ${word}</p>
    <meter aria-label="${label}" min="0" max="${threshold_hours}" value="${Math.min(hours_remaining, threshold_hours)}">
      ${label}
    </meter>
    <p class="soft">Without care it dies at ${moment(diesAt, now, "onDay")}.</p>
  </div>`;
}
