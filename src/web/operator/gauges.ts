// The row of gauges at the top of the operator's view: a number, what it means, and whether it needs attention.
import { MINUTE_MS, SECOND_MS } from "@denkeeper/rules/time/durations.ts";
import type { OperatorView } from "./read.ts";
import { html, type Html } from "../html.ts";
import { count, counted } from "../words.ts";
import { lapse } from "./tables.ts";

const STATES = { ok: "OK", warn: "Watch", bad: "Check" } as const;
type State = keyof typeof STATES;

interface Gauge {
  readonly title: string;
  readonly value: string;
  readonly about: string;
  readonly state: State;
}

function stateOf(value: number, warnFrom: number, badFrom: number): State {
  if (value >= badFrom) return "bad";
  return value >= warnFrom ? "warn" : "ok";
}

const NOT_READ: Omit<Gauge, "title"> = { value: "unknown", about: "could not be loaded", state: "bad" };

export function gauges(view: OperatorView, now: number): Html {
  const all = [sweeper(view), worker(view), jobs(view, now), limits(view), room(view), payments(view, now)];
  return html`<ul class="gauges">
    ${all.map(
      ({ title, value, about, state }) =>
        html`<li class="gauge gauge--${state}">
          <span class="gauge__t">${title}</span><b>${value}</b><span class="gauge__s">${about}</span>
          <span class="gauge__w">${STATES[state]}</span>
        </li>`,
    )}
  </ul>`;
}

function sweeper({ health }: OperatorView): Gauge {
  const title = "Sweeper lag";
  if (health === undefined) return { title, ...NOT_READ };
  const { sweeperLagMs } = health;
  const state = stateOf(sweeperLagMs, 30 * SECOND_MS, 5 * MINUTE_MS);
  return { title, value: lapse(sweeperLagMs), about: "oldest overdue event", state };
}

function worker({ health }: OperatorView): Gauge {
  const title = "Worker";
  if (health === undefined) return { title, ...NOT_READ };
  const { workerAgeMs } = health;
  if (workerAgeMs === null) return { title, value: "never seen", about: "no worker has started yet", state: "bad" };
  const state = stateOf(workerAgeMs, 15 * SECOND_MS, MINUTE_MS);
  return {
    title,
    value: state === "bad" ? "down" : "running",
    about: `last heartbeat ${lapse(workerAgeMs)} ago`,
    state,
  };
}

function jobs({ health }: OperatorView, now: number): Gauge {
  const title = "Jobs waiting";
  if (health === undefined) return { title, ...NOT_READ };
  const sum = (each: "waiting" | "failed") => health.queues.reduce((total, queue) => total + queue[each], 0);
  const due = [health.unmovedSince, ...health.queues.map(({ oldestRunAt }) => oldestRunAt)].flatMap((at) => at ?? []);
  const oldestMs = due.length === 0 ? 0 : Math.max(0, now - Math.min(...due));
  const failed = sum("failed");
  const state = failed > 0 ? "bad" : stateOf(oldestMs, 2 * MINUTE_MS, 15 * MINUTE_MS);
  const oldest = due.length === 0 ? "none overdue" : `oldest due ${lapse(oldestMs)} ago`;
  const about = failed > 0 ? `${count(failed)} failed` : oldest;
  return { title, value: count(sum("waiting")), about, state };
}

const MODES = {
  shared: { value: "shared", about: "counted in Redis", state: "ok" },
  alone: { value: "not shared", about: "Redis is down: each process counts alone", state: "bad" },
  only: { value: "exact", about: "this process counts for all", state: "ok" },
  none: { value: "per process", about: "Redis is not configured", state: "warn" },
} as const;

function limits({ limits: { mode } }: OperatorView): Gauge {
  return { title: "Rate limits", ...MODES[mode] };
}

function room({ limits: { running, slots }, connections: { inUse, limit, waiting } }: OperatorView): Gauge {
  const state = waiting > 0 ? "warn" : stateOf(running / slots, 0.5, 0.9);
  const about = `${inUse} of ${limit} connections, ${waiting === 0 ? "none" : count(waiting)} waiting`;
  return { title: "Requests running", value: `${count(running)} of ${count(slots)}`, about, state };
}

function payments({ payments: odd, audit }: OperatorView, now: number): Gauge {
  const title = "Payments to review";
  if (odd === undefined) return { title, ...NOT_READ };
  if (audit !== null && audit.wrong > 0) {
    return {
      title,
      value: count(odd.length),
      about: `${counted(audit.wrong, "account")} out of balance`,
      state: "bad",
    };
  }
  const about = audit === null ? "no audit yet" : `ledger audited ${lapse(now - audit.at)} ago`;
  const waits = odd.filter(({ what }) => what !== "refunded" && what !== "dispute_lost").length;
  return { title, value: count(odd.length), about, state: waits > 0 ? "bad" : "ok" };
}
