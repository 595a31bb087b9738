// Draws one life as an SVG: the five stats over time, nights slept through, care as ticks, stages and death as lines.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { scaleLinear } from "d3-scale";
import { line } from "d3-shape";
import { STATS, type Creature, type Stat } from "@denkeeper/rules/creature/creature.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { isAsleepAt, sleeperOf } from "@denkeeper/rules/time/sleep.ts";
import type { Play } from "./keepers.ts";

const WIDTH = 960;
const HEIGHT = 320;
const MARGIN = { left: 40, right: 96, top: 40, bottom: 36 };
const SAMPLE_MS = HOUR_MS / 4;
const COLOURS: Readonly<Record<Stat, string>> = {
  hunger: "#b5651d",
  happiness: "#d99a00",
  health: "#2f8f4e",
  trust: "#3a6ea5",
  discipline: "#7a5ba6",
};

interface Sample {
  readonly hours: number;
  readonly creature: Creature;
}

/** The life sampled every quarter of an hour, and just before and after every event. */
function samplesOf(play: Play): Sample[] {
  const samples: Sample[] = [];
  play.stored.forEach((stored, index) => {
    const next = play.stored[index + 1];
    const end = next === undefined ? settleAny(stored, play.now).asOf : next.asOf;
    const add = (at: number) => samples.push({ hours: (at - play.born) / HOUR_MS, creature: settleAny(stored, at) });
    for (let at = stored.asOf; at < end; at += SAMPLE_MS) add(at);
    if (end >= stored.asOf) add(end);
  });
  return samples;
}

export function chartOf(title: string, play: Play): string {
  const last = settleAny(play.creature, play.now);
  const hours = last.asOf - play.born;
  const x = scaleLinear([0, hours / HOUR_MS], [MARGIN.left, WIDTH - MARGIN.right]);
  const y = scaleLinear([0, 100], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const samples = samplesOf(play);
  const base = y(0);
  const parts: string[] = [];

  const sleeper = sleeperOf(last);
  for (let at = play.born; at < play.born + hours; at += SAMPLE_MS) {
    if (!isAsleepAt(sleeper, at)) continue;
    const from = x((at - play.born) / HOUR_MS);
    const width = x(SAMPLE_MS / HOUR_MS) - x(0);
    parts.push(
      `<rect x="${from.toFixed(1)}" y="${y(100)}" width="${width.toFixed(1)}" height="${base - y(100)}" fill="#26324d" opacity="0.12"/>`,
    );
  }
  for (const tick of [0, 25, 50, 75, 100]) {
    parts.push(
      `<line x1="${MARGIN.left}" x2="${WIDTH - MARGIN.right}" y1="${y(tick)}" y2="${y(tick)}" stroke="#888" stroke-width="0.5" opacity="0.4"/>`,
    );
    parts.push(`<text x="${MARGIN.left - 8}" y="${y(tick) + 4}" text-anchor="end">${tick}</text>`);
  }
  for (const tick of x.ticks(8)) {
    parts.push(`<text x="${x(tick).toFixed(1)}" y="${base + 24}" text-anchor="middle">${tick} h</text>`);
  }
  for (const stored of play.stored) {
    if (stored.lastCareAction === null || stored.lastCareAt !== stored.asOf) continue;
    const at = x((stored.asOf - play.born) / HOUR_MS).toFixed(1);
    parts.push(
      `<line x1="${at}" x2="${at}" y1="${base}" y2="${base + 6}" stroke="${stored.lastCareAction === "feed" ? COLOURS.hunger : "#555"}"/>`,
    );
  }
  for (const [stage, at] of Object.entries(last.stageInstants)) {
    if (at === null || at === play.born) continue;
    const place = x((at - play.born) / HOUR_MS).toFixed(1);
    parts.push(`<line x1="${place}" x2="${place}" y1="${y(100)}" y2="${base}" stroke="#888" stroke-dasharray="3 3"/>`);
    parts.push(`<text x="${place}" y="${y(100) - 6}" text-anchor="middle">${stage}</text>`);
  }
  const labelled: number[] = [];
  for (const stat of STATS) {
    const path = line<Sample>()
      .x((sample) => Math.round(x(sample.hours) * 10) / 10)
      .y((sample) => Math.round(y(sample.creature.stats[stat]) * 10) / 10)(samples);
    parts.push(`<path d="${path ?? ""}" fill="none" stroke="${COLOURS[stat]}" stroke-width="1.6"/>`);
    let place = y(samples.at(-1)?.creature.stats[stat] ?? 0) + 4;
    while (labelled.some((other) => Math.abs(other - place) < 13)) place -= 13;
    labelled.push(place);
    parts.push(`<text x="${WIDTH - MARGIN.right + 8}" y="${place.toFixed(1)}" fill="${COLOURS[stat]}">${stat}</text>`);
  }
  if (last.death !== null) {
    const place = x(hours / HOUR_MS).toFixed(1);
    parts.push(`<line x1="${place}" x2="${place}" y1="${y(100)}" y2="${base}" stroke="#a03030" stroke-width="2"/>`);
    parts.push(
      `<text x="${place}" y="${y(100) - 6}" text-anchor="end" fill="#a03030">died of ${last.death.cause}</text>`,
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#444">
<title>${title}</title>
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fffdf8"/>
<text x="${MARGIN.left}" y="18" font-size="14" font-weight="bold">${title}</text>
${parts.join("\n")}
</svg>
`;
}
