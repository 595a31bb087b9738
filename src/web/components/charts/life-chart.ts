// A life as a chart: a lane for each stat, a row for each kind of care, all over the same days.
import { spanWords } from "@denkeeper/rules/time/spoken.ts";
import { instantOf } from "../../../platform/clock.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import type { CreatureAnswer } from "../../../endpoints/agents/creature.get/read.ts";

import type { Html } from "../../html.ts";
import { classes, html } from "../../html.ts";
import { axisDay, oneDecimal } from "../../words.ts";
import { moment } from "../when.ts";
import type { Span } from "./chart.ts";
import { daysIn, linesOf, nightBands, nightsIn, percent } from "./chart.ts";

type Life = NonNullable<CreatureAnswer["life"]>;

const LANES = [
  { stat: "hunger", name: "Fullness" },
  { stat: "happiness", name: "Happiness" },
  { stat: "health", name: "Health" },
  { stat: "trust", name: "Trust" },
] as const;

const ROWS = [
  { action: "feed", name: "Fed" },
  { action: "play", name: "Played" },
  { action: "clean", name: "Cleaned" },
  { action: "medicine", name: "Medicine" },
  { action: "reflect", name: "Reflected" },
] as const satisfies readonly { action: CareAction; name: string }[];

const LANE_HEIGHT = 64;
const ROW_HEIGHT = 20;
const LONG_ABSENCE_MS = 12 * 3_600_000;
const MOST_TABLE_ROWS = 12;

export interface LifeMark {
  readonly at: string | null;
  readonly name: string;
}

function plot(height: number, drawing: Html): Html {
  return html`<svg class="lane__plot" width="100%" height="${height}" aria-hidden="true" focusable="false">
    ${drawing}
  </svg>`;
}

function anchorAt(x: number): "start" | "middle" | "end" {
  if (x < 4) return "start";
  return x > 96 ? "end" : "middle";
}

/** On a narrow screen a name this near to the one before would be written over it. */
const NEAR_PERCENT = 13;

function axis(marks: readonly { readonly at: number; readonly name: string }[], span: Span, look: string): Html {
  const texts = marks.map(({ at, name }, index) => {
    const x = percent(at, span);
    const before = marks[index - 1];
    const near = before !== undefined && x - percent(before.at, span) < NEAR_PERCENT;
    return html`<text class="${classes(look, near && "ax--near")}" x="${x}%" y="14" text-anchor="${anchorAt(x)}"
      >${name}</text
    >`;
  });
  return html`<div class="lane lane--axis">
    <span class="lane__name"></span>${plot(22, html`${texts}`)}<span class="lane__now"></span>
  </div>`;
}

function lane(life: Life, { stat, name }: (typeof LANES)[number], span: Span, nights: readonly Span[]): Html {
  const points = life.points.map((point) => ({ at: instantOf(point.at), value: point[stat] }));
  const lines = linesOf(points, span);
  const last = points.at(-1)?.value ?? null;
  const drawing = html`${nightBands(nights, span, LANE_HEIGHT)}
    <line class="rule" x1="0" x2="100%" y1="32" y2="32" /><line
      class="rule rule--base"
      x1="0"
      x2="100%"
      y1="63.5"
      y2="63.5"
    />
    <svg x="0" y="3" width="100%" height="60" viewBox="0 0 100 100" preserveAspectRatio="none">
      ${lines.map((line) => {
        const [first = ""] = line.split(",", 1);
        const end = line.slice(line.lastIndexOf(" ") + 1).split(",")[0] ?? "";
        return html`<polygon class="lane__fill" points="${first},100 ${line} ${end},100" /><polyline
            class="lane__line"
            points="${line}"
            vector-effect="non-scaling-stroke"
          />`;
      })}
    </svg>
    ${lines.length === 0 && html`<text class="ax" x="50%" y="36" text-anchor="middle">hidden</text>`}`;
  return html`<div class="lane lane--${stat}">
    <span class="lane__name">${name}</span>${plot(LANE_HEIGHT, drawing)}<span class="lane__now"
      >${last === null ? "–" : Math.round(last)}</span
    >
  </div>`;
}

/** The longest gap between visits, if it was long. */
function absence(life: Life, span: Span): Html | null {
  const visits = life.care.map(({ at }) => instantOf(at));
  const gaps = visits.slice(1).map((at, index) => ({ from: visits[index] ?? at, to: at }));
  const longest = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0];
  if (longest === undefined || longest.to - longest.from < LONG_ABSENCE_MS) return null;
  const [from, to] = [percent(longest.from, span), percent(longest.to, span)];
  const middle = Math.round((from + to) * 50) / 100;
  const anchor = middle < 18 ? "start" : middle > 82 ? "end" : "middle";
  const x = anchor === "start" ? from : anchor === "end" ? to : middle;
  const drawing = html`<line class="gap" x1="${from}%" x2="${to}%" y1="23" y2="23" /><line
      class="gap"
      x1="${from}%"
      x2="${from}%"
      y1="18"
      y2="28"
    /><line class="gap" x1="${to}%" x2="${to}%" y1="18" y2="28" /><text
      class="ax ax--berry"
      x="${x}%"
      y="13"
      text-anchor="${anchor}"
      >no visit for ${spanWords(longest.to - longest.from)}</text
    >`;
  return html`<div class="lane lane--gap">
    <span class="lane__name"></span>${plot(30, drawing)}<span class="lane__now"></span>
  </div>`;
}

function events(life: Life, span: Span, nights: readonly Span[]): Html {
  const height = ROWS.length * ROW_HEIGHT;
  const rows = ROWS.map(({ action }, row) => {
    const y = row * ROW_HEIGHT + ROW_HEIGHT / 2;
    const dots = life.care
      .filter((care) => care.action === action)
      .map(({ at, timing }) => {
        const look =
          timing === "late" ? "ev ev--late" : timing === "missed_window" ? "ev ev--missed" : `ev ev--${action}`;
        return html`<circle class="${look}" cx="${percent(instantOf(at), span)}%" cy="${y}" r="3.6" />`;
      });
    return html`<line class="rule" x1="0" x2="100%" y1="${y}" y2="${y}" />${dots}`;
  });
  return html`<div class="lane lane--events">
    <span class="lane__name lane__name--list">${ROWS.map(({ name }) => html`<span>${name}</span>`)}</span>${plot(
      height,
      html`${nightBands(nights, span, height)}${rows}`,
    )}<span class="lane__now"></span>
  </div>`;
}

/** The chart as a table for people who cannot see it: some of its points, evenly spaced. */
function table(life: Life, now: number): Html {
  const every = Math.max(1, Math.ceil(life.points.length / MOST_TABLE_ROWS));
  const last = life.points.length - 1;
  const chosen = life.points.filter((_, index) => index % every === 0 || index === last);
  const cell = (value: number | null) => html`<td>${value === null ? "hidden" : oneDecimal(value)}</td>`;
  return html`<details class="astable">
    <summary>Show as a table</summary>
    <div class="scroll-x" tabindex="0" role="region" aria-label="Stats over its life">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            ${LANES.map(({ name }) => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${chosen.map(
            (point) =>
              html`<tr>
                <th scope="row">${moment(instantOf(point.at), now)}</th>
                ${LANES.map(({ stat }) => cell(point[stat]))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </details>`;
}

export function lifeChart(life: Life, stages: readonly LifeMark[], now: number): Html {
  const span = { from: instantOf(life.from), to: instantOf(life.to) };
  const nights = nightsIn(life.zone, span);
  const marks = stages.flatMap(({ at, name }) => {
    const instant = at === null ? null : instantOf(at);
    return instant === null || instant < span.from || instant > span.to ? [] : [{ at: instant, name }];
  });
  const days = daysIn(span).map((at) => ({ at, name: axisDay(at) }));
  return html`<figure class="life">
      ${axis(marks, span, "ax ax--b")} ${LANES.map((each) => lane(life, each, span, nights))} ${absence(life, span)}
      ${events(life, span, nights)} ${axis(days, span, "ax")}
      <figcaption>
        Four stats from 0 to 100 ${life.whole ? "since hatching" : "in its last days"}, computed from its care log. Days
        are in UTC; nights are in its keeper’s time zone.
      </figcaption>
    </figure>
    ${table(life, now)}`;
}
