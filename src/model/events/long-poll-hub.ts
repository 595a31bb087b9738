// Long polls for events. One query every 300 ms asks for all waiting callers whether a new event was stored; the next derived
// event is known in advance. A long poll costs a few hundred bytes besides its connection, and holds neither a database
// connection nor a slot of the concurrency limiter.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { listWaitingAgents, saveLongPollToken } from "./store/waiting-agents.ts";
import type { Db } from "../../platform/database/db.ts";

const TICK_MS = 100;
const QUERY_EVERY_TICKS = 3;
/** The number of woken callers that run at a time. */
const MAX_RUNNING = 8;

export interface LongPoll {
  readonly agentId: string;
  /** The known state of the agent. Any difference ends the wait. */
  readonly seq: number;
  readonly clockOffsetMs: number;
  /** Real time of the next derived event, and of the end of the wait. */
  readonly nextAt: number;
  readonly until: number;
}

/** `changed`: there may be an event; `over`: time is up, or a newer call of the agent replaced this one. */
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

  /** Replaces all other long polls of the agent, in all processes. Pass the token to `wait`. */
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

  /** Limits how many woken callers work at a time. */
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

  /** Ends all waits; later ones end immediately. */
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
    // A poll that arrives during the query may be newer than its result.
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
      this.#log.warn({ err: thrown }, "could not query the agents that wait for events");
    } finally {
      this.#isQuerying = false;
    }
  }
}
