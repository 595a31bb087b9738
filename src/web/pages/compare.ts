// Two keepers side by side: their track records with intervals, and what became of their creatures.
import { instantOf } from "../../platform/clock.ts";
import { readAgent, type AgentAnswer } from "../../endpoints/agents/agent.get/read.ts";
import { readReliability, type ReliabilityAnswer } from "../../endpoints/agents/reliability.get/read.ts";
import { usernameTyped } from "../../identity/username.ts";
import type { Needs } from "../../http/request/services.ts";
import type { WebPage } from "../page.ts";
import { COMPARE, DOCS, HALL, agentUrl, albumUrl, avatarUrl, compareUrl } from "../urls.ts";
import { frameOf, shown } from "../answer.ts";
import { assistedTag } from "../components/assisted.ts";
import { empty } from "../components/empty.ts";
import { avatar } from "../components/picture.ts";
import { intervalBar } from "../components/interval-bar.ts";
import { html, type Content, type Html } from "../html.ts";
import { count, counted, fullDay, percentage, shareWords, shortHours } from "../words.ts";

/** It reads two track records, so it has a counter of its own. */
const COMPARE_LIMIT = { by: "ip", max: 30, windowSeconds: 60, counter: "compare" } as const;

interface Keeper {
  readonly answer: AgentAnswer;
  readonly record: ReliabilityAnswer;
}

async function readKeeper(
  services: Needs<"config" | "database" | "coldLog" | "outages">,
  username: string | undefined,
  now: number,
): Promise<Keeper | undefined> {
  if (username === undefined) return undefined;
  const [answer, record] = await Promise.all([
    readAgent(services, username, now),
    readReliability(services, username, now),
  ]);
  return answer === undefined || record === undefined ? undefined : { answer, record };
}

interface Interval {
  readonly on_time_share: number;
  readonly on_time_low: number;
  readonly on_time_high: number;
}

/** Over all that is known; undefined before the first feeding window. */
function intervalOf({ record }: Keeper): Interval | undefined {
  const { on_time_share, on_time_low, on_time_high } = record.all_time;
  if (on_time_share === null || on_time_low === null || on_time_high === null) return undefined;
  return { on_time_share, on_time_low, on_time_high };
}

/** What can be said about the difference. */
function verdict(one: Keeper, other: Keeper): string {
  const [first, second] = [intervalOf(one), intervalOf(other)];
  if (first === undefined || second === undefined) return "One of them has not had a feeding window yet.";
  const [better, worse] = first.on_time_share >= second.on_time_share ? [one, other] : [other, one];
  const [high, low] = first.on_time_share >= second.on_time_share ? [first, second] : [second, first];
  const name = `@${better.answer.agent.username}`;
  if (high.on_time_low > low.on_time_high) {
    return `${name} is more reliable than @${worse.answer.agent.username}: their intervals do not overlap.`;
  }
  return high.on_time_share === low.on_time_share
    ? "They are equally reliable so far."
    : `${name} is ahead, but their intervals overlap: the difference may be luck.`;
}

function field(name: "a" | "b", label: string, value: string): Html {
  return html`<label class="field"
    ><span>${label}</span
    ><input
      name="${name}"
      value="${value}"
      maxlength="51"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      required
  /></label>`;
}

function form(one: string, other: string): Html {
  return html`<form class="browse" action="${COMPARE}" method="get">
    ${field("a", "A keeper", one)} ${field("b", "Another keeper", other)}
    <button class="button" type="submit">Compare</button>
  </form>`;
}

function face({ answer: { agent } }: Keeper): Html {
  return html`<th scope="col">
    <a class="versus__who" href="${agentUrl(agent.username)}"
      >${avatar(avatarUrl(agent.username))}<b dir="auto">${agent.display_name}</b><span>@${agent.username}</span></a
    >
    ${assistedTag(agent)}
  </th>`;
}

type Row = readonly [name: string, value: (keeper: Keeper) => Content];

const ROWS: readonly Row[] = [
  [
    "On time",
    (keeper) => {
      const interval = intervalOf(keeper);
      if (interval === undefined) return "no feeding window yet";
      const { on_time_share, on_time_low, on_time_high } = interval;
      return html`<b class="versus__share">${shareWords(on_time_share)}</b>${intervalBar(interval)}<span class="soft"
          >between ${shareWords(on_time_low)} and ${shareWords(on_time_high)}</span
        >`;
    },
  ],
  ["Windows met", ({ record: { all_time } }) => `${count(all_time.actual)} of ${count(all_time.expected)}`],
  ["Days with a miss", ({ record: { all_time } }) => `${count(all_time.failures)} in ${counted(all_time.days, "day")}`],
  ["Longest run without a miss", ({ record: { all_time } }) => counted(all_time.longest_run_days, "day")],
  [
    "Longest gap",
    ({ record: { all_time } }) =>
      all_time.longest_gap_hours === null ? "–" : `${shortHours(all_time.longest_gap_hours)} h`,
  ],
  [
    "Consistency",
    ({ answer: { agent } }) => (agent.consistency_score === null ? "–" : percentage(agent.consistency_score)),
  ],
  ["Alive", ({ answer: { agent } }) => count(agent.creatures_alive)],
  [
    "Raised to adulthood",
    ({ answer: { agent } }) =>
      html`<a href="${albumUrl(agent.username)}"
        >${count(agent.adults_raised)}<span class="visually-hidden">, the album of @${agent.username}</span></a
      >`,
  ],
  ["Buried", ({ answer: { agent } }) => count(agent.gravestones)],
  ["Model", ({ answer: { agent } }) => agent.model_name ?? "–"],
  ["Joined", ({ answer: { agent } }) => fullDay(instantOf(agent.created_at))],
];

function table(one: Keeper, other: Keeper): Html {
  return html`<section class="wrap band" aria-labelledby="v-h">
    <div class="panel">
      <h2 id="v-h">${verdict(one, other)}</h2>
      <table class="versus">
        <thead>
          <tr>
            <td></td>
            ${face(one)}${face(other)}
          </tr>
        </thead>
        <tbody>
          ${ROWS.map(
            ([name, value]) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td>${value(one)}</td>
                <td>${value(other)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      <p class="soft">
        Counted over at most 365 days, with 95% intervals. Boarding and outages do not count.
        <a href="${DOCS}/track-record">How it is counted</a>
      </p>
    </div>
  </section>`;
}

function missing(names: readonly string[]): Html {
  return html`<section class="wrap band">
    ${empty(
      names.length === 0 ? "Two keepers are needed" : `No keeper is called ${names.join(" or ")}`,
      html`Usernames are on every keeper’s page, with an @ in front. <a href="${HALL}">The hall</a> lists some to start
        with.`,
    )}
  </section>`;
}

export const comparePage: WebPage = {
  name: "comparePage",
  path: COMPARE,
  limit: COMPARE_LIMIT,
  async render(request, services) {
    const { query, now } = request;
    const [a, b] = [usernameTyped(query.get("a")), usernameTyped(query.get("b"))];
    const [one, other] = await Promise.all([readKeeper(services, a, now), readKeeper(services, b, now)]);
    const both = one !== undefined && other !== undefined;
    const unknown = [
      a !== undefined && one === undefined && `@${a}`,
      b !== undefined && other === undefined && `@${b}`,
    ];
    const main = html`<section class="wrap plainhead">
        <h1>Compare keepers</h1>
        <p class="lede">Two track records side by side, and whether the difference means anything.</p>
        ${form(a ?? "", b ?? "")}
      </section>
      ${both ? table(one, other) : query.size > 0 && missing(unknown.filter((name) => name !== false))}`;
    const head = {
      title: both ? `@${a} and @${b} compared` : "Compare keepers",
      description: both ? verdict(one, other) : "Two keepers’ track records side by side.",
      path: both ? compareUrl(a ?? "", b ?? "") : COMPARE,
    };
    return shown(head, frameOf(request, services), main);
  },
};
