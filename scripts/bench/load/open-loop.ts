// Open-loop load: requests leave at a fixed rate, however slow the server has become. The generator's own lateness is
// reported separately, since it shares the machine with the server.
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "./load.ts";

/**
 * So many connections are open before the load begins, as those of load balancers are; more are opened while all are busy.
 * Node takes on one new connection a turn of its loop, so that new ones wait for seconds while old ones keep it busy.
 */
const FIRST_CONNECTIONS = 1_000;
const MAX_CONNECTIONS = 2_000;
const CONNECTING_MS = 500;
/** How often requests that are due leave. Each time this process takes a core away from what it measures. */
const SEND_EVERY_MS = 2;
/** Whoever has no answer by then is counted as lost. */
const PATIENCE_MS = 10_000;

export interface Outcome {
  readonly seconds: number;
  readonly sent: number;
  /** Requests that were due while every connection was busy. */
  readonly unsent: number;
  readonly lost: number;
  /** How long requests that were due waited for this process to send them, in milliseconds. */
  readonly lateness: readonly number[];
  /** How long answers took from the sending on, in milliseconds, by status. */
  readonly byStatus: ReadonlyMap<number, readonly number[]>;
}

export class OpenLoop {
  readonly #port: number;
  readonly #free: Connection[];
  readonly #all: Set<Connection>;

  constructor(port: number) {
    this.#port = port;
    this.#free = Array.from({ length: FIRST_CONNECTIONS }, () => new Connection(port));
    this.#all = new Set(this.#free);
  }

  async run(perSecond: number, ms: number, next: () => string): Promise<Outcome> {
    const lateness: number[] = [];
    const byStatus = new Map<number, number[]>();
    let sent = 0;
    let unsent = 0;
    let lost = 0;
    let answered = 0;

    const one = async (connection: Connection, due: number): Promise<void> => {
      const asked = performance.now();
      lateness.push(asked - due);
      try {
        const { status } = await connection.ask(next());
        const took = performance.now() - asked;
        const known = byStatus.get(status);
        if (known === undefined) byStatus.set(status, [took]);
        else known.push(took);
        answered++;
        this.#free.push(connection);
      } catch {
        lost++;
        this.#all.delete(connection);
      }
    };

    await sleep(CONNECTING_MS);
    const started = performance.now();
    for (let nth = 0; ;) {
      const now = performance.now() - started;
      if (now >= ms) break;
      for (const dueNow = Math.floor((now * perSecond) / 1000); nth < dueNow; nth++) {
        const connection = this.#takeFree();
        if (connection === undefined) {
          unsent++;
          continue;
        }
        sent++;
        void one(connection, started + (1000 * nth) / perSecond);
      }
      await sleep(SEND_EVERY_MS);
    }
    const seconds = (performance.now() - started) / 1000;
    const giveUpAt = performance.now() + PATIENCE_MS;
    const isOver = () => answered + lost === sent || performance.now() > giveUpAt;
    while (!isOver()) await sleep(SEND_EVERY_MS);
    lost = sent - answered;
    return { seconds, sent, unsent, lost, lateness, byStatus };
  }

  close(): void {
    for (const connection of this.#all) connection.close();
  }

  /** The one that was idle for longest: a server hangs up on those that say nothing for seconds. */
  #takeFree(): Connection | undefined {
    for (let connection = this.#free.shift(); connection !== undefined; connection = this.#free.shift()) {
      if (connection.isOpen) return connection;
      this.#all.delete(connection);
    }
    if (this.#all.size >= MAX_CONNECTIONS) return undefined;
    const connection = new Connection(this.#port);
    this.#all.add(connection);
    return connection;
  }
}

/** One run, with connections of its own. */
export async function openLoop(port: number, perSecond: number, ms: number, next: () => string): Promise<Outcome> {
  const loop = new OpenLoop(port);
  return loop.run(perSecond, ms, next).finally(() => loop.close());
}
