// The rhythm of care: the hours between the last visits, against the hours after which the creature would die.
import type { Html } from "../../html.ts";
import { html } from "../../html.ts";
import { counted, shortHours } from "../../words.ts";

const TOP = 26;
const BASE = 208;

export function rhythm(intervals: readonly number[], thresholdHours: number): Html | null {
  if (intervals.length === 0) return null;
  const height = (hours: number) =>
    Math.max(2, Math.round(((BASE - TOP) * Math.min(hours, thresholdHours)) / thresholdHours));
  const width = 100 / Math.max(intervals.length, 8);
  const look = (hours: number) =>
    hours > thresholdHours * 0.8 ? "bar-bad" : hours > thresholdHours / 2 ? "bar-late" : "bar-ok";
  const longest = Math.max(...intervals);
  const label = `Hours between the last ${counted(intervals.length + 1, "visit")}. The longest gap is ${shortHours(longest)} hours. It dies after ${shortHours(thresholdHours)} hours without care.`;
  return html`<figure>
    <svg class="rhythm" width="100%" height="212" role="img" aria-label="${label}">
      <line class="rule rule--berry" x1="0" x2="100%" y1="16" y2="16" />
      <text class="ax ax--berry" x="0" y="11">dies after ${shortHours(thresholdHours)} h without care</text>
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
      <line class="rule rule--base" x1="0" x2="100%" y1="${BASE}" y2="${BASE}" />
    </svg>
    <figcaption class="soft">Hours between recent visits</figcaption>
  </figure>`;
}
