// How long threads ran, and how long they were ready to run while others had the cores. Only Linux tells.
import { readFileSync, readdirSync } from "node:fs";

const NS_PER_MS = 1e6;

export interface Scheduled {
  readonly ranMs: number;
  readonly waitedMs: number;
}

function readSchedule(file: string): Scheduled | undefined {
  try {
    const [ran = 0, waited = 0] = readFileSync(file, "utf8").split(" ").map(Number);
    return { ranMs: ran / NS_PER_MS, waitedMs: waited / NS_PER_MS };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}

export function mainThread(pid: number): Scheduled | undefined {
  return readSchedule(`/proc/${pid}/task/${pid}/schedstat`);
}

/** All threads of a process but the main one: the garbage collector's, the compiler's and those of libuv. */
export function otherThreads(pid: number): Scheduled {
  const folder = `/proc/${pid}/task`;
  const threads = readdirSync(folder).filter((thread) => thread !== String(pid));
  return sumOf(threads.flatMap((thread) => readSchedule(`${folder}/${thread}/schedstat`) ?? []));
}

export function sumOf(all: readonly Scheduled[]): Scheduled {
  return all.reduce((sum, { ranMs, waitedMs }) => ({ ranMs: sum.ranMs + ranMs, waitedMs: sum.waitedMs + waitedMs }), {
    ranMs: 0,
    waitedMs: 0,
  });
}

/** Begins to watch; each call of what is returned tells what was added since the call before. */
export async function watchScheduled(
  read: () => Scheduled | undefined | Promise<Scheduled>,
): Promise<() => Promise<Scheduled>> {
  let before = await read();
  return async () => {
    const now = await read();
    const added = {
      ranMs: (now?.ranMs ?? 0) - (before?.ranMs ?? 0),
      waitedMs: (now?.waitedMs ?? 0) - (before?.waitedMs ?? 0),
    };
    before = now;
    return added;
  };
}
