// What happened to a server and its database while it was measured: who ran, who waited for a core, and what the garbage
// collector and the event loop did.
import { readFileSync } from "node:fs";
import type { Server } from "../servers/servers.ts";
import type { Backends } from "../servers/backends.ts";
import { mainThread, otherThreads, watchScheduled, type Scheduled } from "./scheduling.ts";

const KB_PER_MB = 1024;
const MS_PER_SECOND = 1000;

interface Collected {
  readonly count: number;
  readonly ms: number;
}

export interface Watched {
  readonly memoryMb: number;
  readonly api: Scheduled;
  readonly apiHelpers: Scheduled;
  readonly database: Scheduled;
  /** This process. */
  readonly load: Scheduled;
  readonly minor: Collected;
  readonly major: Collected;
  readonly lateP99Ms: number;
  readonly lateMaxMs: number;
}

/** Resident memory, in megabytes. */
function memoryMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / KB_PER_MB;
}

/** Begins to watch; each call of what is returned tells what happened since the call before. */
export async function watchServer({ pid, port }: Server, { scheduled }: Backends): Promise<() => Promise<Watched>> {
  const api = await watchScheduled(() => mainThread(pid));
  const apiHelpers = await watchScheduled(() => otherThreads(pid));
  const load = await watchScheduled(() => mainThread(process.pid));
  const database = await watchScheduled(scheduled);
  let before = await scrape(port);
  return async () => {
    const now = await scrape(port);
    const collected = (kind: string): Collected => {
      const added = (name: string) => (now.get(name) ?? 0) - (before.get(name) ?? 0);
      return {
        count: added(`nodejs_gc_duration_seconds_count{kind="${kind}"}`),
        ms: MS_PER_SECOND * added(`nodejs_gc_duration_seconds_sum{kind="${kind}"}`),
      };
    };
    const watched = {
      memoryMb: memoryMb(pid),
      api: await api(),
      apiHelpers: await apiHelpers(),
      database: await database(),
      load: await load(),
      minor: collected("minor"),
      major: collected("major"),
      lateP99Ms: MS_PER_SECOND * (now.get("nodejs_eventloop_lag_p99_seconds") ?? 0),
      lateMaxMs: MS_PER_SECOND * (now.get("nodejs_eventloop_lag_max_seconds") ?? 0),
    };
    before = now;
    return watched;
  };
}

/** The metrics of a process by name and labels. */
async function scrape(port: number): Promise<ReadonlyMap<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return new Map(
    text
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );
}
