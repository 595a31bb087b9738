// Decides whether this process should receive requests. Reports are cached for a second, so that probes cost little.
import type { Logger } from "pino";
import type { Config } from "../../platform/config/config.ts";
import { clocksAgree, iso } from "../../platform/clock.ts";
import type { SoleProcessLock } from "../../platform/database/sole-process-lock.ts";
import type { Db } from "../../platform/database/db.ts";
import { neededMigrations, otherMigration } from "../../platform/database/migrations.ts";
import { findServiceState } from "./store/signs.ts";
import type { PortraitStorage } from "./portrait-storage.ts";
import { StateLog } from "../../platform/observability/state-log.ts";

const KEEP_MS = 1_000;
/** Tolerates several missed heartbeats: a worker sends one every five seconds. */
const SILENT_MS = 30_000;

export interface ReadinessReport {
  readonly ready: boolean;
  /** The result of each check by name: `ok` or a fault. */
  readonly checks: Readonly<Record<string, string>>;
}

export interface ReadinessOptions {
  readonly database: Db;
  readonly config: Pick<Config, "workerExpected" | "role">;
  readonly clock: () => number;
  readonly log: Logger;
  /** Undefined in a process that only reads portraits. */
  readonly portraits: PortraitStorage | undefined;
  readonly soleProcessLock?: SoleProcessLock | undefined;
}

export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #needed = neededMigrations();
  readonly #state: StateLog;
  isStopping = false;
  #checkedAt = -Infinity;
  #report: Promise<ReadinessReport> | undefined;

  constructor(options: ReadinessOptions) {
    this.#options = options;
    this.#state = new StateLog(options.log, "asking the database for readiness");
  }

  /** Reports the process as not ready, so that requests go to other processes. */
  stop(): void {
    this.isStopping = true;
  }

  async report(): Promise<ReadinessReport> {
    if (this.isStopping) return { ready: false, checks: { process: "is stopping" } };
    if (this.#report === undefined || Math.abs(this.#options.clock() - this.#checkedAt) >= KEEP_MS) {
      this.#checkedAt = this.#options.clock();
      this.#report = this.#check();
    }
    return this.#report;
  }

  async #check(): Promise<ReadinessReport> {
    const { database, config, clock, portraits: portraitStorage, soleProcessLock } = this.#options;
    const checkedAt = clock();
    const [state, portraits] = await Promise.all([
      findServiceState(database, {}).catch((thrown: unknown) => this.#state.failed(thrown)),
      portraitStorage?.check(),
    ]);
    if (state === undefined) return { ready: false, checks: { database: "does not answer" } };
    this.#state.worked();
    const { databaseNow, migrations, heartbeatAt, ranAheadTo } = state;
    const isClockRight = clocksAgree(databaseNow, checkedAt, clock());
    const clockState = ranAheadTo === null ? "ok" : `ran ahead to ${iso(ranAheadTo)} and was set back`;
    const other = otherMigration(migrations, this.#needed);
    const missing = this.#needed.slice(migrations.length).map(({ name }) => name);
    const silent = heartbeatAt === null || databaseNow - heartbeatAt > SILENT_MS;
    const checks = {
      database: "ok",
      migrations:
        other !== undefined
          ? `${other} differs from this version's`
          : missing.length === 0
            ? "ok"
            : `${missing.join(", ")} not applied`,
      clock: isClockRight ? clockState : "more than two seconds off the database clock",
      ...(config.workerExpected ? { worker: silent ? "no heartbeat for 30 seconds" : "ok" } : {}),
      ...(portraits === undefined ? {} : { portraits }),
      ...(soleProcessLock === undefined ? {} : { alone: soleProcessLock.check }),
    };
    const ready = Object.entries(checks).every(
      ([name, result]) =>
        result === "ok" ||
        (name === "clock" && isClockRight) ||
        (name === "portraits" && this.#answersWithoutPortraits()),
    );
    return { ready, checks };
  }

  /** A store that fails after it has worked must not stop the API. A store that never worked is probably misconfigured. */
  #answersWithoutPortraits(): boolean {
    const { config, portraits } = this.#options;
    return config.role !== "worker" && portraits?.hasWorked === true;
  }
}
