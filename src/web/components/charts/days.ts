// Charts with one place for each day: the population, births and deaths, newcomers who came back.
import type { CensusDay } from "../../../store/rollups/shapes.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { html, type Content, type Html } from "../../html.ts";
import { count, counted, percentage, shortDay } from "../../words.ts";
import { asTable, niceMost, rounded } from "./chart.ts";

/** Fewer would look like blocks, not like days. */
const FEWEST_DAYS = 14;
const TICKS = 5;
const TOP = 22;

const NOTHING = { born: 0, died: 0, alive: 0, newcomers: 0, back: 0 };

/** A young house is shown from before its first day on. */
export function paddedDays(days: readonly CensusDay[]): readonly CensusDay[] {
  const [first] = days;
  if (first === undefined) return [];
  const missing = Math.max(0, FEWEST_DAYS - days.length);
  const before = Array.from({ length: missing }, (_, nth) => ({
    ...NOTHING,
    day: first.day - (missing - nth) * DAY_MS,
  }));
  return [...before, ...days];
}

interface Bar {
  readonly look: string;
  readonly from: number;
  readonly to: number;
}

function bars(days: readonly CensusDay[], of: (day: CensusDay) => readonly Bar[]): readonly Html[] {
  const step = 100 / days.length;
  return days.map((day, nth) => {
    const drawn = of(day).filter(({ from, to }) => to - from > 0);
    return html`${drawn.map(
      ({ look, from, to }) =>
        html`<rect
          class="${look}"
          x="${rounded((nth + 0.14) * step)}%"
          width="${rounded(step * 0.72)}%"
          y="${rounded(from)}"
          height="${rounded(to - from)}"
        />`,
    )}`;
  });
}

function axis(days: readonly CensusDay[]): Html {
  const every = Math.ceil(days.length / TICKS);
  const last = days.length - 1;
  const texts = days.map(({ day }, nth) => {
    if ((last - nth) % every !== 0) return null;
    const anchor = nth === last ? "end" : nth < every / 2 ? "start" : "middle";
    const x = nth === last ? 100 : anchor === "start" ? 0 : ((nth + 0.5) * 100) / days.length;
    return html`<text class="ax" x="${rounded(x)}%" y="14" text-anchor="${anchor}">${shortDay(day)}</text>`;
  });
  return html`<svg class="days__axis" width="100%" height="20" aria-hidden="true" focusable="false">${texts}</svg>`;
}

function lines(...heights: readonly number[]): readonly Html[] {
  return heights.map((y) => html`<line class="rule" x1="0" x2="100%" y1="${y}" y2="${y}" />`);
}

/** Of many days, one in so many has a row in the table. */
const MOST_ROWS = 31;

function table(
  about: string,
  days: readonly CensusDay[],
  columns: readonly (readonly [name: string, value: (day: CensusDay) => Content])[],
): Html {
  const rows = days.slice(-MOST_ROWS).toReversed();
  return asTable(
    about,
    ["Day", ...columns.map(([name]) => name)],
    rows.map((day) => ({ name: shortDay(day.day), values: columns.map(([, value]) => value(day)) })),
  );
}

const POPULATION_HEIGHT = 220;

/** How many were alive at the end of each day. */
export function populationChart(days: readonly CensusDay[]): Html {
  const most = niceMost(Math.max(...days.map(({ alive }) => alive)));
  const points = days.map(({ alive }, nth) => {
    const x = rounded(((nth + 0.5) * 100) / days.length);
    return `${x},${rounded(100 - (100 * alive) / most)}`;
  });
  const [first, last] = [points[0]?.split(",")[1], points.at(-1)?.split(",")[1]];
  const line = [`0,${first}`, ...points, `100,${last}`].join(" ");
  const alive = days.at(-1)?.alive ?? 0;
  const peak = Math.max(...days.map((day) => day.alive));
  const label = `Creatures alive on each of the last ${days.length} days: ${count(alive)} now, ${count(peak)} at most.`;
  return html`<figure class="days">
      <svg width="100%" height="${POPULATION_HEIGHT + TOP}" role="img" aria-label="${label}">
        <text class="ax" x="100%" y="14" text-anchor="end">${count(most)}</text>
        ${lines(TOP, TOP + POPULATION_HEIGHT / 2)}
        <svg
          x="0"
          y="${TOP}"
          width="100%"
          height="${POPULATION_HEIGHT}"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
        >
          <polygon class="days__area" points="0,100 ${line} 100,100" />
          <polyline class="days__line" points="${line}" vector-effect="non-scaling-stroke" />
        </svg>
        <line
          class="rule rule--base"
          x1="0"
          x2="100%"
          y1="${TOP + POPULATION_HEIGHT - 0.5}"
          y2="${TOP + POPULATION_HEIGHT - 0.5}"
        />
      </svg>
      ${axis(days)}
    </figure>
    ${table("Creatures alive by day", days, [["Alive", ({ alive: living }) => count(living)]])}`;
}

const LIFE_HEIGHT = 180;

/** Births go up and deaths go down from one line. */
export function birthsAndDeathsChart(days: readonly CensusDay[]): Html {
  const mostBorn = niceMost(Math.max(...days.map(({ born }) => born)));
  const mostDied = niceMost(Math.max(...days.map(({ died }) => died)));
  const scale = LIFE_HEIGHT / (mostBorn + mostDied);
  const base = TOP + mostBorn * scale;
  const tall = (many: number) => (many === 0 ? 0 : Math.max(2, many * scale));
  const total = (of: (day: CensusDay) => number) => days.reduce((sum, day) => sum + of(day), 0);
  const label = `Last ${days.length} days: ${count(total(({ born }) => born))} hatched, ${count(total(({ died }) => died))} died.`;
  return html`<figure class="days">
      <svg width="100%" height="${TOP + LIFE_HEIGHT}" role="img" aria-label="${label}">
        <text class="ax" x="100%" y="14" text-anchor="end">${count(mostBorn)}</text>
        ${lines(TOP)}
        ${bars(days, ({ born, died }) => [
          { look: "days__born", from: base - tall(born), to: base },
          { look: "days__died", from: base, to: base + tall(died) },
        ])}
        <line class="rule rule--base" x1="0" x2="100%" y1="${base}" y2="${base}" />
      </svg>
      ${axis(days)}
      <figcaption class="legend">
        <span class="key days__key--born">hatched</span><span class="key days__key--died">died</span>
      </figcaption>
    </figure>
    ${table("Births and deaths by day", days, [
      ["Hatched", ({ born }) => count(born)],
      ["Died", ({ died }) => count(died)],
    ])}`;
}

const RETURN_HEIGHT = 110;

/** Newcomers by day, and how many of them came back a day later. */
export function returnsChart(days: readonly CensusDay[]): Html {
  const most = niceMost(Math.max(...days.map(({ newcomers }) => newcomers)));
  const base = TOP + RETURN_HEIGHT;
  const top = (many: number) => base - (RETURN_HEIGHT * many) / most;
  const [joined, back] = [
    days.reduce((sum, { newcomers }) => sum + newcomers, 0),
    days.reduce((sum, day) => sum + day.back, 0),
  ];
  const label = `Of ${counted(joined, "new keeper")}, ${count(back)} came back a day after their first egg hatched.`;
  return html`<figure class="days">
      <svg width="100%" height="${base + 1}" role="img" aria-label="${label}">
        <text class="ax" x="100%" y="14" text-anchor="end">${count(most)}</text>
        ${lines(TOP)}
        ${bars(days, (day) => [
          { look: "days__gone", from: top(day.newcomers), to: top(day.back) },
          { look: "days__back", from: top(day.back), to: base },
        ])}
        <line class="rule rule--base" x1="0" x2="100%" y1="${base}" y2="${base}" />
      </svg>
      ${axis(days)}
      <figcaption class="legend">
        <span class="key days__key--back">came back</span><span class="key days__key--gone">did not</span>
      </figcaption>
    </figure>
    ${table(
      "New keepers by day",
      days.filter(({ newcomers }) => newcomers > 0),
      [
        ["New keepers", ({ newcomers }) => count(newcomers)],
        ["Came back", (day) => count(day.back)],
        ["Share", (day) => percentage((100 * day.back) / Math.max(1, day.newcomers))],
      ],
    )}`;
}
