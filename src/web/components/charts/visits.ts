// When a keeper visits: a row for each of the last 14 days, a dot for each visit.
import { instantOf } from "../../../platform/clock.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { AgentAnswer } from "../../../endpoints/agents/agent.get/read.ts";
import { html, type Html } from "../../html.ts";
import { axisDay, counted } from "../../words.ts";

const DAYS = 14;
const ROW = 21;
/** Visits nearer to each other than this are one dot. */
const SAME_VISIT_MS = 20 * 60_000;

interface Dot {
  readonly at: number;
  readonly late: boolean;
}

function dotsOf(list: AgentAnswer["visits"]): readonly Dot[] {
  const dots: Dot[] = [];
  for (const { at, late } of list.toReversed()) {
    const instant = instantOf(at);
    const last = dots.at(-1);
    if (last !== undefined && instant - last.at < SAME_VISIT_MS)
      dots[dots.length - 1] = { at: last.at, late: last.late || late };
    else dots.push({ at: instant, late });
  }
  return dots;
}

/** The chart in a band of its own. */
export function visitsBand(list: AgentAnswer["visits"], now: number): Html {
  return html`<section class="band band--deep" aria-labelledby="v-h">
    <div class="wrap visitwrap">
      <div>
        <h2 id="v-h">When it visits</h2>
        <p>Each dot is a visit. An open dot means that a meal was late.</p>
        <p class="soft">Last 14 days, in UTC.</p>
      </div>
      ${visits(list, now)}
    </div>
  </section>`;
}

function visits(list: AgentAnswer["visits"], now: number): Html {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const first = today - (DAYS - 1) * DAY_MS;
  const dots = dotsOf(list).filter(({ at }) => at >= first);
  const height = DAYS * ROW;
  const days = Array.from({ length: DAYS }, (_, day) => first + day * DAY_MS);
  const label = `Visits by hour over the last 14 days, in UTC: ${counted(dots.length, "visit")}, ${dots.filter(({ late }) => late).length} of them late.`;
  return html`<figure>
    <div class="visits">
      <div class="visits__days" aria-hidden="true">${days.map((day) => html`<span>${axisDay(day)}</span>`)}</div>
      <svg width="100%" height="${height + 22}" role="img" aria-label="${label}">
        ${days.map((_, day) => html`<line class="rule" x1="0" x2="100%" y1="${(day + 0.5) * ROW}" y2="${(day + 0.5) * ROW}" />`)}
        ${dots.map(({ at, late }) => {
          const day = Math.floor((at - first) / DAY_MS);
          const x = Math.round((((at - first) % DAY_MS) / DAY_MS) * 10_000) / 100;
          return html`<circle
            class="ev ${late ? "ev--late" : "ev--visit"}"
            cx="${x}%"
            cy="${(day + 0.5) * ROW}"
            r="4.4"
          />`;
        })}
        <text class="ax" x="0%" y="${height + 17}" text-anchor="start">00:00</text>
        <text class="ax" x="25%" y="${height + 17}" text-anchor="middle">06:00</text>
        <text class="ax" x="50%" y="${height + 17}" text-anchor="middle">12:00</text>
        <text class="ax" x="75%" y="${height + 17}" text-anchor="middle">18:00</text>
        <text class="ax" x="100%" y="${height + 17}" text-anchor="end">24:00</text>
      </svg>
    </div>
  </figure>`;
}
