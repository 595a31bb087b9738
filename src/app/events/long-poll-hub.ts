// Those who wait for events. One question to the database every moment asks for all of them at once whether anything new
// has been written; what follows from the rules is known beforehand as an instant. So a waiter costs a few hundred bytes
// beside its connection, and none holds a connection to the database or a request slot.
import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { listAgentSigns, saveEventWaiter } from "../../store/events/waiting-agents.ts";
import type { Db } from "../../store/db/db.ts";

/** How often the instants are compared, and how often the database is asked. */
const LOOK_EVERY_MS = 100;
const ASK_EVERY_LOOKS = 3;
/** So many of those who were woken work at a time. */
const WORKING_AT_A_TIME = 8;

export interface Waiting {
  readonly agentId: string;
  /** What is known of the agent: whatever differs from it is new. */
  readonly seq: number;
  readonly clockOffsetMs: number;
  /** Real time: when the next event comes by itself, and when to stop waiting. */
  readonly nextAt: number;
  readonly until: number;
}

/** Why a wait ended: something may have happened, or there is no more time, or somebody else took the place. */
export type Woken = "changed" | "over";

interface Waiter extends Waiting {
  readonly token: string;
  readonly wake: (woken: Woken) => void;
}

export class Waiters {
  readonly #db: Db;
  readonly #clock: () => number;
  readonly #log: Logger;
  readonly #waiters = new Map<string, Waiter>();
  readonly #inLine: (() => void)[] = [];
  #working = 0;
  #looks = 0;
  #isAsking = false;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, clock: () => number, log: Logger) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  get count(): number {
    return this.#waiters.size;
  }

  /** Takes the one place that an agent has, in this process and in all others. The token is to be waited with. */
  async enter(agentId: string): Promise<string> {
    const token = randomUUID();
    this.#waiters.get(agentId)?.wake("over");
    await saveEventWaiter(this.#db, agentId, token);
    return token;
  }

  async wait(token: string, waiting: Waiting): Promise<Woken> {
    if (this.#stopped) return "over";
    this.#waiters.get(waiting.agentId)?.wake("over");
    this.#timer ??= setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    const { promise, resolve } = Promise.withResolvers<Woken>();
    const waiter: Waiter = {
      ...waiting,
      token,
      wake: (woken) => {
        if (this.#waiters.get(waiting.agentId) === waiter) this.#waiters.delete(waiting.agentId);
        resolve(woken);
      },
    };
    this.#waiters.set(waiting.agentId, waiter);
    return promise;
  }

  /** Runs the work of one who was woken; a few at a time, however many were. */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#working >= WORKING_AT_A_TIME) await new Promise<void>((resolve) => this.#inLine.push(resolve));
    else this.#working++;
    try {
      return await work();
    } finally {
      const next = this.#inLine.shift();
      if (next === undefined) this.#working--;
      else next();
    }
  }

  /** Everybody is answered at once, and nobody waits any more. */
  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    for (const waiter of this.#waiters.values()) waiter.wake("over");
  }

  #look(): void {
    const now = this.#clock();
    for (const waiter of this.#waiters.values()) {
      if (waiter.nextAt <= now) waiter.wake("changed");
      else if (waiter.until <= now) waiter.wake("over");
    }
    this.#looks = (this.#looks + 1) % ASK_EVERY_LOOKS;
    if (this.#looks === 0 && this.#waiters.size > 0 && !this.#isAsking) void this.#ask();
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    // Whoever comes while the database answers may be newer than the answer.
    const asked = new Map(this.#waiters);
    try {
      for (const { agentId, seq, clockOffsetMs, token } of await listAgentSigns(this.#db, [...asked.keys()])) {
        const waiter = asked.get(agentId);
        if (waiter === undefined || this.#waiters.get(agentId) !== waiter) continue;
        if (seq !== waiter.seq || clockOffsetMs !== waiter.clockOffsetMs) waiter.wake("changed");
        else if (token !== null && token !== waiter.token) waiter.wake("over");
      }
    } catch (thrown) {
      this.#log.warn({ err: thrown }, "those who wait for events could not be asked for");
    } finally {
      this.#isAsking = false;
    }
  }
}
