// The days of several runs, a row for each run and a cell for each day: tall and green when the whole day was on time,
// shorter when part of it was, a stub when the day failed. Days in a row are one dashed line, which keeps a board small.
import { isFailedDay } from "@denkeeper/trials/score.ts";
import { html, type Html } from "../html.ts";
import { counted } from "../words.ts";
import type { TrialStrip } from "./shapes.ts";

const LEVELS = ["full", "part", "failed"] as const;
type Level = (typeof LEVELS)[number];

/** The height of a cell, of a row that is 1 high. */
const HEIGHTS: Readonly<Record<Level, number>> = { full: 0.8, part: 0.52, failed: 0.22 };
const BASE = 0.9;
/** Left free between two days, of a day. */
const GAP = 0.2;

/** `least`: the share of a day that does not fail. */
export function levelOf(share: number, least?: number): Level {
  if (isFailedDay(share, least)) return "failed";
  return share > 0.9995 ? "full" : "part";
}

/** `skipped`: days before the first one that counts. */
export function dayStrips(runs: readonly TrialStrip[], skipped: number, least?: number): Html {
  const days = Math.max(1, ...runs.map(({ day_shares }) => day_shares.length));
  return html`<svg
    class="strips"
    viewBox="0 0 ${days} ${runs.length}"
    height="${runs.length * 13}"
    preserveAspectRatio="none"
    role="img"
    aria-label="${runs.map((run) => wordsOf(run, skipped, least)).join(" ")}"
  >
    ${LEVELS.map((level) => linesOf(runs, level, least))}
  </svg>`;
}

/** All cells of a level. */
function linesOf(runs: readonly TrialStrip[], level: Level, least?: number): Html | null {
  const lines = runs.flatMap(({ day_shares }, row) => {
    const y = (row + BASE - HEIGHTS[level] / 2).toFixed(2);
    return stretches(day_shares, level, least).map(
      ([from, to]) => `M${from + GAP / 2} ${y}h${(to - from - GAP).toFixed(1)}`,
    );
  });
  return lines.length === 0 ? null : html`<path class="strips__${level}" d="${lines.join("")}" />`;
}

/** Stretches of days of one level: the first day, and the one after the last. */
function stretches(shares: readonly number[], level: Level, least?: number): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const [day, share] of shares.entries()) {
    const last = found.at(-1);
    if (levelOf(share, least) !== level) continue;
    if (last !== undefined && last[1] === day) last[1] = day + 1;
    else found.push([day, day + 1]);
  }
  return found;
}

/** "Run 2: failed on days 12–14, 20." */
function wordsOf({ number, day_shares }: TrialStrip, skipped: number, least?: number): string {
  const failed = stretches(day_shares, "failed", least);
  if (failed.length === 0) return `Run ${number}: no failed day.`;
  if (failed.length > 4) {
    return `Run ${number}: ${counted(
      failed.reduce((sum, [from, to]) => sum + to - from, 0),
      "failed day",
    )}.`;
  }
  const spans = failed.map(([from, to]) => [from + 1 + skipped, to + skipped].slice(to - from === 1 ? 1 : 0).join("–"));
  return `Run ${number}: failed on ${spans.length === 1 && !spans[0]?.includes("–") ? "day" : "days"} ${spans.join(", ")}.`;
}
