// Renders the life chart: a lane for each of four stats and a row for each of five kinds of care, on one time axis.
import { instantOf } from "../../platform/clock.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { CRITICAL_BELOW, STARVING_BELOW } from "@denkeeper/rules/life/course.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { CreatureAnswer } from "./creature.get/read.ts";
import { classes, html, type Html } from "../../ui/html.ts";
import { age, axisDay, oneDecimal } from "../../ui/words.ts";
import { moment } from "../../ui/components/when.ts";
import {
  anchorAt,
  asTable,
  bands,
  brokenAt,
  daysIn,
  gapLine,
  linesOf,
  nightsIn,
  partsBelow,
  percent,
  fitLabels,
  type ChartLabel,
  type ChartSpan,
} from "../../ui/components/chart.ts";

type LifeChartInput = NonNullable<CreatureAnswer["life"]>;

const LANES = [
  { stat: "hunger", name: "Fullness", low: STARVING_BELOW },
  { stat: "happiness", name: "Happiness", low: null },
  { stat: "health", name: "Health", low: CRITICAL_BELOW },
  { stat: "trust", name: "Trust", low: null },
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
const LONG_ABSENCE_MS = 12 * HOUR_MS;
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

function axis(labels: readonly ChartLabel[], span: ChartSpan, look: string): Html {
  const texts = fitLabels(labels, span).map(
    ({ x, name, near }) =>
      html`<text class="${classes(look, near && "ax--near")}" x="${x}%" y="14" text-anchor="${anchorAt(x)}"
        >${name}</text
      >`,
  );
  return html`<div class="lane lane--axis">
    <span class="lane__name"></span>${plot(22, html`${texts}`)}<span class="lane__now"></span>
  </div>`;
}

/** Background that lanes and rows share: the keeper's nights and the periods of death. */
interface ChartBackground {
  readonly span: ChartSpan;
  readonly nights: readonly ChartSpan[];
  readonly dead: readonly ChartSpan[];
}

function ground({ span, nights, dead }: ChartBackground, height: number): Html {
  return html`${bands("night", nights, span, { height })}${bands("deadtime", dead, span, { height })}`;
}

function lane(life: LifeChartInput, { stat, name, low }: (typeof LANES)[number], background: ChartBackground): Html {
  const { span, dead } = background;
  const points = brokenAt(
    life.points.map((point) => ({ at: instantOf(point.at), value: point[stat] })),
    dead.map(({ from }) => from),
  );
  const lines = linesOf(points, span);
  const lows = low === null ? [] : linesOf(partsBelow(points, low), span);
  const last = points.at(-1)?.value ?? null;
  const drawing = html`${ground(background, LANE_HEIGHT)} <line class="rule" x1="0" x2="100%" y1="32" y2="32" /><line
      class="rule rule--base"
      x1="0"
      x2="100%"
      y1="63.5"
      y2="63.5"
    />
    <svg x="0" y="3" width="100%" height="60" viewBox="0 0 100 100" preserveAspectRatio="none">
      ${lines.map((line) => {
        const [firstX = ""] = line.split(",", 1);
        const [lastX = ""] = line.slice(line.lastIndexOf(" ") + 1).split(",", 1);
        return html`<polygon class="lane__fill" points="${firstX},100 ${line} ${lastX},100" /><polyline
            class="lane__line"
            points="${line}"
            vector-effect="non-scaling-stroke"
          />`;
      })}
      ${lows.map((line) => html`<polyline class="lane__line lane__line--low" points="${line}" vector-effect="non-scaling-stroke" />`)}
    </svg>
    ${lines.length === 0 && html`<text class="ax" x="50%" y="36" text-anchor="middle">hidden</text>`}`;
  return html`<div class="lane lane--${stat}">
    <span class="lane__name">${name}</span>${plot(LANE_HEIGHT, drawing)}<span class="lane__now"
      >${last === null ? "–" : Math.round(last)}</span
    >
  </div>`;
}

/** Returns the longest time without a visit if it is long enough to show. A visit, a death, or the end of the chart ends it. */
function longestAbsence(life: LifeChartInput, { span, dead }: ChartBackground): ChartSpan | undefined {
  const visits = life.care.map(({ at }) => instantOf(at));
  const starts = [...visits, ...dead.map(({ to }) => to)];
  const ends = [...visits, ...dead.map(({ from }) => from), span.to];
  const absences = starts.map((from) => ({ from, to: Math.min(...ends.filter((at) => at > from)) }));
  const lengthOf = ({ from, to }: ChartSpan) => to - from;
  const long = absences.filter((absence) => Number.isFinite(absence.to) && lengthOf(absence) >= LONG_ABSENCE_MS);
  return long.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0];
}

/** Labels each period of absence or death with its length. */
function gapLane(gaps: readonly ChartSpan[], span: ChartSpan, words: string): Html | null {
  if (gaps.length === 0) return null;
  const drawing = gaps.map(({ from, to }) =>
    gapLine({ from: percent(from, span), to: percent(to, span) }, 23, `${words} ${age((to - from) / HOUR_MS)}`),
  );
  return html`<div class="lane lane--gap">
    <span class="lane__name"></span>${plot(30, html`${drawing}`)}<span class="lane__now"></span>
  </div>`;
}

/** Late and missed meals have looks of their own; other care looks like its action. */
function dotsOf(life: LifeChartInput, action: CareAction): readonly { readonly at: number; readonly look: string }[] {
  const dots = life.care
    .filter((care) => care.action === action)
    .map(({ at, timing }) => {
      const isLate = timing === "late" || timing === "missed_window";
      return { at: instantOf(at), look: isLate ? "late" : action };
    });
  if (action !== "feed") return dots;
  return [...dots, ...life.misses.map((at) => ({ at: instantOf(at), look: "missed" }))];
}

function events(life: LifeChartInput, background: ChartBackground): Html {
  const shown = ROWS.filter(({ action }) => dotsOf(life, action).length > 0);
  const height = shown.length * ROW_HEIGHT;
  const rows = shown.map(({ action }, row) => {
    const y = row * ROW_HEIGHT + ROW_HEIGHT / 2;
    const dots = dotsOf(life, action).map(
      ({ at, look }) => html`<circle class="ev ev--${look}" cx="${percent(at, background.span)}%" cy="${y}" r="3.6" />`,
    );
    return html`<line class="rule" x1="0" x2="100%" y1="${y}" y2="${y}" />${dots}`;
  });
  return html`<div class="lane lane--events">
    <span class="lane__name lane__name--list"
      >${shown.map(({ action, name }) => html`<span class="ev--${action}">${name}</span>`)}</span
    >${plot(height, html`${ground(background, height)}${rows}`)}<span class="lane__now"></span>
  </div>`;
}

/** Explains night and the other signs that the chart contains. */
export function lifeLegend(life: LifeChartInput): Html {
  const isLow = LANES.some(({ stat, low }) => life.points.some((point) => low !== null && (point[stat] ?? low) < low));
  return html`<p class="legend">
    ${life.care.some(({ timing }) => timing === "late" || timing === "missed_window") && html`<span class="key key--late">late meal</span>`}
    ${life.misses.length > 0 && html`<span class="key key--missed">missed meal</span>`}
    ${isLow && html`<span class="key key--low">starving or critical</span>`}
    ${life.deaths.some(({ until }) => until !== null) && html`<span class="key key--dead">dead</span>`}
    <span class="key key--night">night</span>
  </p>`;
}

/** Renders the chart as a table for screen readers, with evenly spaced points and the last one. */
function table(life: LifeChartInput, now: number): Html {
  const every = Math.max(1, Math.ceil(life.points.length / MOST_TABLE_ROWS));
  const last = life.points.length - 1;
  const chosen = life.points.filter((_, index) => index % every === 0 || index === last);
  const cell = (value: number | null) => (value === null ? "hidden" : oneDecimal(value));
  return asTable(
    "Stats over its life",
    ["Time", ...LANES.map(({ name }) => name)],
    chosen.map((point) => ({
      name: moment(instantOf(point.at), now),
      values: LANES.map(({ stat }) => cell(point[stat])),
    })),
  );
}

/** Lists deaths and returns first, because labels that do not fit are dropped from the end. */
function marksOf(life: LifeChartInput, stages: readonly LifeMark[], span: ChartSpan): readonly ChartLabel[] {
  const deathMarks = life.deaths.flatMap(({ at, until }) => [
    { at, name: "died" },
    { at: until, name: "back" },
  ]);
  return [...deathMarks, ...stages].flatMap(({ at, name }) => {
    const instant = at === null ? null : instantOf(at);
    return instant === null || instant < span.from || instant > span.to ? [] : [{ at: instant, name }];
  });
}

export function lifeChart(life: LifeChartInput, stages: readonly LifeMark[], now: number): Html {
  const span = { from: instantOf(life.from), to: instantOf(life.to) };
  const dead = life.deaths.flatMap(({ at, until }) =>
    until === null ? [] : [{ from: instantOf(at), to: instantOf(until) }],
  );
  const background: ChartBackground = { span, nights: nightsIn(life.zone, span), dead };
  const absence = longestAbsence(life, background);
  const days = daysIn(span).map((at) => ({ at, name: axisDay(at) }));
  return html`<figure class="life">
      ${axis(marksOf(life, stages, span), span, "ax ax--b")} ${LANES.map((each) => lane(life, each, background))}
      ${gapLane(absence === undefined ? [] : [absence], span, "no visit for")} ${gapLane(dead, span, "dead for")}
      ${events(life, background)} ${axis(days, span, "ax")}
      <figcaption>
        Four stats from 0 to 100 ${life.whole ? "since hatching" : "in its last days"}, computed from its care log. Days
        are in UTC; nights are in its keeper’s time zone.
      </figcaption>
    </figure>
    ${table(life, now)}`;
}
