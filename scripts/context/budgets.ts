// Defines the limits for measured texts: a text may not exceed its budget or grow more than five percent over the recorded
// baseline.
import type { TextSize } from "./reader.ts";

export interface SizeReading {
  readonly name: string;
  readonly size: TextSize;
  readonly budget: Partial<TextSize>;
}

/** Token counts by reading name. */
export type Baseline = Readonly<Record<string, number>>;

const MOST_GROWTH = 1.05;

/** Returns one line for each reading that is over budget, lacks a baseline, or was not measured. */
export function faultsIn(readings: readonly SizeReading[], baseline: Baseline): readonly string[] {
  const named = new Set(readings.map(({ name }) => name));
  const gone = Object.keys(baseline).filter((name) => !named.has(name));
  return [...readings.flatMap((reading) => faultsOf(reading, baseline[reading.name])), ...gone.map(notMeasured)];
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

function notMeasured(name: string): string {
  return `${name}: is in the baseline but was not measured`;
}

export function baselineOf(readings: readonly SizeReading[]): Baseline {
  return Object.fromEntries(readings.map(({ name, size }) => [name, size.tokens]));
}

export function tableOf(readings: readonly SizeReading[], baseline: Baseline) {
  const rows = readings.map(({ name, size, budget }) => {
    const before = baseline[name];
    const change = before === undefined ? "new" : `${((size.tokens / before - 1) * 100).toFixed(1)}%`;
    return [name, { ...size, budget: budgetText(budget), change }] as const;
  });
  return Object.fromEntries(rows);
}

function budgetText(budget: Partial<TextSize>): string {
  return Object.entries(budget)
    .map(([unit, most]) => `${most} ${unit}`)
    .join(", ");
}
