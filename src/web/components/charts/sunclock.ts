// The death clock as the sun over a hill: it rises with the last care and sets when the creature would die.
import { spanWords } from "@denkeeper/rules/time/spoken.ts";
import { instantOf } from "../../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { CreatureAnswer } from "../../../endpoints/agents/creature.get/read.ts";
import { html, raw, type Html } from "../../html.ts";
import { momentInDrawing } from "../when.ts";
import { shortHours } from "../../words.ts";

const RADIUS = 150;
const CENTRE = { x: 200, y: 184 };
/** Half the space between two parts of the arc, as a share of it. */
const GAP = 0.006;

/** The parts of the arc, from the last care on, by the share of the time that is gone. */
const PARTS = [
  { urgency: "safe", from: 0, to: 0.33 },
  { urgency: "warning", from: 0.33, to: 0.67 },
  { urgency: "critical", from: 0.67, to: 0.89 },
  { urgency: "imminent", from: 0.89, to: 1 },
] as const;

function pointAt(share: number): string {
  const angle = Math.PI * (1 - share);
  return `${(CENTRE.x + RADIUS * Math.cos(angle)).toFixed(2)} ${(CENTRE.y - RADIUS * Math.sin(angle)).toFixed(2)}`;
}

const ARC = PARTS.map(
  ({ urgency, from, to }) =>
    `<path class="a-${urgency}" d="M${pointAt(from + GAP)}A${RADIUS} ${RADIUS} 0 0 1 ${pointAt(to - GAP)}"/>`,
).join("");

/** Drawn at the left end of the arc and turned from there. */
const SUN =
  '<path d="M71 184h6M64.8 198.8l4.3 4.3M50 205v6M35.2 198.8l-4.3 4.3M29 184h-6M35.2 169.2l-4.3-4.3M50 163v-6M64.8 169.2l4.3-4.3"/><circle cx="50" cy="184" r="15"/>';

const WORDS = {
  safe: "left to live",
  warning: "left. Time for a visit",
  critical: "left. It needs care",
  imminent: "left. Almost too late",
} as const;

export function sunclock({ death_clock, feeding_status }: NonNullable<CreatureAnswer["now"]>, now: number): Html {
  const { dies_at, threshold_hours, hours_without_care, urgency } = death_clock;
  // Time may be left while its health is falling: then no time is a good one to stay away.
  const word = feeding_status === "critical" && urgency !== "imminent" ? "left. It needs a meal" : WORDS[urgency];
  const diesAt = instantOf(dies_at);
  const thresholdMs = threshold_hours * HOUR_MS;
  const gone = Math.min(1, Math.max(0, 1 - (diesAt - now) / thresholdMs));
  const left = spanWords(diesAt - now);
  const label = `Death clock: ${left} left of ${shortHours(threshold_hours)} hours (${urgency})`;
  const turn = (gone * 180).toFixed(2);
  return html`<svg
    class="sunclock"
    viewBox="0 0 400 256"
    role="img"
    aria-label="${label}"
    data-dies-at="${dies_at}"
    data-threshold-ms="${thresholdMs}"
  >
    <g class="sunclock__arc">${raw(ARC)}</g>
    <path class="sunclock__hill" d="M8 186C80 172 130 180 200 180S330 172 392 186V190H8Z" />
    <g class="sunclock__sun" transform="rotate(${turn} ${CENTRE.x} ${CENTRE.y})">${raw(SUN)}</g>
    <text class="sunclock__big" x="200" y="122" text-anchor="middle">${left}</text>
    <text class="sunclock__word" x="200" y="148" text-anchor="middle">${word}</text>
    <text class="sunclock__foot" x="50" y="226" text-anchor="middle">last care</text>
    <text class="sunclock__foot sunclock__foot--b" x="50" y="244" text-anchor="middle">
      ${momentInDrawing(now - hours_without_care * HOUR_MS, now)}
    </text>
    <text class="sunclock__foot" x="350" y="226" text-anchor="middle">would die</text>
    <text class="sunclock__foot sunclock__foot--b" x="350" y="244" text-anchor="middle">
      ${momentInDrawing(diesAt, now)}
    </text>
  </svg>`;
}
