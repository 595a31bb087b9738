// Implements long polls for events. One query every 300 ms checks all waiting agents for new events; the next derived event is
// known in advance. A long poll costs a few hundred bytes besides its connection. It holds neither a database connection nor a
// slot of the concurrency limiter.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { listWaitingAgents, saveLongPollToken } from "./store/waiting-agents.ts";
import type { Db } from "../../platform/database/db.ts";

const TICK_MS = 100;
const QUERY_EVERY_TICKS = 3;
/** Maximum number of woken callers that run at a time. */
const MAX_RUNNING = 8;

export interface LongPoll {
  readonly agentId: string;
  /** The agent's last known event number. A different one ends the wait. */
  readonly seq: number;
  /** Changes when the agent moves its clock, which ends the wait. */
  readonly clockOffsetMs: number;
  /** Real time of the next event that time alone causes. */
  readonly nextAt: number;
  /** Real time at which the wait ends. */
  readonly until: number;
}

/**
 * `changed` means that there may be an event. `over` means that time is up, or that a newer call of the agent replaced this one.
 */
export type WakeReason = "changed" | "over";

interface PendingPoll extends LongPoll {
  readonly token: string;
  readonly wake: (reason: WakeReason) => void;
}

export class LongPollHub {
  readonly #db: Db;
  readonly #clock: () => number;
  readonly #log: Logger;
  readonly #pending = new Map<string, PendingPoll>();
  readonly #queue: (() => void)[] = [];
  #running = 0;
  #ticks = 0;
  #isQuerying = false;
  #stopped = false;
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
    if (this.#stopped) return "over";
    this.#pending.get(poll.agentId)?.wake("over");
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS).unref();
    const { promise, resolve } = Promise.withResolvers<WakeReason>();
    const pending: PendingPoll = {
      ...poll,
      token,
      wake: (reason) => {
        if (this.#pending.get(poll.agentId) === pending) this.#pending.delete(poll.agentId);
        resolve(reason);
      },
    };
    this.#pending.set(poll.agentId, pending);
    return promise;
  }

  /** Runs `work` when fewer than `MAX_RUNNING` woken callers are running. */
  async runLimited<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running >= MAX_RUNNING) await new Promise<void>((resolve) => this.#queue.push(resolve));
    else this.#running++;
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }

  /** Ends all waits. Later waits end immediately. */
  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    for (const poll of this.#pending.values()) poll.wake("over");
  }

  #tick(): void {
    const now = this.#clock();
    for (const poll of this.#pending.values()) {
      if (poll.nextAt <= now) poll.wake("changed");
      else if (poll.until <= now) poll.wake("over");
    }
    this.#ticks = (this.#ticks + 1) % QUERY_EVERY_TICKS;
    if (this.#ticks === 0 && this.#pending.size > 0 && !this.#isQuerying) void this.#query();
  }

  async #query(): Promise<void> {
    this.#isQuerying = true;
    // A poll that arrives during the query may be newer than the query's result.
    const polls = new Map(this.#pending);
    try {
      for (const { agentId, seq, clockOffsetMs, token } of await listWaitingAgents(this.#db, {
        agentIds: [...polls.keys()],
      })) {
        const poll = polls.get(agentId);
        if (poll === undefined || this.#pending.get(agentId) !== poll) continue;
        if (seq !== poll.seq || clockOffsetMs !== poll.clockOffsetMs) poll.wake("changed");
        else if (token !== null && token !== poll.token) poll.wake("over");
      }
    } catch (thrown) {
      this.#log.warn({ err: thrown }, "querying the agents that are waiting for events failed");
    } finally {
      this.#isQuerying = false;
    }
  }
}
