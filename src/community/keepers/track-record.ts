// Renders a keeper's track record: the share of windows met on time with its interval, a cell per day for 30 days, and totals.
import { wholePercent } from "@denkeeper/rules/reliability/standing.ts";
import type { ReliabilityAnswer } from "./reliability.get/read.ts";
import { instantOf } from "../../platform/clock.ts";
import { classes, html, type Content, type Html } from "../../ui/html.ts";
import { SHOWS } from "./standing.ts";
import { DOCS } from "../../ui/urls.ts";
import { axisDay, count, countOf, fullDay, shortDay, shortHours, weekdayAndDay } from "../../ui/words.ts";
import { asTable } from "../../ui/components/chart.ts";
import { facts, type Fact } from "../../ui/components/facts.ts";

type RecordPeriod = ReliabilityAnswer["last_30_days"];
type RecordDay = ReliabilityAnswer["days"][number];

const HEIGHT = 34;
const PARTS = ["on_time", "by_others", "early", "late", "missed"] as const;
const NAMES: Readonly<Record<(typeof PARTS)[number], string>> = {
  on_time: "on time",
  by_others: "by a sitter",
  early: "early",
  late: "late",
  missed: "missed",
};

/**
 * Returns, for example, "97% on time, between 93% and 99%". Percentages are rounded down, as on the badge. Empty before the first
 * window.
 */
export function headlineOf(period: Pick<RecordPeriod, "on_time_share" | "on_time_low" | "on_time_high">): string {
  const { on_time_share, on_time_low, on_time_high } = period;
  if (on_time_share === null || on_time_low === null || on_time_high === null) return "";
  const [share, low, high] = [on_time_share, on_time_low, on_time_high].map((part) => `${wholePercent(part)}%`);
  return `${share} on time, between ${low} and ${high}`;
}

/** Returns null before the first feeding window. `withCells` is false on a page that shows the cells elsewhere. */
export function trackRecord(answer: ReliabilityAnswer, withCells = true): Html | null {
  const { last_30_days: recent, all_time: all, days } = answer;
  if (headlineOf(all) === "") return null;
  const isRecent = headlineOf(recent) !== "";
  const period = isRecent ? recent : all;
  const isAll = recent.expected === all.expected && recent.early === all.early;
  const [share, interval] = headlineOf(period).split(", ");
  const since = fullDay(instantOf(all.since));
  return html`<section class="${classes("wrap band record", !withCells && "record--bare")}" aria-labelledby="record-h">
    <div class="record__words">
      <h2 id="record-h">Track record</h2>
      <p class="tally"><b>${share}</b><span class="record__range">${interval}</span></p>
      <p class="soft">
        Of its feeding windows ${isRecent ? "in the last 30 days" : `since ${since}`}, with the 95% interval. ${SHOWS}
        <a href="${DOCS}/track-record">How it is counted</a>
      </p>
      ${assistance(answer)}
    </div>
    ${
      withCells &&
      recent.expected + recent.early > 0 &&
      html`<figure>
        ${dayCells(days)}
        <figcaption class="legend">${legend(days)}</figcaption>
        ${dayTable(days)}
      </figure>`
    }
    ${figures(period, isRecent ? [`Since ${since}`, isAll ? null : headlineOf(all)] : ["In the last 30 days", "nothing to feed"])}
    ${!withCells && html`<div>${dayTable(days)}</div>`}
  </section>`;
}

function assistance({ assisted: { hooks, boarded_hours, sitter_feedings, leave } }: ReliabilityAnswer): Content {
  const help = [
    ...(hooks ? ["alerts to people"] : []),
    ...(sitter_feedings > 0 ? [countOf(sitter_feedings, "feeding by a sitter", "feedings by a sitter")] : []),
    ...(boarded_hours > 0 ? [`${shortHours(boarded_hours)} h of boarding`] : []),
    ...(leave === undefined ? [] : [leaveWords(leave)]),
  ];
  return help.length > 0 && html`<p><span class="mood record__tag">Assisted</span> ${help.join(", ")}</p>`;
}

/** Returns, for example, "on leave between runs of 0 9 * * 1-5, Europe/Berlin: 72 h of the last 168" (LEAVE-2). */
function leaveWords({ schedule, hours, of_hours }: NonNullable<ReliabilityAnswer["assisted"]["leave"]>): string {
  return `on leave between runs of ${schedule ?? "a schedule"}: ${shortHours(hours)} h of the last ${of_hours}`;
}

function figures(period: RecordPeriod, last: Fact): Html {
  const { actual, expected, failures, days, longest_run_days, longest_gap_hours, early_counted, releases } = period;
  return facts(
    [
      ["Windows met", `${count(actual)} of ${count(expected)}`],
      ["Fed too early", early_counted === 0 ? null : countOf(early_counted, "time")],
      ["Released", releases === 0 ? null : countOf(releases, "creature")],
      ["Days with a miss", `${failures === 0 ? "none" : count(failures)} in ${countOf(days, "day")}`],
      ["Longest run without a miss", countOf(longest_run_days, "day")],
      ["Longest gap", longest_gap_hours === null ? null : `${shortHours(longest_gap_hours)} h`],
      last,
    ],
    "record__facts",
  );
}

/** Results of a day by priority: the first one present gives the cell its color. */
const BY_PRIORITY = ["missed", "late", "on_time", "by_others", "early"] as const;

/** Renders one cell for each of the last 30 days. */
export function dayCells(days: readonly RecordDay[]): Html {
  const width = 100 / days.length;
  const label = `The last 30 days: ${PARTS.map((part) => `${count(totalOf(days, part))} ${NAMES[part]}`).join(", ")}.`;
  const [first] = days;
  return html`<svg class="record__cells" width="100%" height="${HEIGHT + 22}" role="img" aria-label="${label}">
    ${days.map((day, index) => cell(day, index * width, width))}
    ${first !== undefined && html`<text class="ax" x="0" y="${HEIGHT + 18}">${shortDay(instantOf(first.day))}</text>`}
    <text class="ax" x="100%" y="${HEIGHT + 18}" text-anchor="end">today</text>
  </svg>`;
}

function cell(day: RecordDay, x: number, width: number): Html {
  const result = BY_PRIORITY.find((part) => day[part] > 0);
  const words = result === undefined ? "nothing to feed" : wordsOf(day);
  return html`<rect
    class="record__${result ?? "none"}"
    x="${x.toFixed(2)}%"
    width="${(width * 0.8).toFixed(2)}%"
    height="${HEIGHT}"
    rx="3"
  >
    <title>${weekdayAndDay(instantOf(day.day))}: ${words}</title>
  </rect>`;
}

function wordsOf(day: RecordDay): string {
  return PARTS.filter((part) => day[part] > 0)
    .map((part) => `${count(day[part])} ${NAMES[part]}`)
    .join(", ");
}

function totalOf(days: readonly RecordDay[], part: (typeof PARTS)[number]): number {
  return days.reduce((sum, day) => sum + day[part], 0);
}

function legend(days: readonly RecordDay[]): Content {
  return PARTS.filter((part) => part === "on_time" || totalOf(days, part) > 0).map(
    (part) => html`<span class="key record__key--${part}">${NAMES[part]}</span>`,
  );
}

function dayTable(days: readonly RecordDay[]): Html {
  return asTable(
    "The record, day by day",
    ["Day", "Due", ...PARTS.map((part) => NAMES[part])],
    days.toReversed().map((day) => ({
      name: axisDay(instantOf(day.day)),
      values: [day.expected, ...PARTS.map((part) => day[part])],
    })),
    "Day by day",
  );
}
