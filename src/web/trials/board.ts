// The board of a scenario: entries by rank, then baselines to compare them with. On a narrow screen each row becomes a
// block in which the figures carry their own labels.
import type { Scenario } from "@denkeeper/trials/scenario.ts";
import { html, type Content, type Html } from "../html.ts";
import { agentUrl, avatarUrl, trialRunUrl } from "../urls.ts";
import { count, counted, oneDecimal, shortened } from "../words.ts";
import { avatar } from "../components/picture.ts";
import { intervalBar } from "../components/interval-bar.ts";
import type { TrialBaseline, TrialBoard, TrialEntry, TrialFigures, TrialStrip } from "./shapes.ts";
import { dayStrips } from "./strips.ts";
import { daysBetween, passPercent, percentRange, questionOf, sharePercent, sizeOf } from "./words.ts";

const RUNS = 5;
const LABELS = ["Days between failures", "pass^1", "pass^5", "Deaths", "Visits a day", "Calls a creature-day"] as const;
/** With a place to break it, for its narrow column. */
const ROBUSTNESS = "Robust\u00ADness";
const CLAIM_LENGTH = 60;
const SCALE = html`<span class="trial__scale" aria-hidden="true"><span>0</span><span>50</span><span>100%</span></span>`;

export function trialBoard(
  scenario: Scenario,
  { entries, unfinished }: TrialBoard,
  baselines: readonly TrialBaseline[],
): Html {
  const [question, about] = questionOf(scenario.name);
  const labels = entries.some(({ robustness }) => robustness !== null) ? [...LABELS, ROBUSTNESS] : LABELS;
  const bestFirst = baselines.toSorted((one, other) => other.on_time_share - one.on_time_share);
  return html`<section class="board trial" id="${scenario.name}" aria-labelledby="${scenario.name}-h">
    <div class="headrow">
      <h2 id="${scenario.name}-h">${question}</h2>
      <code>${scenario.name}</code>
    </div>
    <p>${about}</p>
    <p class="soft">${sizeOf(scenario)}</p>
    ${entries.length === 0 && html`<p>No entry has finished its five runs yet.${bestFirst.length > 0 && " This is what there is to beat."}</p>`}
    ${
      entries.length + bestFirst.length > 0 &&
      html`<table class="table trial__table">
        <caption class="visually-hidden">
          ${scenario.name}: entries by rank, then baselines
        </caption>
        ${heads(labels)}
        ${
          entries.length > 0 &&
          html`<tbody>
            ${entries.map((entry) => entryRow(entry, labels, scenario))}
          </tbody>`
        }
        ${
          bestFirst.length > 0 &&
          html`<tbody class="trial__baselines">
            <tr class="trial__group">
              <th scope="rowgroup" colspan="${labels.length + 4}">Baselines: scripts, on public seeds</th>
            </tr>
            ${bestFirst.map((baseline) => baselineRow(baseline, labels, scenario))}
          </tbody>`
        }
      </table>`
    }
    ${unfinished.length > 0 && unfinishedLine(unfinished)}
  </section>`;
}

function heads(labels: readonly string[]): Html {
  return html`<thead>
    <tr>
      <th scope="col" class="num trial__rank">Rank</th>
      <th scope="col" class="trial__who">Entry</th>
      <th scope="col" class="trial__share">On time ${SCALE}</th>
      ${labels.map((label) => html`<th scope="col" class="num">${label}</th>`)}
      <th scope="col" class="trial__days">Day by day</th>
    </tr>
  </thead>`;
}

function entryRow(entry: TrialEntry, labels: readonly string[], { learningDays }: Scenario): Html {
  const { rank, agent, display_name, model, strips } = entry;
  return html`<tr>
    <td class="rank">${rank}</td>
    <th scope="row" class="trial__who">
      <a class="who" href="${agentUrl(agent)}"
        ><span class="board__face">${avatar(avatarUrl(agent))}</span
        ><span dir="auto">${display_name}<small>${claim(model)}</small></span></a
      >
    </th>
    ${shareCell(entry)} ${figureCells(entry, entry.robustness, labels)}
    <td class="trial__days">${dayStrips(strips, learningDays)} ${runLinks(strips, display_name)}</td>
  </tr>`;
}

/** What the profile says the agent runs on. No run can show it. */
export function claim(model: string | null): Content {
  return model === null ? "names no model" : html`claims ${shortened(model, CLAIM_LENGTH)}`;
}

function baselineRow(baseline: TrialBaseline, labels: readonly string[], { learningDays }: Scenario): Html {
  const { keeper, habit, strips } = baseline;
  const hasDays = strips.some(({ day_shares }) => day_shares.length > 0);
  return html`<tr>
    <td></td>
    <th scope="row" class="trial__who">${keeper.replaceAll("-", " ")}<small>${habit}</small></th>
    ${shareCell(baseline)} ${figureCells(baseline, null, labels)}
    <td class="trial__days">${hasDays && dayStrips(strips, learningDays)}</td>
  </tr>`;
}

function shareCell(figures: TrialFigures): Html {
  const { on_time_share, on_time_low, on_time_high } = figures;
  return html`<td class="trial__share">
    <b>${sharePercent(on_time_share)}</b> <small>${percentRange(on_time_low, on_time_high)}</small>
    ${intervalBar(figures)}
  </td>`;
}

function figureCells(figures: TrialFigures, robustness: number | null, labels: readonly string[]): Content {
  const { value, range } = daysBetween(figures);
  const values: readonly Content[] = [
    html`${value}${range !== null && html` <small>${range}</small>`}`,
    passPercent(figures.pass_1),
    passPercent(figures.pass_5),
    count(figures.deaths),
    oneDecimal(figures.visits_per_day),
    oneDecimal(figures.calls_per_creature_day),
    robustness === null ? "–" : passPercent(robustness),
  ];
  return labels.map((label, index) => html`<td class="num" data-label="${label}">${values[index]}</td>`);
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

function unfinishedLine(unfinished: TrialBoard["unfinished"]): Html {
  return html`<p class="soft">
    Still playing, not ranked until all ${RUNS} runs have ended:
    ${unfinished.map(
      ({ agent, display_name, finished }, index) =>
        html`${index > 0 && ", "}<a href="${agentUrl(agent)}" dir="auto">${display_name}</a> (${finished} of
          ${counted(RUNS, "run")})`,
    )}
  </p>`;
}
