// Survival curves: how many of a hundred hatchlings are still alive at each age.
import {
  FEWEST_LIVES,
  medianHours,
  shareAt,
  type CurveStep,
  type SurvivalCurve,
} from "../../../app/public/survival-curve.ts";
import { html, type Html } from "../../html.ts";
import { count, counted, oneDecimal, shareWords } from "../../words.ts";
import { asTable, rounded } from "./chart.ts";

const HEIGHT = 240;
const TOP = 8;
const FEWEST_HOURS = 7 * 24;
const MOST_HOURS = 30 * 24;
const STAGES = [
  { hours: 24, name: "child" },
  { hours: 72, name: "teen" },
  { hours: 120, name: "adult" },
] as const;

type Bound = "share" | "low" | "high";

/** The points of a staircase, x and y from 0 to 100. */
function staircase(steps: readonly CurveStep[], bound: Bound, end: number, hours: number): readonly string[] {
  const x = (at: number) => rounded((100 * Math.min(at, hours)) / hours);
  const y = (share: number) => rounded(100 * (1 - share));
  const points = ["0,0"];
  let before = 1;
  for (const step of steps) {
    if (step.hours > end) break;
    points.push(`${x(step.hours)},${y(before)}`, `${x(step.hours)},${y(step[bound])}`);
    before = step[bound];
  }
  return [...points, `${x(end)},${y(before)}`];
}

function medianWords(curve: SurvivalCurve): string {
  const median = medianHours(curve);
  if (median !== undefined) return `Half of them live for at least ${oneDecimal(median / 24)} days.`;
  return curve.deaths === 0 ? "None of them has died." : "The curve has not come down to one half.";
}

/** The whole curve with its 95% interval. */
export function survivalChart(curve: SurvivalCurve, kind: string): Html {
  const { steps, knownHours, lives, deaths } = curve;
  const hours = Math.min(MOST_HOURS, Math.max(FEWEST_HOURS, Math.ceil(knownHours / 24) * 24));
  const days = hours / 24;
  const every = Math.ceil(days / 7);
  const end = Math.min(knownHours, hours);
  const line = staircase(steps, "share", end, hours);
  const band = [...staircase(steps, "high", end, hours), ...staircase(steps, "low", end, hours).toReversed()];
  const label = `Survival of ${counted(lives, kind, `${kind}s`)} over ${days} days. ${medianWords(curve)}`;
  const at = (day: number) => rounded((100 * day) / days);
  const ticks = Array.from({ length: Math.floor(days / every) + 1 }, (_, nth) => nth * every);
  const yOf = (share: number) => TOP + HEIGHT * (1 - share);
  return html`<figure class="survival">
      <div class="survival__row">
        <div class="survival__shares" aria-hidden="true"><span>100%</span><span>50%</span><span>0%</span></div>
        <svg width="100%" height="${TOP + HEIGHT + 24}" role="img" aria-label="${label}">
          ${[0.5, 1].map((share) => html`<line class="rule" x1="0" x2="100%" y1="${yOf(share)}" y2="${yOf(share)}" />`)}
          ${STAGES.map(
            (stage) =>
              html`<line
                class="survival__stage"
                x1="${at(stage.hours / 24)}%"
                x2="${at(stage.hours / 24)}%"
                y1="${TOP}"
                y2="${TOP + HEIGHT}"
              />`,
          )}
          <svg x="0" y="${TOP}" width="100%" height="${HEIGHT}" viewBox="0 0 100 100" preserveAspectRatio="none">
            <polygon class="survival__band" points="${band.join(" ")}" />
            <polyline class="survival__line" points="${line.join(" ")}" vector-effect="non-scaling-stroke" />
          </svg>
          <line class="rule rule--base" x1="0" x2="100%" y1="${yOf(0)}" y2="${yOf(0)}" />
          ${ticks.map((day) => {
            const anchor = day === 0 ? "start" : at(day) > 96 ? "end" : "middle";
            return html`<text class="ax" x="${at(day)}%" y="${TOP + HEIGHT + 18}" text-anchor="${anchor}"
              >${day === 0 ? "hatched" : day === every ? `day ${day}` : day}</text
            >`;
          })}
        </svg>
      </div>
      <figcaption class="soft">
        ${medianWords(curve)} Kaplan–Meier estimate with its 95% interval, from the last ${count(lives)} that hatched:
        ${count(deaths)} died, and the others count for as long as they have been seen alive. It ends where fewer than
        ${FEWEST_LIVES} were seen. The thin lines are where a creature becomes a child, a teen and an adult.
      </figcaption>
    </figure>
    ${asTable(
      `Survival of ${kind}`,
      ["Age", "Alive", "95% interval"],
      ticks.slice(1).flatMap((day) => {
        const share = shareAt(curve, day * 24);
        if (share === undefined) return [];
        const { low, high } = steps.findLast((step) => step.hours <= day * 24) ?? { low: 1, high: 1 };
        return [{ name: `day ${day}`, values: [shareWords(share), `${shareWords(low)} to ${shareWords(high)}`] }];
      }),
    )}`;
}

/** A small curve from evenly spaced samples per thousand. What it shows is said beside it. */
export function survivalSpark(samples: readonly number[], places: number): Html {
  const points = samples.flatMap((sample, nth) => {
    const x = rounded((100 * nth) / (places - 1));
    const y = rounded(100 - sample / 10);
    const before = samples[nth - 1];
    return before === undefined ? [`${x},${y}`] : [`${x},${rounded(100 - before / 10)}`, `${x},${y}`];
  });
  const end = rounded((100 * (samples.length - 1)) / (places - 1));
  return html`<svg class="spark" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
    <polygon class="spark__area" points="0,100 ${points.join(" ")} ${end},100" />
    <polyline class="spark__line" points="${points.join(" ")}" vector-effect="non-scaling-stroke" />
  </svg>`;
}
