// The rhythm of care: the hours between the last visits, against the time from one meal to the next, and against the hours after
// which the creature would die where one of them came near.
import { html, type Html } from "../../html.ts";
import { counted, shortHours } from "../../words.ts";

const TOP = 8;
const BASE = 168;
const FEWEST_BARS = 8;
const ROOM_ABOVE = 1.25;

export interface Rhythm {
  /** Hours between the last visits, the oldest first. */
  readonly intervals: readonly number[];
  readonly windowHours: number;
  readonly thresholdHours: number;
}

export function rhythm({ intervals, windowHours, thresholdHours }: Rhythm): Html | null {
  if (intervals.length === 0) return null;
  const longest = Math.max(...intervals);
  const most = Math.min(thresholdHours, Math.max(longest, windowHours) * ROOM_ABOVE);
  const height = (hours: number) => Math.max(2, Math.round(((BASE - TOP) * Math.min(hours, most)) / most));
  const width = 100 / Math.max(intervals.length, FEWEST_BARS);
  const look = (hours: number) =>
    hours > thresholdHours * 0.8 ? "bar-bad" : hours > windowHours ? "bar-late" : "bar-ok";
  const label = `Hours between the last ${counted(intervals.length + 1, "visit")}. The longest gap is ${shortHours(longest)} hours. It eats every ${shortHours(windowHours)} hours and dies after ${shortHours(thresholdHours)} hours without care.`;
  return html`<figure>
    <svg class="rhythm" width="100%" height="${BASE + 4}" role="img" aria-label="${label}">
      ${intervals.map((hours, index) => {
        const tall = height(hours);
        return html`<rect
          class="${look(hours)}"
          x="${(index * width + width * 0.17).toFixed(2)}%"
          width="${(width * 0.66).toFixed(2)}%"
          y="${BASE - tall}"
          height="${tall}"
          rx="3"
        />`;
      })}
      ${line(BASE - height(windowHours), "rule rule--window")}
      ${most === thresholdHours && line(TOP, "rule rule--berry")} ${line(BASE, "rule rule--base")}
    </svg>
    <figcaption class="soft">
      Hours between recent visits, at most ${shortHours(longest)}.
      <span class="key key--window">a meal is due within ${counted(windowHours, "hour")}</span>
      ${most === thresholdHours && html`<span class="key key--limit">it would die</span>`}
    </figcaption>
  </figure>`;
}

function line(y: number, look: string): Html {
  return html`<line class="${look}" x1="0" x2="100%" y1="${y}" y2="${y}" />`;
}
