// Defines the metrics that Prometheus scrapes. docs/operating.md explains them, and deploy/prometheus/alerts.yml uses them.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

import type { Dependency } from "../dependency.ts";

const MS_PER_SECOND = 1000;
/** Histogram buckets in seconds, from a cached page to the statement timeout. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type RejectionReason = "overload" | "crowded" | "slow" | "headers" | "malformed" | "connections" | "probes";

/** `failed`: the receiver rejected the message. `dropped`: it exceeded a limit, or its account sends no messages. */
const HOOK_OUTCOMES = ["delivered", "failed", "expired", "dropped"] as const;
type HookOutcome = (typeof HOOK_OUTCOMES)[number];

export interface PoolConnections {
  readonly limit: number;
  readonly in_use: number;
  readonly idle: number;
  readonly waiting: number;
}

export class Metrics {
  readonly registry = new Registry();
  readonly #beforeScrape: (() => Promise<void>)[] = [];
  readonly #requests = this.counter("requests_total", "Answers by route and status.", ["method", "route", "status"]);
  readonly #seconds = new Histogram({
    name: "denkeeper_request_seconds",
    help: "How long answers took, by route.",
    labelNames: ["method", "route"],
    buckets: SECONDS,
    registers: [this.registry],
  });
  readonly #rejected = this.counter("rejected_total", "Requests rejected before they reached an endpoint.", ["reason"]);
  readonly #judgements = this.counter("item_judgements_total", "Items judged, or given default effects.", ["outcome"]);
  readonly #swept = this.counter("swept_total", "Due creatures by the result of the sweep.", ["outcome"]);
  readonly #rounds = this.counter("rounds_total", "Rounds of the worker's loops.", ["round", "outcome"]);
  readonly #jobs = this.counter("job_runs_total", "Runs of periodic tasks and of portrait jobs.", ["task", "outcome"]);
  readonly #hookMessages = this.counter("hook_messages_total", "Messages of hooks by outcome.", ["outcome"]);
  readonly #hooksDisabled = this.counter("hooks_disabled_total", "Hooks that were turned off.", ["reason"]);
  readonly #auditFaults = this.gauge("ledger_audit_faults", "Faults that the last audit of the ledger found.");
  readonly #auditedAt = this.gauge("ledger_audit_timestamp_seconds", "When the ledger was last audited.");
  readonly #poolLimit = this.gauge("database_connections_limit", "How many connections a pool may open.", ["pool"]);
  readonly #dependencyCalls = this.gauge("dependency_calls", "Calls to dependencies that run or wait for their turn.", [
    "by",
    "dependency",
    "state",
  ]);
  readonly #dependencyUp = this.gauge("dependency_up", "1 unless the last call to a dependency failed.", [
    "by",
    "dependency",
  ]);
  readonly #dependencyRefused = this.counter(
    "dependency_refused_total",
    "Calls to dependencies that were refused or not answered in time.",
    ["by", "dependency"],
  );
  readonly #pools: { labels: Record<string, string>; read: () => number }[] = [];

  constructor() {
    const connections = this.gauge("database_connections", "Connections by state, and calls waiting.", [
      "pool",
      "state",
    ]);
    this.beforeScrape(async () => {
      for (const { labels, read } of this.#pools) connections.set(labels, read());
    });
    // Counters start at 0 instead of being absent, because a rate needs two points.
    for (const reason of ["overload", "crowded", "slow", "headers", "malformed", "connections", "probes"])
      this.#rejected.inc({ reason }, 0);
    for (const outcome of ["judged", "unreadable", "fallback"]) this.#judgements.inc({ outcome }, 0);
    for (const outcome of HOOK_OUTCOMES) this.#hookMessages.inc({ outcome }, 0);
    for (const reason of ["gone", "failing"]) this.#hooksDisabled.inc({ reason }, 0);
    for (const outcome of ["died", "grown", "rescheduled", "stale", "failed"]) this.#swept.inc({ outcome }, 0);
  }

  /** Reports this process's CPU, memory, file descriptors, garbage collection, and event loop. */
  watchProcess(labels: Readonly<Record<string, string>>): void {
    collectDefaultMetrics({ register: this.registry });
    this.gauge("build_info", "Always 1; the labels say what runs.", Object.keys(labels)).set(labels, 1);
  }

  answered(method: string, route: string, status: number, ms: number): void {
    this.#requests.inc({ method, route, status });
    this.#seconds.observe({ method, route }, ms / MS_PER_SECOND);
  }

  rejected(reason: RejectionReason): void {
    this.#rejected.inc({ reason });
  }

  judged(outcome: "judged" | "unreadable" | "unavailable"): void {
    this.#judgements.inc({ outcome: outcome === "unavailable" ? "fallback" : outcome });
  }

  swept(counts: Readonly<Record<string, number>>): void {
    for (const [outcome, count] of Object.entries(counts)) if (count > 0) this.#swept.inc({ outcome }, count);
  }

  roundEnded(round: string, isDone: boolean): void {
    this.#rounds.inc({ round, outcome: isDone ? "done" : "failed" });
  }

  jobEnded(task: string, isDone: boolean): void {
    this.#jobs.inc({ task, outcome: isDone ? "done" : "failed" });
  }

  hookMessages(outcome: HookOutcome, count: number): void {
    if (count > 0) this.#hookMessages.inc({ outcome }, count);
  }

  hookDisabled(reason: string): void {
    this.#hooksDisabled.inc({ reason });
  }

  /** Records the number of accounts that do not add up, and the time of the audit. */
  ledgerAudited(faults: number, at: number): void {
    this.#auditFaults.set(faults);
    this.#auditedAt.set(at / MS_PER_SECOND);
  }

  watchConnections(pool: string, { connections }: { readonly connections: PoolConnections }): void {
    for (const state of ["in_use", "idle", "waiting"] as const) {
      this.#pools.push({ labels: { pool, state }, read: () => connections[state] });
    }
    this.#poolLimit.set({ pool }, connections.limit);
  }

  watchPortraits(storage: { check(): Promise<string> }): void {
    const writable = this.gauge("portraits_writable", "1 while this process can store portraits.");
    this.beforeScrape(async () => writable.set((await storage.check()) === "ok" ? 1 : 0));
  }

  /** `by` names the part of the process that calls the dependencies. */
  watchDependencies(by: string, dependencies: readonly Dependency[]): void {
    for (const { name: dependency } of dependencies) this.#dependencyRefused.inc({ by, dependency }, 0);
    const counted = new Map<Dependency, number>();
    this.beforeScrape(async () => {
      for (const watched of dependencies) {
        const labels = { by, dependency: watched.name };
        this.#dependencyCalls.set({ ...labels, state: "running" }, watched.running);
        this.#dependencyCalls.set({ ...labels, state: "waiting" }, watched.waiting);
        this.#dependencyUp.set(labels, watched.isDown ? 0 : 1);
        this.#dependencyRefused.inc(labels, watched.refused - (counted.get(watched) ?? 0));
        counted.set(watched, watched.refused);
      }
    });
  }

  /** Creates a gauge that is read at each scrape, or set in `beforeScrape`. */
  gauge(name: string, help: string, labelNames: readonly string[] = [], read?: () => number): Gauge {
    return new Gauge({
      name: `denkeeper_${name}`,
      help,
      labelNames,
      registers: [this.registry],
      ...(read === undefined
        ? {}
        : {
            collect() {
              this.set(read());
            },
          }),
    });
  }

  /** Runs `work` before every scrape. `work` must not throw. */
  beforeScrape(work: () => Promise<void>): void {
    this.#beforeScrape.push(work);
  }

  async text(): Promise<string> {
    await Promise.all(this.#beforeScrape.map((work) => work()));
    return this.registry.metrics();
  }

  private counter(name: string, help: string, labelNames: readonly string[]): Counter {
    return new Counter({ name: `denkeeper_${name}`, help, labelNames, registers: [this.registry] });
  }
}
