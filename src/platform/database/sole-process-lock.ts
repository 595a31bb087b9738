// Holds an advisory lock for a process that counts rate limits in memory, which must be the only one that answers requests on its
// database. PostgreSQL releases the lock however the process ends.
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Logger } from "pino";
import { stopwatch } from "../clock.ts";
import { ignoreLoss } from "./ignore-loss.ts";

/** Arbitrary lock id that no other lock uses. */
const LOCK = 7_312_047;
/** Allows a restart to overlap with the old process, which finishes its last requests. */
const PATIENCE_MS = 40_000;
const TRY_EVERY_MS = 500;
const DEADLINE_MS = 5_000;
/** Detects a dead machine while its successor is still waiting. */
const NOTICE_DEATH = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3";

export class SoleProcessLock {
  readonly #url: string;
  readonly #log: Logger;
  readonly #patienceMs: number;
  #client: Client | undefined;
  #isHeld = false;
  #isTaken = false;
  #isClosed = false;

  /** `url` must lead directly to PostgreSQL, or to a pooler whose connections do not change hands. */
  constructor(url: string, log: Logger, patienceMs = PATIENCE_MS) {
    this.#url = url;
    this.#log = log;
    this.#patienceMs = patienceMs;
  }

  get check(): string {
    if (this.#isHeld) return "ok";
    return this.#isTaken ? "another process counts rate limits, too" : "the connection with the lock was lost";
  }

  /** Returns whether this process is the only one. Waits for a restart to finish. Rejects if the database is unavailable. */
  async hold(): Promise<boolean> {
    const until = stopwatch() + this.#patienceMs;
    while (!(await this.#try()) && !this.#isClosed) {
      if (stopwatch() >= until) {
        await this.#release();
        return false;
      }
      await sleep(TRY_EVERY_MS);
    }
    this.#client?.once("end", () => void this.#holdAgain());
    return true;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#release();
  }

  async #holdAgain(): Promise<void> {
    this.#isHeld = false;
    this.#client = undefined;
    while (!this.#isClosed && !(await this.hold().catch(() => this.#away()))) {
      if (this.#isTaken && !this.#isClosed) {
        this.#log.error(
          { alarm: true },
          "another process counts rate limits separately: set REDIS_URL for both, or stop one",
        );
      }
    }
  }

  async #away(): Promise<false> {
    this.#isTaken = false;
    await this.#release();
    await sleep(TRY_EVERY_MS);
    return false;
  }

  async #try(): Promise<boolean> {
    const client = (this.#client ??= await this.#connect());
    const { rows } = await client.query<{ got: boolean }>(`SELECT pg_try_advisory_lock(${LOCK}) AS got`);
    this.#isHeld = rows[0]?.got === true;
    if (!this.#isHeld && !this.#isTaken)
      this.#log.info("waiting for another process that serves this database to stop");
    this.#isTaken = !this.#isHeld;
    return this.#isHeld;
  }

  async #connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.#url,
      application_name: "denkeeper alone",
      keepAlive: true,
      connectionTimeoutMillis: DEADLINE_MS,
      query_timeout: DEADLINE_MS,
    });
    // The "end" event reports the loss.
    client.on("error", ignoreLoss);
    await client.connect();
    await client.query(NOTICE_DEATH);
    return client;
  }

  async #release(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => {});
  }
}
