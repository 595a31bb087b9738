// The days of one run: a bar for each day's share on time, and a line for the share of all days so far.
import { asTable } from "../components/charts/chart.ts";
import { html, type Html } from "../html.ts";
import { levelOf } from "./strips.ts";
import { sharePercent } from "./words.ts";

const HEIGHT = 160;
const TOP = 10;
const BASE = TOP + HEIGHT;
const LEVEL_WORDS = { full: "all of it", part: "part of it", failed: "failed" } as const;

/** The share of all days up to each day. */
function runningShares(shares: readonly number[]): readonly number[] {
  let sum = 0;
  return shares.map((share, day) => {
    sum += share;
    return sum / (day + 1);
  });
}

/** `skipped`: days before the first one that counts. */
export function daysChart(shares: readonly number[], skipped: number, least: number, measure: string): Html {
  const width = 100 / shares.length;
  const failed = shares.filter((share) => levelOf(share, least) === "failed").length;
  const label = `Share of each day that was ${measure}: ${shares.length} days, ${failed === 0 ? "none" : failed} failed. The line is the share of all days so far, ${sharePercent(runningShares(shares).at(-1) ?? 0)} at the end.`;
  return html`<svg class="trialdays" width="100%" height="${BASE + 24}" role="img" aria-label="${label}">
    ${[0, least, 1].map((share) => level(share, share === least))}
    ${shares.map((share, day) => bar(share, levelOf(share, least), day + 1 + skipped, { x: (day + 0.12) * width, width }))}
    ${line(shares, width)} ${dayLabels(shares.length, width, skipped)}
  </svg>`;
}

function level(share: number, isLeast: boolean): Html {
  const y = BASE - share * HEIGHT;
  return html`<line class="rule ${isLeast ? "rule--berry" : ""}" x1="0" x2="100%" y1="${y}" y2="${y}" />`;
}

function bar(
  share: number,
  kind: keyof typeof LEVEL_WORDS,
  day: number,
  { x, width }: { readonly x: number; readonly width: number },
): Html {
  const tall = Math.max(3, share * HEIGHT);
  return html`<rect
    class="trialdays__${kind}"
    x="${x.toFixed(2)}%"
    width="${(width * 0.76).toFixed(2)}%"
    y="${(BASE - tall).toFixed(1)}"
    height="${tall.toFixed(1)}"
    ><title>Day ${day}: ${sharePercent(share)}, ${LEVEL_WORDS[kind]}</title></rect
  >`;
}

/** In a stretched drawing of 100 x 100, from the middle of the first day to the middle of the last. */
function line(shares: readonly number[], width: number): Html {
  const points = runningShares(shares)
    .map((share, day) => `${((day + 0.5) * width).toFixed(2)},${(100 - share * 100).toFixed(2)}`)
    .join(" ");
  return html`<svg y="${TOP}" width="100%" height="${HEIGHT}" viewBox="0 0 100 100" preserveAspectRatio="none">
    <polyline class="trialdays__halo" points="${points}" vector-effect="non-scaling-stroke" />
    <polyline points="${points}" vector-effect="non-scaling-stroke" />
  </svg>`;
}

/** The first day, the last one, and every tenth. */
function dayLabels(days: number, width: number, skipped: number): readonly Html[] {
  const all = Array.from({ length: days }, (_, day) => day + 1);
  const shown = all.filter((day) => day === 1 || day === days || ((day + skipped) % 10 === 0 && days - day > 2));
  return shown.map(
    (day) =>
      html`<text
        class="ax"
        x="${((day - 0.5) * width).toFixed(2)}%"
        y="${BASE + 18}"
        text-anchor="${day === 1 ? "start" : day === days ? "end" : "middle"}"
        >${day === 1 && "day "}${day + skipped}</text
      >`,
  );
}

export function daysTable(shares: readonly number[], skipped: number, measure: string): Html {
  const running = runningShares(shares);
  return asTable(
    "Day by day",
    ["Day", measure, "So far"],
    shares.map((share, day) => ({
      name: day + 1 + skipped,
      values: [sharePercent(share), sharePercent(running[day] ?? 0)],
    })),
  );
}
