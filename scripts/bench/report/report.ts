// The report: a row for each case and server, the ratios, and whether the targets are met. CPU and ratios are medians of
// turns, because other work on the machine disturbs single turns by a third.
import type { Measured } from "../load/load.ts";
import { quantile } from "./quantile.ts";

const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** What one case on one server came to. */
export class Tally {
  readonly #latencies: number[] = [];
  readonly #refused = new Map<number, number>();
  #seconds = 0;
  /** Turn by turn: the median latency, and processor time for each answer, in milliseconds. */
  readonly medians: number[] = [];
  readonly api: number[] = [];
  readonly postgres: number[] = [];

  add({ latencies, refused, seconds }: Measured, apiMs: number, postgresMs: number): void {
    this.medians.push(median(latencies));
    this.api.push(apiMs / latencies.length);
    this.postgres.push(postgresMs / latencies.length);
    for (const latency of latencies) this.#latencies.push(latency);
    for (const [status, count] of refused) this.#refused.set(status, (this.#refused.get(status) ?? 0) + count);
    this.#seconds += seconds;
  }

  get both(): readonly number[] {
    return this.api.map((cpu, turn) => cpu + (this.postgres[turn] ?? 0));
  }

  get refused(): string {
    return [...this.#refused].map(([status, count]) => `${count} x ${status}`).join(", ");
  }

  get row(): string {
    return [
      (this.#latencies.length / this.#seconds).toFixed(0).padStart(10),
      quantile(this.#latencies, 0.5).toFixed(2).padStart(8),
      quantile(this.#latencies, 0.99).toFixed(2).padStart(8),
      median(this.api).toFixed(3).padStart(8),
      median(this.postgres).toFixed(3).padStart(15),
      median(this.both).toFixed(3).padStart(9),
      `  ${this.refused === "" ? "none" : this.refused}`,
    ].join(" ");
  }
}

export interface Row {
  readonly kind: string;
  readonly server: string;
  readonly tally: Tally;
}

const MOST_OF_SMALL = 1.15;
const WITH_TARGETS: ReadonlySet<string> = new Set(["status", "care"]);

/** The median over the turns: both were asked one right after the other, and what disturbs one turn disturbs both. */
function growthOf(large: Tally, small: Tally): number {
  return median(large.medians.map((each, turn) => each / (small.medians[turn] ?? Number.NaN)));
}

/** `real` is the server on the large house, `small` on the small one, `theirs` that of another checkout on the large one. */
export function reportOf(rows: readonly Row[]): { readonly text: string; readonly missed: boolean } {
  const lines = ["case       server   requests/s   p50 ms   p99 ms   API ms   PostgreSQL ms   both ms   refused"];
  let missed = rows.some(({ tally }) => tally.refused !== "");
  if (missed) lines.push("answers other than 200: MISSED");
  for (const [kind, own] of Map.groupBy(rows, (row) => row.kind)) {
    lines.push(...own.map(({ server, tally }) => `${kind.padEnd(10)} ${server.padEnd(8)} ${tally.row}`));
    const of = (server: string) => own.find((row) => row.server === server)?.tally;
    const [real, small, theirs] = [of("real"), of("small"), of("theirs")];
    if (real !== undefined && small !== undefined) {
      const growth = growthOf(real, small);
      const isMet = growth <= MOST_OF_SMALL || !WITH_TARGETS.has(kind);
      if (!isMet) missed = true;
      lines.push(
        `${kind}: p50 large / small ${growth.toFixed(2)} (at most ${MOST_OF_SMALL}${isMet ? "" : ": MISSED"})`,
      );
    }
    if (real !== undefined && theirs !== undefined) {
      const ratio = (part: "api" | "postgres" | "both") => (median(real[part]) / median(theirs[part])).toFixed(3);
      lines.push(
        `${kind}: ours / theirs ${ratio("api")} API, ${ratio("postgres")} PostgreSQL, ${ratio("both")} both, by CPU`,
      );
    }
  }
  return { text: lines.join("\n"), missed };
}
