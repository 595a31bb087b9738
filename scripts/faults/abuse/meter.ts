// Measures calls of an uninvolved client in its own thread, because the attacks keep the event loop of the main one busy.
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, workerData, Worker } from "node:worker_threads";
import { quantile } from "../../bench/load.ts";
import { ask } from "./client.ts";

export interface MeterOptions {
  readonly port: number;
  readonly from: string;
  readonly keys: readonly string[];
  readonly ms: number;
}

export interface MeterResult {
  readonly calls: number;
  readonly p50: number;
  readonly p99: number;
  /** Median latency of the status calls, which are every other call. */
  readonly statusP50: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** Keeps the client within the limits of its address and its agents. */
const EVERY_MS = 60;

async function measure({ port, from, keys, ms }: MeterOptions): Promise<MeterResult> {
  const calls: Promise<{ readonly status: number; readonly ms: number }>[] = [];
  const started = performance.now();
  for (let nth = 0; nth * EVERY_MS < ms; nth++) {
    await sleep(Math.max(0, started + nth * EVERY_MS - performance.now()));
    const authorization = `Bearer ${keys[Math.floor(nth / 2) % keys.length]}`;
    calls.push(
      nth % 2 === 0
        ? ask({ port, from, path: "/api/health" })
        : ask({ port, from, path: "/api/house/status", headers: { authorization } }),
    );
  }
  const answers = await Promise.all(calls);
  const statuses = Object.groupBy(answers, ({ status }) => String(status));
  const latencies = answers.map(({ ms: latency }) => latency);
  return {
    calls: answers.length,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    statusP50: quantile(
      latencies.filter((_, nth) => nth % 2 === 1),
      0.5,
    ),
    statuses: Object.fromEntries(Object.entries(statuses).map(([status, all = []]) => [status, all.length])),
  };
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
if (!isMainThread) parentPort?.postMessage(await measure(workerData as MeterOptions));

export async function meter(workload: MeterOptions): Promise<MeterResult> {
  const { promise, resolve, reject } = Promise.withResolvers<MeterResult>();
  new Worker(new URL(import.meta.url), { workerData: workload }).once("message", resolve).once("error", reject);
  return promise;
}
