// Encodes the outcome of care without loss in about 35 bytes: its effectiveness, and the stats before and after. Most stats are
// unchanged or change by simple fractions, so hardly any need eight bytes.
import type { Effectiveness, Stat } from "@denkeeper/rules/creature/creature.ts";
import type { LoggedStats } from "@denkeeper/rules/creature/visibility.ts";

/** Stored by index, so neither list may ever be reordered. */
const EFFECTIVENESSES: readonly Effectiveness[] = ["effective", "reduced", "wasted"];
const STATS: readonly Stat[] = ["hunger", "happiness", "health", "trust", "discipline"];

/** Two-bit codes for how a stat is stored: as a double, or as a 16-bit count of quarters. */
const FULL = 0;
const QUARTERS = 1;
/** Codes only for stats after care: unchanged, or changed by a 16-bit count of hundredths. */
const SAME = 2;
const CHANGE = 3;

/** The head consists of two-bit fields: the effectiveness, then the codes of the stats before care, then of those after. */
const HEAD_BYTES = 3;
const LONGEST = HEAD_BYTES + 2 * STATS.length * 8;

export interface LoggedOutcome extends LoggedStats {
  readonly effectiveness: Effectiveness | null;
}

/** Returns undefined for entries other than care. */
export function encodeOutcome(outcome: LoggedOutcome): Buffer | undefined {
  if (outcome.effectiveness === null) return undefined;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: stats are numbers at run time, and are only stored here
  const numbers = outcome as unknown as Record<keyof LoggedStats, number>;
  const bytes = Buffer.allocUnsafe(LONGEST);
  let head = EFFECTIVENESSES.indexOf(outcome.effectiveness);
  let at = HEAD_BYTES;
  const write = (value: number, before?: number): number => {
    if (value === before) return SAME;
    if (isInt16(value * 4)) {
      at = bytes.writeInt16LE(value * 4, at);
      return QUARTERS;
    }
    const hundredths = Math.round((value - (before ?? 0)) * 100);
    if (before !== undefined && isInt16(hundredths) && before + hundredths / 100 === value) {
      at = bytes.writeInt16LE(hundredths, at);
      return CHANGE;
    }
    at = bytes.writeDoubleLE(value, at);
    return FULL;
  };
  let shift = 2;
  for (const stat of STATS) {
    head |= write(numbers[`${stat}_before`]) << shift;
    shift += 2;
  }
  for (const stat of STATS) {
    head |= write(numbers[`${stat}_after`], numbers[`${stat}_before`]) << shift;
    shift += 2;
  }
  bytes.writeUIntLE(head, 0, HEAD_BYTES);
  return bytes.subarray(0, at);
}

function isInt16(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) < 2 ** 15;
}

export function decodeOutcome(bytes: Buffer): LoggedOutcome {
  const head = bytes.readUIntLE(0, HEAD_BYTES);
  let at = HEAD_BYTES;
  let shift = 0;
  const read = (before: number): number => {
    shift += 2;
    const form = (head >> shift) & 3;
    if (form === SAME) return before;
    at += form === FULL ? 8 : 2;
    if (form === FULL) return bytes.readDoubleLE(at - 8);
    const short = bytes.readInt16LE(at - 2);
    return form === QUARTERS ? short / 4 : before + short / 100;
  };
  const before = STATS.map((stat) => [stat, read(0)] as const);
  const numbers: Record<string, number> = {};
  for (const [stat, value] of before) {
    numbers[`${stat}_before`] = value;
    numbers[`${stat}_after`] = read(value);
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: hides the numbers, so that no answer accepts them
  return { ...numbers, effectiveness: EFFECTIVENESSES[head & 3] ?? null } as unknown as LoggedOutcome;
}
