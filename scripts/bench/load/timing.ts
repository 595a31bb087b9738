// What single requests waited for, as `servers/time-requests.ts` tells it.

/** The header of a request that wants to know. */
export const TIMED = "x-timed";

/** The milliseconds of one request. */
export interface Timing {
  /** As the client saw it. */
  readonly took: number;
  /** Before the server read it, and after it was answered. */
  readonly outside: number;
  readonly queue: number;
  readonly redis: number;
  /** For a connection to the database. */
  readonly pool: number;
  readonly database: number;
  readonly rest: number;
}

const ONE = /(\w+);dur=([\d.]+)/g;

/** `took` is what the client measured. */
export function timingOf(head: string, took: number): Timing | undefined {
  const at = head.indexOf("\r\nserver-timing: ");
  if (at < 0) return undefined;
  const line = `${head}\r\n`.slice(at, `${head}\r\n`.indexOf("\r\n", at + 2));
  const told = Object.fromEntries([...line.matchAll(ONE)].map(([, name, ms]) => [name, Number(ms)]));
  const { queue = 0, redis = 0, pool = 0, database = 0, server = 0 } = told;
  return {
    took,
    outside: took - server,
    queue,
    redis,
    pool,
    database: database - pool,
    rest: server - queue - redis - database,
  };
}

/** What the slowest share of the requests took on average, part by part, in milliseconds. */
export function slowestOf(timings: readonly Timing[], share: number): Timing | undefined {
  const slowest = timings.toSorted((a, b) => b.took - a.took).slice(0, Math.ceil(share * timings.length));
  if (slowest.length === 0) return undefined;
  const mean = (part: keyof Timing) => slowest.reduce((sum, timing) => sum + timing[part], 0) / slowest.length;
  return {
    took: mean("took"),
    outside: mean("outside"),
    queue: mean("queue"),
    redis: mean("redis"),
    pool: mean("pool"),
    database: mean("database"),
    rest: mean("rest"),
  };
}
