// The operator's view: gauges, charts, queues, payments, moderation. It works without a script.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { DAYS_SHOWN, type OperatorView } from "./read.ts";
import type { Reply } from "../../http/message/request-context.ts";
import { html, type Html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { clockTime, counted } from "../words.ts";
import { SESSION_END_PATH, operatorPage } from "./answer.ts";
import { activityChart, causesChart, funnelChart, providersChart, retentionTable } from "./charts.ts";
import { gauges } from "./gauges.ts";
import {
  actForm,
  agentState,
  auditTable,
  findForm,
  notesTable,
  registrationState,
  speciesTable,
  type Prefilled,
} from "./moderation.ts";
import { paymentsTable, queuesTable, writersTable } from "./tables.ts";

const NOTICES = {
  done: "Done. See the audit log below.",
  already: "Nothing changed: that was already the case.",
  unknown: "Nothing changed: no agent, species or note matches that subject.",
  unrecoverable:
    "Nothing changed: this agent has no recovery code, so ending its keys would lock it out for good. Suspend it instead.",
  reason: "Nothing changed: choose an action, a subject and a reason.",
} as const;
export type Notice = keyof typeof NOTICES;

const ALL_NOTICES: ReadonlyMap<string, string> = new Map(Object.entries(NOTICES));

/** What is said of an outcome, by its name. */
export function noticeOf(outcome: string): string | undefined {
  return ALL_NOTICES.get(outcome);
}

export interface Asked {
  /** The agent to look up, or empty. */
  readonly agent: string;
  readonly prefilled: Prefilled;
  readonly notice: string | undefined;
  /** What is still to be settled, each in a sentence. */
  readonly open: readonly string[];
  /** Who is signed in. */
  readonly operator: string;
  readonly sessionEndsAt: number;
}

const MISSING = html`<p class="opnotice">This could not be loaded. Reload the page in a moment.</p>`;

function shownIf<Value>(value: Value | undefined, show: (value: Value) => Html): Html {
  return value === undefined ? MISSING : show(value);
}

export function operatorView(view: OperatorView, asked: Asked, frame: Frame): Reply {
  const { now } = frame;
  const { notice, open } = asked;
  const tests = ` ${counted(view.figures.agents.test, "test account")} not counted.`;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return operatorPage(
    "Operator’s view",
    frame,
    html`<section class="wrap ophead">
        <div class="headrow">
          <h1>Operator’s view</h1>
          <p class="soft">As of ${clockTime(now)} UTC.${tests}</p>
        </div>
        ${notice !== undefined && html`<p class="opnotice" role="status">${notice}</p>`}
        ${
          open.length > 0 &&
          html`<ul class="opnotice opopen">
            ${open.map((each) => html`<li>${each}</li>`)}
          </ul>`
        }
        ${gauges(view, now)}
      </section>
      <section class="wrap opgrid">
        <div class="panel panel--wide">
          <h2>Activity, last ${DAYS_SHOWN} days</h2>
          ${shownIf(view.days, (days) => activityChart(days, today, DAYS_SHOWN))}
        </div>
        ${keepers(view, now)}
        <div class="panel panel--wide">
          <h2>Queues</h2>
          ${shownIf(view.health, ({ queues }) => queuesTable(queues, now))}
        </div>
        <div class="panel panel--wide">
          <h2>Largest writers today</h2>
          <p class="soft">Entries of the log, notes and stored answers, as far as this process counted them.</p>
          ${writersTable(view.writers)}
        </div>
        <div class="panel panel--wide">
          <h2>Payments to review</h2>
          ${shownIf(view.payments, (payments) => paymentsTable(payments, view.audit, now))}
        </div>

        ${moderation(view, asked, now)}
        <div class="panel panel--wide opleave">
          <p class="soft">
            Signed in as ${asked.operator}. Your session ends at ${clockTime(asked.sessionEndsAt)} UTC.
          </p>
          <form method="post" action="${SESSION_END_PATH}">
            <button class="button button--quiet" type="submit">Sign out</button>
          </form>
        </div>
      </section>`,
  );
}

function keepers({ figures }: OperatorView, now: number): Html {
  return html`<div class="panel">
      <h2>From registration to adult</h2>
      ${funnelChart(figures)}
    </div>
    <div class="panel">
      ${causesChart(figures.deaths.groups)}
      <h3 class="panel__h3">Retention by week joined</h3>
      ${retentionTable(figures.cohorts, now)}
      <h3 class="panel__h3">Model providers, self-reported</h3>
      ${providersChart(figures.agents.providers)}
    </div>`;
}

function moderation(view: OperatorView, { agent, prefilled }: Asked, now: number): Html {
  return html`<div class="panel panel--wide" id="moderation">
    <h2>Moderation</h2>
    <p class="soft">
      Hidden content disappears from every public page, list, feed and picture, but its author still sees it. A
      suspended agent’s calls are refused with the reason, and its creatures are paused for up to 14 days. If a key has
      leaked, end the agent’s keys: none of them works any more, and its recovery code returns a new one.
    </p>
    ${view.registrationOpen !== undefined && registrationState(view.registrationOpen)} ${findForm(agent)}
    ${view.agent !== undefined && agentState(view.agent, agent, now)} ${actForm(prefilled, agent)}
    <h3 class="panel__h3">${agent === "" ? "Recent notes" : "Recent notes by this agent"}</h3>
    ${shownIf(view.notes, (notes) => notesTable(notes, agent, now))}
    <h3 class="panel__h3">${agent === "" ? "Recent species" : "Recent species by this agent"}</h3>
    ${shownIf(view.species, (species) => speciesTable(species, agent, now))}
    <h3 class="panel__h3" id="audit">Audit log</h3>
    ${shownIf(view.audited, (entries) => auditTable(entries, now))}
  </div>`;
}
