// Whether this process should be sent requests. What is asked of the database is kept for a second, so that nobody can
// use the probe to keep it busy.
import { readdirSync } from "node:fs";
import type { Logger } from "pino";
import type { Config } from "../config.ts";
import { clocksAgree } from "../store/database-time.ts";
import type { Db } from "../store/db.ts";
import { MIGRATIONS } from "../store/migrate.ts";
import { findServiceState } from "../store/signs.ts";
import { StateLog } from "./state-log.ts";

const KEEP_MS = 1_000;
/** A worker gives a sign of life every five seconds. */
const SILENT_MS = 30_000;

export interface Report {
  readonly ready: boolean;
  /** Each check with `ok` or what is wrong. */
  readonly checks: Readonly<Record<string, string>>;
}

export class Readiness {
  readonly #database: Db;
  readonly #workerExpected: boolean;
  readonly #now: () => number;
  readonly #needed: readonly string[] = readdirSync(MIGRATIONS).map((file) => file.replace(/\.sql$/, ""));
  readonly #state: StateLog;
  #stopping = false;
  #askedAt = -Infinity;
  #report: Promise<Report> | undefined;

  constructor(database: Db, { workerExpected }: Pick<Config, "workerExpected">, now: () => number, log: Logger) {
    this.#state = new StateLog(log, "asking the database for readiness");
    this.#database = database;
    this.#workerExpected = workerExpected;
    this.#now = now;
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  /** From now on the process is not ready: whoever sends it requests should look for another. */
  stop(): void {
    this.#stopping = true;
  }

  async report(): Promise<Report> {
    if (this.#stopping) return { ready: false, checks: { process: "is stopping" } };
    if (this.#report === undefined || this.#now() - this.#askedAt >= KEEP_MS) {
      this.#askedAt = this.#now();
      this.#report = this.#ask();
    }
    return this.#report;
  }

  async #ask(): Promise<Report> {
    const asked = this.#now();
    const state = await findServiceState(this.#database).catch((thrown: unknown) => this.#state.failed(thrown));
    if (state === undefined) return { ready: false, checks: { database: "does not answer" } };
    this.#state.worked();
    const { databaseNow, migrations, heartbeatAt } = state;
    const missing = this.#needed.filter((name) => !migrations.includes(name));
    const silent = heartbeatAt === null || databaseNow - heartbeatAt > SILENT_MS;
    const checks = {
      database: "ok",
      migrations: missing.length === 0 ? "ok" : `${missing.join(", ")} not applied`,
      clock: clocksAgree(databaseNow, asked, this.#now()) ? "ok" : "more than two seconds off the database's",
      ...(this.#workerExpected ? { worker: silent ? "no sign of life for 30 seconds" : "ok" } : {}),
    };
    return { ready: Object.values(checks).every((found) => found === "ok"), checks };
  }
}
