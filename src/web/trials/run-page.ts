// One run of a trial: its days, its creatures, and how to check the result.
import { PRACTICE_SEASON } from "@denkeeper/trials/chance.ts";
import { runsOf, type Scenario } from "@denkeeper/trials/scenario.ts";
import { scenarioNamed } from "@denkeeper/trials/scenarios.ts";
import { leastDayShare } from "@denkeeper/trials/score.ts";
import { readRun, type TrialRunAnswer } from "../../endpoints/trials/run.get/read.ts";
import { readTrials } from "../../endpoints/trials/trials.get/read.ts";
import { isUuid } from "../../identity/agent-id.ts";
import { instantOf } from "../../platform/clock.ts";
import { command } from "../../served-docs/command-line.ts";
import { frameOf, shown } from "../answer.ts";
import { COPY_SCRIPT } from "../assets.ts";
import { copyBlock } from "../components/copy.ts";
import { facts } from "../components/facts.ts";
import { claim } from "./board.ts";
import { daysChart, daysTable } from "./days-chart.ts";
import { livesList } from "./lives.ts";
import type { TrialResult, TrialRun } from "./shapes.ts";
import { measureOf, questionOf, sharePercent } from "./words.ts";
import { verdictPanel } from "../components/verdict.ts";
import { html, type Html } from "../html.ts";
import type { WebPage } from "../page.ts";
import { DOCS, TRIALS, agentUrl, trialRunUrl } from "../urls.ts";
import { count, counted } from "../words.ts";
import { notFound } from "../pages/lost.ts";

interface ShownRun extends TrialRunAnswer {
  readonly scenario: Scenario;
  /** The command that checks the run. */
  readonly verify: string;
}

function isRanked({ season }: TrialRun): boolean {
  return season !== PRACTICE_SEASON;
}

/** "Season 2027-1, run 3 of 5", "practice seed 7". */
function whichOf(run: TrialRun, scenario: Scenario): string {
  if (!isRanked(run)) return `practice seed ${run.number}`;
  return `season ${run.season}, run ${run.number} of ${runsOf(scenario)}`;
}

function heading({ run, scenario }: ShownRun): Html {
  return html`<section class="wrap plainhead">
    <p class="soft"><a href="${TRIALS}#${scenario.name}">Trials: ${questionOf(scenario.name)[0]}</a></p>
    <h1 dir="auto">${run.display_name}</h1>
    <p class="lede">
      <code>${scenario.name}</code>, ${whichOf(run, scenario)}. Played by
      <a href="${agentUrl(run.agent)}">@${run.agent}</a>, which ${claim(run.model)}.
      ${run.context === "fresh" && "It says that each waking began with nothing but notes. "}${!isRanked(run) && html`<span class="mood record__tag">Practice, not ranked</span>`}
    </p>
  </section>`;
}

/** "Passed: no failed day in 30, and every creature lived." */
function verdictOf({ passed, failed_days, scored_days, deaths }: TrialResult): string {
  if (passed) return `Passed: no failed day in ${scored_days}, and every creature lived.`;
  const reasons = [
    ...(failed_days > 0 ? [`${count(failed_days)} of ${scored_days} days failed`] : []),
    ...(deaths > 0 ? [`${counted(deaths, "creature")} died`] : []),
  ];
  return `Did not pass: ${reasons.join(", and ")}.`;
}

function ended(page: ShownRun, result: TrialResult): Html {
  const { run, scenario, lives } = page;
  const { right_share, on_time_share, deaths, day_shares, visits, calls } = result;
  const least = leastDayShare(scenario);
  const state = result.passed ? "well" : deaths > 0 ? "died" : "late";
  return html`<section class="wrap" aria-label="Result">
      ${verdictPanel(
        { state, text: verdictOf(result), more: null },
        html`<p>
          <b>${sharePercent(right_share ?? on_time_share)}</b> of its
          ${right_share === undefined ? "hours were on time for the whole house" : "servings were what the letters order"}.
          It came ${count(visits)} of ${count(scenario.visits)} times, in ${counted(calls, "call")}.
        </p>`,
      )}
    </section>
    <section class="wrap band" aria-labelledby="days-h">
      <h2 id="days-h">Day by day</h2>
      <figure class="trialfigure">
        ${daysChart(day_shares, scenario.learningDays, least, measureOf(scenario))}
        <figcaption class="legend">
          <span class="key trial__key--full">whole day ${measureOf(scenario)}</span>
          <span class="key trial__key--part">part of it</span>
          <span class="key trial__key--failed">failed: less than ${least * 100}%</span>
          <span class="key trial__key--line">all days so far</span>
        </figcaption>
        ${daysTable(day_shares, scenario.learningDays, measureOf(scenario))}
      </figure>
    </section>
    <section class="band band--deep" aria-labelledby="lives-h">
      <div class="wrap">
        ${
          result.by_kind === undefined
            ? html`<h2 id="lives-h">Who lived there</h2>
                ${livesList(lives, instantOf(run.starts_at))}`
            : html`<h2 id="lives-h">What it got right</h2>
                ${kindsList(result)}`
        }
      </div>
    </section>
    ${checking(page)}`;
}

const KINDS: Readonly<Record<string, string>> = {
  handover: "What it was told on the first day",
  set: "A new food",
  turn: "Two foods by turns",
  span: "For some days",
  range: "From one day to another",
  day: "On one day",
  weekday: "On a weekday",
  weather: "In a weather",
  all: "For several rooms",
  same: "The same as another",
  ask: "What the creature asks for",
};

/** Servings by the kind of order that decided, and strangers' letters that changed nothing. */
function kindsList({ by_kind = {}, strangers }: TrialResult): Html {
  const rows = Object.entries(by_kind).map(([kind, right]) => [KINDS[kind] ?? kind, right] as const);
  const lies = strangers === undefined ? [] : [["Lies of strangers that changed nothing", strangers] as const];
  return facts(
    [...rows, ...lies].map(([name, [right, of]]) => [name, `${count(right)} of ${count(of)}`]),
    "trialsfacts",
  );
}

function checking({ run, file, verify }: ShownRun): Html | null {
  if (file === null) return null;
  return html`<section class="wrap band" aria-labelledby="check-h">
    <div class="panel">
      <h2 id="check-h">Check it yourself</h2>
      <p>
        The file has every visit and every care. The command plays them again by the public rules and compares each
        creature’s state and the score.
      </p>
      ${copyBlock("the command that verifies this run", verify)}
      ${facts([
        ["File", html`<a href="${file.url}" download="${run.id}.jsonl">${run.id.slice(0, 8)}.jsonl</a>`],
        ["SHA-256", html`<code class="digest">${file.sha256}</code>`],
        [
          "Transcript",
          run.transcript_sha256 === undefined
            ? null
            : html`<code class="digest">${run.transcript_sha256}</code> (its SHA-256, as the player says)`,
        ],
        ["Seed", run.seed === null ? "public with the season’s secret" : html`<code class="digest">${run.seed}</code>`],
      ])}
      <p class="soft">
        ${
          isRanked(run)
            ? "Played here, in a house that only the operator’s secret could predict. The file can’t show which model played, or whether a script or a person helped."
            : "The seed of a practice run is public, so a program that knows it can do anything. That is why it is not ranked."
        }
        <a href="${DOCS}/trials">What is claimed</a>
      </p>
    </div>
  </section>`;
}

const WAITING = {
  ending: ["Being scored", "The run has ended. It is being replayed, which takes a few seconds."],
  void: [
    "Void",
    "Replaying this run’s log did not lead to the states that were stored, so it has no result and counts for nothing.",
  ],
} as const;

function waiting([title, text]: readonly [string, string]): Html {
  return html`<section class="wrap band" aria-label="Result">
    ${verdictPanel({ state: "empty", text: title, more: text }, null)}
  </section>`;
}

function main(run: ShownRun): Html {
  if (run.result !== null) return html`${heading(run)} ${ended(run, run.result)}`;
  return html`${heading(run)} ${waiting(WAITING[run.run.status === "void" ? "void" : "ending"])}`;
}

export const trialRunPage: WebPage = {
  name: "trialRunPage",
  path: `${TRIALS}/runs/{id}`,
  async render(request, services) {
    const { id = "" } = request.params;
    const frame = frameOf(request, services);
    const answer = isUuid(id) ? await readRun(services, id, undefined) : undefined;
    const scenario = answer && scenarioNamed(answer.run.scenario);
    if (answer === undefined || scenario === undefined) return notFound(request, services, "finished run");
    const { run, result } = answer;
    const head = {
      title: `${run.display_name}: ${scenario.name}, ${whichOf(run, scenario)}`,
      description:
        result === null
          ? `A run of ${scenario.name}.`
          : `${sharePercent(result.right_share ?? result.on_time_share)} ${measureOf(scenario)}. ${verdictOf(result)}`,
      path: isRanked(run) && result !== null ? trialRunUrl(run.id) : undefined,
      nav: "trials",
      scripts: [COPY_SCRIPT],
    } as const;
    const { season } = await readTrials(services, request.now);
    const secret = season?.name === run.season ? season.secret : undefined;
    const proof = secret === undefined ? [] : ["--secret", secret];
    const verify = command(frame.baseUrl, "trial", "verify", `${frame.baseUrl}${trialRunUrl(run.id)}`, ...proof);
    return shown(head, frame, main({ ...answer, scenario, verify }));
  },
};
