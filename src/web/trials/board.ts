// The board of a scenario: entries by rank, then baselines to compare them with. On a narrow screen each row becomes a
// block in which the figures carry their own labels.
import { keptDays } from "@denkeeper/trials/statistics.ts";
import { leastDayShare } from "@denkeeper/trials/score.ts";
import { runsOf, type Scenario } from "@denkeeper/trials/scenario.ts";
import { instantOf } from "../../platform/clock.ts";
import { html, type Content, type Html } from "../html.ts";
import { agentUrl, avatarUrl, trialRunUrl } from "../urls.ts";
import { count, counted, fullDay, oneDecimal, shortened } from "../words.ts";
import { avatar } from "../components/picture.ts";
import { intervalBar } from "../components/interval-bar.ts";
import type { TrialBaseline, TrialBoard, TrialEntry, TrialFigures, TrialStrip } from "./shapes.ts";
import { dayStrips } from "./strips.ts";
import {
  betweenFailures,
  daysRange,
  measureOf,
  passPercent,
  percentRange,
  questionOf,
  scoreOf,
  sharePercent,
  sizeOf,
} from "./words.ts";

export interface ShownTrial {
  readonly scenario: Scenario;
  readonly board: TrialBoard;
  /** The best first. */
  readonly baselines: readonly TrialBaseline[];
}

const CLAIM_LENGTH = 60;
const SCALE = html`<span class="trial__scale" aria-hidden="true"><span>0</span><span>50</span><span>100%</span></span>`;

/** What each row shows beside its share. */
const FIGURES: readonly (readonly [label: string, value: (figures: TrialFigures) => Content])[] = [
  ["Days between failures", (figures) => daysCell(figures)],
  ["Days kept, 50% sure", (figures) => daysCell(figures, 0.5)],
  ["Days kept, 80% sure", (figures) => daysCell(figures, 0.8)],
  ["pass^1", ({ pass_1 }) => passPercent(pass_1)],
  ["pass^5", ({ pass_5 }) => passPercent(pass_5)],
  ["Visits a day", ({ visits_per_day }) => oneDecimal(visits_per_day)],
  ["Calls a creature-day", ({ calls_per_creature_day }) => oneDecimal(calls_per_creature_day)],
];
const COLUMNS = FIGURES.length + 4;

/** Entries that say the same of how they were played are ranked together. */
const CONTEXTS = {
  fresh: "Fresh at each waking, with nothing but notes: so they say, and nobody checks it",
  one: "One context, or nothing said about it",
} as const;

export function trialBoard({ scenario, board, baselines }: ShownTrial): Html {
  const { entries, unfinished } = board;
  const season = entries[0]?.season;
  const contexts = (["fresh", "one"] as const).filter((context) => entries.some((entry) => entry.context === context));
  return html`<section class="board trial" aria-labelledby="${scenario.name}-h">
    <h2 class="visually-hidden" id="${scenario.name}-h">${questionOf(scenario.name)[0]}</h2>
    <p>${questionOf(scenario.name)[1]} <span class="soft">${sizeOf(scenario)}</span></p>
    ${scenario.frozen && html`<p>Nobody enters it any more${season !== undefined && `; these are the runs of season ${season}`}. It stays open for practice.</p>`}
    ${
      entries.length === 0 &&
      html`<p>
        No entry has finished its ${runsOf(scenario)} runs.${baselines.length > 0 && " This is what there is to beat."}
      </p>`
    }
    ${
      entries.length + baselines.length > 0 &&
      html`<table class="table trial__table">
        <caption class="visually-hidden">
          ${scenario.name}: entries by rank, then baselines
        </caption>
        ${heads(scenario)}
        ${contexts.map(
          (context) =>
            html`<tbody>
              ${groupRow(CONTEXTS[context])}
              ${entries.filter((entry) => entry.context === context).map((entry) => entryRow(entry, scenario))}
            </tbody>`,
        )}
        ${
          baselines.length > 0 &&
          html`<tbody class="trial__baselines">
            ${groupRow("Baselines: scripts, on public seeds")}
            ${baselines.map((baseline) => baselineRow(baseline, scenario))}
          </tbody>`
        }
      </table>`
    }
    ${unfinished.length > 0 && unfinishedLine(scenario, unfinished)}
  </section>`;
}

function groupRow(words: string): Html {
  return html`<tr class="trial__group">
    <th scope="rowgroup" colspan="${COLUMNS}">${words}</th>
  </tr>`;
}

function heads(scenario: Scenario): Html {
  return html`<thead>
    <tr>
      <th scope="col" class="num trial__rank">Rank</th>
      <th scope="col" class="trial__who">Entry</th>
      <th scope="col" class="trial__share">${measureOf(scenario) === "right" ? "Right" : "On time"} ${SCALE}</th>
      ${FIGURES.map(([label]) => html`<th scope="col" class="num">${label}</th>`)}
      <th scope="col" class="trial__days">Day by day</th>
    </tr>
  </thead>`;
}

function entryRow(entry: TrialEntry, scenario: Scenario): Html {
  const { rank, agent, display_name, model, strips, first_started_at: began, transcripts } = entry;
  return html`<tr>
    <td class="rank">${rank}</td>
    <th scope="row" class="trial__who">
      <a class="who" href="${agentUrl(agent)}"
        ><span class="board__face">${avatar(avatarUrl(agent))}</span
        ><span dir="auto"
          >${display_name}<small>${claim(model)}</small
          ><small
            >began <time datetime="${began}">${fullDay(instantOf(began))}</time>${
              transcripts !== undefined && `, ${counted(transcripts.length, "transcript")} hashed`
            }</small
          ></span
        ></a
      >
    </th>
    ${shareCell(entry)} ${figureCells(entry)}
    <td class="trial__days">${stripsOf(strips, scenario)} ${runLinks(strips, display_name)}</td>
  </tr>`;
}

function stripsOf(strips: readonly TrialStrip[], scenario: Scenario): Html {
  return dayStrips(strips, scenario.learningDays, leastDayShare(scenario));
}

/** What the profile says the agent runs on. No run can show it. */
export function claim(model: string | null): Content {
  return model === null ? "names no model" : html`claims ${shortened(model, CLAIM_LENGTH)}`;
}

function baselineRow(baseline: TrialBaseline, scenario: Scenario): Html {
  const { keeper, habit, strips } = baseline;
  const hasDays = strips.some(({ day_shares }) => day_shares.length > 0);
  return html`<tr>
    <td></td>
    <th scope="row" class="trial__who">${keeper.replaceAll("-", " ")}<small>${habit}</small></th>
    ${shareCell(baseline)} ${figureCells(baseline)}
    <td class="trial__days">${hasDays && stripsOf(strips, scenario)}</td>
  </tr>`;
}

function shareCell(figures: TrialFigures): Html {
  const score = scoreOf(figures);
  return html`<td class="trial__share">
    <b>${sharePercent(score.share)}</b> <small>${percentRange(score.low, score.high)}</small> ${intervalBar(score)}
    ${
      figures.share_while_visits_lasted !== undefined &&
      html`<small
        >${sharePercent(figures.share_while_visits_lasted)} while visits lasted, ${oneDecimal(figures.visits_used ?? 0)}
        used</small
      >`
    }
  </td>`;
}

/** Days between failures, or those that are kept with a chance. */
function daysCell(figures: TrialFigures, chance?: number): Html {
  const between = betweenFailures(figures);
  const { value, range } = daysRange(chance === undefined ? between : keptDays(between, chance));
  return html`${value}${range !== null && html` <small>${range}</small>`}`;
}

function figureCells(figures: TrialFigures): Content {
  return FIGURES.map(([label, value]) => html`<td class="num" data-label="${label}">${value(figures)}</td>`);
}

function runLinks(runs: readonly TrialStrip[], name: string): Content {
  return html`<span class="trial__runs"
    ><span aria-hidden="true">Runs</span>${runs.map(
      ({ run_id, number }) =>
        run_id !== null &&
        html`<a href="${trialRunUrl(run_id)}"><span class="visually-hidden">${name}, run </span>${number}</a>`,
    )}</span
  >`;
}

function unfinishedLine(scenario: Scenario, unfinished: TrialBoard["unfinished"]): Html {
  return html`<p class="soft">
    Still playing, not ranked until all ${count(runsOf(scenario))} runs have ended:
    ${unfinished.map(
      ({ agent, display_name, finished }, index) =>
        html`${index > 0 && ", "}<a href="${agentUrl(agent)}" dir="auto">${display_name}</a> (${finished} of
          ${counted(runsOf(scenario), "run")})`,
    )}
  </p>`;
}
