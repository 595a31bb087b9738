// Parts that charts share. A chart has no outer viewBox: x is in percent, so it fits any width without a script. Lines are in a
// nested, stretched drawing whose strokes do not scale.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { SLEEP_WINDOW_END_HOUR, SLEEP_WINDOW_START_HOUR } from "@denkeeper/rules/time/sleep.ts";
import { localHourAt, nextLocalHour } from "@denkeeper/rules/time/zone.ts";
import { html, type Content, type Html } from "../html.ts";

export interface ChartSpan {
  readonly from: number;
  readonly to: number;
}

/** Returns the position of an instant in a span, in percent. */
export function percent(at: number, { from, to }: ChartSpan): number {
  if (to <= from) return 0;
  return Math.round(Math.min(100, Math.max(0, ((at - from) / (to - from)) * 100)) * 100) / 100;
}

/** Maximum number of nights shown. More would run into each other, so none are shown. */
const MOST_NIGHTS = 40;

/** Lists the nights of a time zone within a span. */
export function nightsIn(zone: string, span: ChartSpan): readonly ChartSpan[] {
  const nights: ChartSpan[] = [];
  const { hour } = localHourAt(zone, span.from);
  const isNight = hour >= SLEEP_WINDOW_START_HOUR || hour < SLEEP_WINDOW_END_HOUR;
  let from = isNight ? span.from : nextLocalHour(zone, span.from, SLEEP_WINDOW_START_HOUR);
  while (from < span.to && nights.length <= MOST_NIGHTS) {
    const to = nextLocalHour(zone, from, SLEEP_WINDOW_END_HOUR);
    nights.push({ from, to: Math.min(to, span.to) });
    from = nextLocalHour(zone, to, SLEEP_WINDOW_START_HOUR);
  }
  return nights.length > MOST_NIGHTS ? [] : nights;
}

/** Colors stretches of a chart. */
export function bands(
  className: string,
  stretches: readonly ChartSpan[],
  span: ChartSpan,
  { height, y = 0 }: { readonly height: number; readonly y?: number },
): readonly Html[] {
  return stretches.map(({ from, to }) => {
    const x = percent(from, span);
    const width = Math.round((percent(to, span) - x) * 100) / 100;
    return html`<rect class="${className}" x="${x}%" width="${width}%" y="${y}" height="${height}" />`;
  });
}

/** Returns the text anchor that keeps a text within its chart. */
export function anchorAt(x: number, near = 4): "start" | "middle" | "end" {
  if (x < near) return "start";
  return x > 100 - near ? "end" : "middle";
}

/** Marks a stretch, given in percent, with words above it. */
export function gapLine({ from, to }: ChartSpan, y: number, words: string, near = 18): Html {
  const middle = Math.round((from + to) * 50) / 100;
  const anchor = anchorAt(middle, near);
  const ends = [from, to].map((x) => html`<line class="gap" x1="${x}%" x2="${x}%" y1="${y - 5}" y2="${y + 5}" />`);
  return html`<line class="gap" x1="${from}%" x2="${to}%" y1="${y}" y2="${y}" />${ends}
    <text class="ax ax--berry" x="${{ start: from, middle, end: to }[anchor]}%" y="${y - 9}" text-anchor="${anchor}"
      >${words}</text
    >`;
}

interface ChartPoint {
  readonly at: number;
  readonly value: number | null;
}

/** Returns lines through values from 0 to 100 as SVG points, without inner points of level stretches. A null breaks a line. */
export function linesOf(points: readonly ChartPoint[], span: ChartSpan): readonly string[] {
  let line: { readonly x: number; readonly y: number }[] = [];
  const lines = [line];
  for (const { at, value } of points) {
    if (value === null) lines.push((line = []));
    else {
      const point = { x: Math.round(percent(at, span) * 10) / 10, y: Math.round((100 - value) * 10) / 10 };
      if (line.at(-1)?.y === point.y && line.at(-2)?.y === point.y) line.pop();
      line.push(point);
    }
  }
  return lines.filter(({ length }) => length > 1).map((each) => each.map(({ x, y }) => `${x},${y}`).join(" "));
}

/** Breaks a line after the last point before each of the instants `breaks`. */
export function brokenAt(points: readonly ChartPoint[], breaks: readonly number[]): readonly ChartPoint[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    const isBreak = next !== undefined && breaks.some((at) => point.at <= at && at < next.at);
    return isBreak ? [point, { at: next.at, value: null }] : [point];
  });
}

/** Returns the parts of a line that are below a level. */
export function partsBelow(points: readonly ChartPoint[], level: number): readonly ChartPoint[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    const own = point.value !== null && point.value < level ? [point] : [];
    if (point.value === null || next === undefined || next.value === null) {
      return [...own, { at: point.at, value: null }];
    }
    if (point.value < level === next.value < level) return own;
    const share = (level - point.value) / (next.value - point.value);
    const crossing = { at: point.at + share * (next.at - point.at), value: level };
    return point.value < level ? [...own, crossing, { ...crossing, value: null }] : [crossing];
  });
}

export interface ChartLabel {
  readonly at: number;
  readonly name: string;
}

/** Minimum distance between labels, in percent of the chart's width, on a wide screen and on a phone. */
const TOO_CLOSE = 8;
const CLOSE_ON_PHONES = 14;

/** Chooses labels that do not overlap, preferring those listed first. `near` marks labels that do not fit on a phone. */
export function fitLabels(
  labels: readonly ChartLabel[],
  span: ChartSpan,
): readonly { readonly x: number; readonly name: string; readonly near: boolean }[] {
  const fitting: { x: number; name: string; near: boolean }[] = [];
  for (const { at, name } of labels) {
    const x = percent(at, span);
    const distance = Math.min(...fitting.map((other) => Math.abs(other.x - x)));
    if (distance >= TOO_CLOSE) fitting.push({ x, name, near: distance < CLOSE_ON_PHONES });
  }
  return fitting;
}

/** Lists the midnights (UTC) within a span, thinned out to leave room for their labels. */
export function daysIn(span: ChartSpan): readonly number[] {
  const day = 24 * HOUR_MS;
  const first = Math.ceil(span.from / day) * day;
  const days = Array.from({ length: Math.max(0, Math.floor((span.to - first) / day) + 1) }, (_, n) => first + n * day);
  const every = Math.ceil(days.length / 7);
  return days.filter((_, index) => index % every === 0);
}

/** Renders a chart as a table, for people who cannot see it. */
export function asTable(
  about: string,
  header: readonly string[],
  rows: readonly { readonly name: Content; readonly values: readonly Content[] }[],
  summary = "Show as a table",
): Html {
  return html`<details class="astable">
    <summary>${summary}</summary>
    <div class="scroll-x" tabindex="0" role="region" aria-label="${about}">
      <table>
        <thead>
          <tr>
            ${header.map((name) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, values }) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${values.map((value) => html`<td>${value}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}
