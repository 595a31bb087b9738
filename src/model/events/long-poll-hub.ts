// Implements long polls: ends each wait as soon as there may be an event, with one query for all agents that wait in a process.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { listWaitingAgents, saveLongPollToken } from "./store/waiting-agents.ts";
import type { Db } from "../../platform/database/db.ts";

const TICK_MS = 100;
/** The database is queried on every third tick, so an event ends a wait within about 300 ms. */
const TICKS_PER_QUERY = 3;
/** Maximum number of callers that look for events at a time after their waits ended. */
const MAX_RUNNING = 8;

export interface LongPoll {
  readonly agentId: string;
  /** The agent's last event number that the caller knows. The wait ends when the stored number differs. */
  readonly seq: number;
  /** The offset of the house's clock that the caller knows. The wait ends when the stored offset differs. */
  readonly clockOffsetMs: number;
  /** Real time at which the next derived event is due. Infinity if there is none. */
  readonly nextAt: number;
  /** Real time at which the wait ends without an event. */
  readonly until: number;
}

/**
 * `changed`: there may be an event. `over`: time is up, a newer call of the agent replaced this one, or the process is stopping.
 */
export type WakeReason = "changed" | "over";

interface PendingPoll extends LongPoll {
  readonly token: string;
  readonly wake: (reason: WakeReason) => void;
}

/**
 * Holds the long polls of a process. A caller that found no event calls `enter` once, then `wait`. If the wait ends with `changed`,
 * the caller reads the events again inside `runLimited`, and calls `wait` again if there are still none.
 *
 * Only an agent's latest call waits. `enter` stores a new token for the agent, and each process ends the polls whose token is no
 * longer the stored one.
 */
export class LongPollHub {
  readonly #db: Db;
  readonly #clock: () => number;
  readonly #log: Logger;
  /** The pending poll of each agent, by the agent's id. */
  readonly #pending = new Map<string, PendingPoll>();
  /** Resumes the callers that wait in `runLimited`, in order of arrival. */
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #ticksSinceQuery = 0;
  #isQuerying = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, clock: () => number, log: Logger) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  get count(): number {
    return this.#pending.size;
  }

  /** Replaces all other long polls of the agent, in all processes. Pass the returned token to `wait`. */
  async enter(agentId: string): Promise<string> {
    const token = randomUUID();
    this.#pending.get(agentId)?.wake("over");
    await saveLongPollToken(this.#db, { agentId, token });
    return token;
  }

  async wait(token: string, poll: LongPoll): Promise<WakeReason> {
    if (this.#isStopped) return "over";
    this.#pending.get(poll.agentId)?.wake("over");
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    const { promise, resolve } = Promise.withResolvers<WakeReason>();
    const wake = (reason: WakeReason): void => {
      if (this.#pending.get(poll.agentId) === pending) this.#pending.delete(poll.agentId);
      resolve(reason);
    };
    const pending: PendingPoll = { ...poll, token, wake };
    this.#pending.set(poll.agentId, pending);
    return promise;
  }

  /** Runs `work` once fewer than `MAX_RUNNING` callers are running. */
  async runLimited<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < MAX_RUNNING) {
      this.#running++;
    } else {
      // The caller that finishes leaves its place to this one, so `#running` does not change.
      await new Promise<void>((resolve) => this.#queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const startNext = this.#queue.shift();
      if (startNext === undefined) this.#running--;
      else startNext();
    }
  }

  /** Ends all waits. Later waits end immediately. */
  stop(): void {
    this.#isStopped = true;
    clearInterval(this.#timer);
    for (const poll of this.#pending.values()) poll.wake("over");
  }

  #tick(): void {
    const now = this.#clock();
    for (const poll of this.#pending.values()) {
      if (poll.nextAt <= now) poll.wake("changed");
      else if (poll.until <= now) poll.wake("over");
    }
    this.#ticksSinceQuery++;
    if (this.#ticksSinceQuery < TICKS_PER_QUERY) return;
    this.#ticksSinceQuery = 0;
    if (this.#pending.size > 0 && !this.#isQuerying) void this.#query();
  }

  /** Ends the waits of agents whose stored state differs from what their callers know. */
  async #query(): Promise<void> {
    this.#isQuerying = true;
    const queried = new Map(this.#pending);
    try {
      const agents = await listWaitingAgents(this.#db, { agentIds: [...queried.keys()] });
      for (const { agentId, seq, clockOffsetMs, token } of agents) {
        const poll = queried.get(agentId);
        // A poll that began during the query may know newer state than the query returned.
        if (poll === undefined || this.#pending.get(agentId) !== poll) continue;
        const hasChanged = seq !== poll.seq || clockOffsetMs !== poll.clockOffsetMs;
        const isReplaced = token !== null && token !== poll.token;
        if (hasChanged) poll.wake("changed");
        else if (isReplaced) poll.wake("over");
      }
    } catch (thrown) {
      this.#log.warn({ err: thrown }, "query for the events of waiting agents failed");
    } finally {
      this.#isQuerying = false;
    }
  }
}
