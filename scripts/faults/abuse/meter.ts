// Measures calls of an uninvolved client in its own thread, away from the attacker's event loop. Calls run on a fixed schedule,
// within the limits of an address and its agents.
import { setTimeout as sleep } from "node:timers/promises";
import { isMainThread, parentPort, workerData, Worker } from "node:worker_threads";
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
  /** Median latency of status calls only. */
  readonly statusP50: number;
  readonly statuses: Readonly<Record<string, number>>;
}

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
  return {
    calls: answers.length,
    p50: quantile(answers, 0.5),
    p99: quantile(answers, 0.99),
    statusP50: quantile(
      answers.filter((_, nth) => nth % 2 === 1),
      0.5,
    ),
    statuses: Object.fromEntries(Object.entries(statuses).map(([status, all = []]) => [status, all.length])),
  };
}

function quantile(answers: readonly { readonly ms: number }[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

// Worker threads have no target origin.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
if (!isMainThread) parentPort?.postMessage(await measure(workerData as MeterOptions));

export async function meter(workload: MeterOptions): Promise<MeterResult> {
  const { promise, resolve, reject } = Promise.withResolvers<MeterResult>();
  new Worker(new URL(import.meta.url), { workerData: workload }).once("message", resolve).once("error", reject);
  return promise;
}
