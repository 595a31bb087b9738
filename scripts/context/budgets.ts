// Compares the sizes of texts with their budgets, and with a recorded baseline that they may exceed by five percent.
import type { TextSize } from "./reader.ts";

export interface SizeReading {
  readonly name: string;
  readonly size: TextSize;
  readonly budget: Partial<TextSize>;
}

/** Tokens by the name of the reading. */
export type Baseline = Readonly<Record<string, number>>;

const MOST_GROWTH = 1.05;

/** Returns a line for each size over its budget, grown too much, or missing on either side. */
export function faultsIn(readings: readonly SizeReading[], baseline: Baseline): readonly string[] {
  const named = new Set(readings.map(({ name }) => name));
  const gone = Object.keys(baseline).filter((name) => !named.has(name));
  return [
    ...readings.flatMap((reading) => faultsOf(reading, baseline[reading.name])),
    ...gone.map((name) => `${name}: is in the baseline but was not measured`),
  ];
}

function faultsOf({ name, size, budget }: SizeReading, before: number | undefined): readonly string[] {
  const units = ["tokens", "bytes", "lines"] as const;
  const over = units.filter((unit) => size[unit] > (budget[unit] ?? Infinity));
  const faults = over.map((unit) => `${name}: ${size[unit]} ${unit}, but the budget is ${budget[unit]}`);
  if (before === undefined)
    return [...faults, `${name}: has no baseline; record one with node scripts/context/context.ts --record`];
  const grown = size.tokens > before * MOST_GROWTH;
  return grown ? [...faults, `${name}: grew from ${before} to ${size.tokens} tokens, more than 5%`] : faults;
}

export function baselineOf(readings: readonly SizeReading[]): Baseline {
  return Object.fromEntries(readings.map(({ name, size }) => [name, size.tokens]));
}

export function tableOf(readings: readonly SizeReading[], baseline: Baseline) {
  const rows = readings.map(({ name, size, budget }) => {
    const before = baseline[name];
    const change = before === undefined ? "new" : `${((size.tokens / before - 1) * 100).toFixed(1)}%`;
    const limits = Object.entries(budget).map(([unit, most]) => `${most} ${unit}`);
    return [name, { ...size, budget: limits.join(", "), change }] as const;
  });
  return Object.fromEntries(rows);
}
