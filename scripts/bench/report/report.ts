// The report: a row for each case and server, the ratios, and whether the targets are met.
import type { Measured } from "../load/load.ts";
import { quantile } from "./quantile.ts";

/** What one case on one server came to, over all turns. */
export class Tally {
  readonly #latencies: number[] = [];
  readonly #refused = new Map<number, number>();
  /** Turn by turn. */
  readonly medians: number[] = [];
  #seconds = 0;
  #cpuMs = 0;
  #postgresMs = 0;

  add(measured: Measured, cpuMs: number, postgresMs: number): void {
    this.medians.push(quantile(measured.latencies, 0.5));
    this.#postgresMs += postgresMs;
    for (const latency of measured.latencies) this.#latencies.push(latency);
    for (const [status, count] of measured.refused) this.#refused.set(status, (this.#refused.get(status) ?? 0) + count);
    this.#seconds += measured.seconds;
    this.#cpuMs += cpuMs;
  }

  get perSecond(): number {
    return this.#latencies.length / this.#seconds;
  }

  /** Processor time of the server for each answer, in milliseconds. */
  get cpuMs(): number {
    return this.#cpuMs / this.#latencies.length;
  }

  /** Processor time of the database for each answer, in milliseconds. */
  get postgresMs(): number {
    return this.#postgresMs / this.#latencies.length;
  }

  quantile(share: number): number {
    return quantile(this.#latencies, share);
  }

  get refused(): string {
    return [...this.#refused].map(([status, count]) => `${count} x ${status}`).join(", ");
  }
}

export interface Row {
  readonly kind: string;
  readonly server: string;
  readonly tally: Tally;
}

const LEAST_OF_BARE = 0.6;
const MOST_OF_SMALL = 1.15;
const WITH_TARGETS: ReadonlySet<string> = new Set(["status", "care"]);

/** The median over the turns: both were asked one right after the other, and what disturbs one turn disturbs both. */
function growthOf(large: Tally, small: Tally): number {
  return quantile(
    large.medians.map((median, turn) => median / (small.medians[turn] ?? Number.NaN)),
    0.5,
  );
}

export function reportOf(
  rows: readonly Row[],
  creatures: { readonly large: number; readonly small: number },
): { readonly text: string; readonly missed: boolean } {
  const named = (count: number) => count.toLocaleString("en");
  const lines = [
    `real and bare: ${named(creatures.large)} creatures; small: the real server on ${named(creatures.small)}`,
    "",
    "case       server   requests/s   p50 ms   p99 ms   CPU ms each   PostgreSQL   refused",
    ...rows
      .toSorted((a, b) => rows.findIndex(({ kind }) => kind === a.kind) - rows.findIndex(({ kind }) => kind === b.kind))
      .map(({ kind, server, tally }) =>
        [
          kind.padEnd(10),
          server.padEnd(8),
          tally.perSecond.toFixed(0).padStart(10),
          tally.quantile(0.5).toFixed(2).padStart(8),
          tally.quantile(0.99).toFixed(2).padStart(8),
          tally.cpuMs.toFixed(3).padStart(13),
          tally.postgresMs.toFixed(3).padStart(12),
          `  ${tally.refused === "" ? "none" : tally.refused}`,
        ].join(" "),
      ),
    "",
  ];
  let missed = false;
  const judge = (met: boolean): string => {
    if (!met) missed = true;
    return met ? "met" : "MISSED";
  };
  if (rows.some(({ tally }) => tally.refused !== "")) lines.push(`answers other than 200: ${judge(false)}`);
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const of = (server: string): Tally | undefined =>
      rows.find((row) => row.kind === kind && row.server === server)?.tally;
    const [real, bare, small] = [of("real"), of("bare"), of("small")];
    if (real === undefined || bare === undefined || small === undefined) throw new Error(`${kind} was not measured`);
    const ratio = real.perSecond / bare.perSecond;
    const cpu = bare.cpuMs / real.cpuMs;
    const growth = growthOf(real, small);
    const judged = WITH_TARGETS.has(kind);
    const first = judged ? ` (at least ${LEAST_OF_BARE}: ${judge(ratio >= LEAST_OF_BARE)})` : "";
    const second = judged ? ` (at most ${MOST_OF_SMALL}: ${judge(growth <= MOST_OF_SMALL)})` : "";
    lines.push(
      `${kind}: ${ratio.toFixed(2)} of bare${first}, ${cpu.toFixed(2)} by CPU; p50 large / small ${growth.toFixed(2)}${second}`,
    );
  }
  return { text: lines.join("\n"), missed };
}
