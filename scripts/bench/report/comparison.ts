// The report of two versions on one database: CPU for each call, of the API and of PostgreSQL, and their ratio. Medians of
// turns, because other work on the machine disturbs single turns by a third.
import type { Measured } from "../load/load.ts";
import { quantile } from "./quantile.ts";

const MICROSECONDS = 1000;

/** What one case on one version came to, turn by turn, in microseconds of CPU for each answer. */
export class Turns {
  readonly api: number[] = [];
  readonly postgres: number[] = [];
  readonly #latencies: number[] = [];
  #refused = 0;

  add(measured: Measured, apiMs: number, postgresMs: number): void {
    const calls = measured.latencies.length;
    this.api.push((MICROSECONDS * apiMs) / calls);
    this.postgres.push((MICROSECONDS * postgresMs) / calls);
    for (const latency of measured.latencies) this.#latencies.push(latency);
    for (const count of measured.refused.values()) this.#refused += count;
  }

  get both(): readonly number[] {
    return this.api.map((cpu, turn) => cpu + (this.postgres[turn] ?? 0));
  }

  get refused(): number {
    return this.#refused;
  }

  latency(share: number): number {
    return quantile(this.#latencies, share);
  }
}

export interface Compared {
  readonly kind: string;
  readonly ours: Turns;
  readonly theirs: Turns;
}

function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

export function comparisonOf(compared: readonly Compared[]): string {
  const lines = ["case       version   API µs   PostgreSQL µs   both µs   p50 ms   p99 ms   refused"];
  for (const { kind, ours, theirs } of compared) {
    for (const [version, turns] of [
      ["theirs", theirs],
      ["ours", ours],
    ] as const) {
      lines.push(
        [
          kind.padEnd(10),
          version.padEnd(7),
          median(turns.api).toFixed(0).padStart(8),
          median(turns.postgres).toFixed(0).padStart(15),
          median(turns.both).toFixed(0).padStart(9),
          turns.latency(0.5).toFixed(2).padStart(8),
          turns.latency(0.99).toFixed(2).padStart(8),
          String(turns.refused).padStart(9),
        ].join(" "),
      );
    }
    const ratio = (of: (turns: Turns) => readonly number[]) => (median(of(ours)) / median(of(theirs))).toFixed(3);
    lines.push(
      `${kind}: ours / theirs ${ratio(({ api }) => api)} API, ${ratio(({ postgres }) => postgres)} PostgreSQL, ${ratio(({ both }) => both)} both`,
    );
  }
  return lines.join("\n");
}
