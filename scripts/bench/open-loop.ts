// Load that does not wait for answers: requests leave at a fixed rate, as those of strangers do, however slow the server
// has become. How late this process itself was is told apart, since it shares the machine with the server.
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "./load.ts";

/** So many connections are open before the load begins; more are opened while all are busy. */
const FIRST_CONNECTIONS = 400;
const MAX_CONNECTIONS = 2_000;
const CONNECTING_MS = 500;
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

/** A server hangs up on connections that say nothing for seconds: at a low rate begin with few. */
export async function openLoop(
  port: number,
  perSecond: number,
  ms: number,
  next: () => string,
  firstConnections = FIRST_CONNECTIONS,
): Promise<Outcome> {
  const free = Array.from({ length: firstConnections }, () => new Connection(port));
  const all = new Set<Connection>(free);
  const lateness: number[] = [];
  const byStatus = new Map<number, number[]>();
  const running = new Set<Promise<void>>();
  let sent = 0;
  let unsent = 0;
  let lost = 0;

  async function one(connection: Connection, due: number): Promise<void> {
    const asked = performance.now();
    lateness.push(asked - due);
    try {
      const { status } = await connection.ask(next());
      const took = performance.now() - asked;
      const known = byStatus.get(status);
      if (known === undefined) byStatus.set(status, [took]);
      else known.push(took);
      free.push(connection);
    } catch {
      lost++;
      all.delete(connection);
    }
  }

  await sleep(CONNECTING_MS);
  const started = performance.now();
  for (let nth = 0; ;) {
    const now = performance.now() - started;
    if (now >= ms) break;
    for (const dueNow = Math.floor((now * perSecond) / 1000); nth < dueNow; nth++) {
      const connection = free.pop() ?? (all.size < MAX_CONNECTIONS ? new Connection(port) : undefined);
      if (connection === undefined) {
        unsent++;
        continue;
      }
      all.add(connection);
      sent++;
      const work = one(connection, started + (1000 * nth) / perSecond).finally(() => running.delete(work));
      running.add(work);
    }
    await sleep(1);
  }
  const seconds = (performance.now() - started) / 1000;
  await Promise.race([Promise.all(running), sleep(PATIENCE_MS, undefined, { ref: false })]);
  lost += running.size;
  for (const connection of all) connection.close();
  return { seconds, sent, unsent, lost, lateness, byStatus };
}
