// Tests that a log entry survives encoding exactly, and that it takes little space.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { arbitrarySimulation, simulated } from "../../../../test/lives/simulated-life.ts";
import { logRowFrom, newLogRow, type LogRow } from "./care-log.ts";
import { decodeOutcome, encodeOutcome, type LoggedOutcome } from "./logged-outcome.ts";

const STATS = ["hunger", "happiness", "health", "trust", "discipline"];
const COLUMNS = STATS.flatMap((stat) => [`${stat}_before`, `${stat}_after`]);

function outcome(effectiveness: string, numbers: readonly number[]): LoggedOutcome {
  const stats = Object.fromEntries(COLUMNS.map((column, index) => [column, numbers[index] ?? 0]));
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: logged stats are numbers at run time
  return { ...stats, effectiveness } as unknown as LoggedOutcome;
}

/** Returns the row as `SELECT *` would return it after its insertion. */
function throughTheTable(row: LogRow): LogRow {
  const { outcome: coded, ...written } = newLogRow(row);
  const empty = Object.fromEntries(Object.keys(row).map((column) => [column, null]));
  const bytes = coded === undefined ? null : Buffer.from(coded.slice(2), "hex");
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: has the shape of PostgreSQL's answer
  const kept = { ...empty, ...JSON.parse(JSON.stringify(written)) } as LogRow;
  return logRowFrom({ ...kept, outcome: bytes });
}

const arbitraryStat = fc.oneof(
  fc.double({ min: 0, max: 100, noNaN: true }).map((value) => value + 0),
  fc.integer({ min: 0, max: 400 }).map((quarters) => quarters / 4),
  fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
);

describe("an encoded outcome", () => {
  test("survives a round trip to the last bit", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("effective", "reduced", "wasted"),
        fc.array(arbitraryStat, { minLength: 10, maxLength: 10 }),
        (effectiveness, numbers) => {
          const given = outcome(effectiveness, numbers);
          expect(decodeOutcome(encodeOutcome(given) ?? Buffer.alloc(0))).toEqual(given);
        },
      ),
    );
  });

  test("stores a change with more than two decimals in full", () => {
    const given = outcome("reduced", [12.3, 12.3 + 1 / 3, 0.1 + 0.2, 0.30000000000000004, 100, 99.99]);
    expect(decodeOutcome(encodeOutcome(given) ?? Buffer.alloc(0))).toEqual(given);
  });

  test("never changes its format between releases", () => {
    const given = outcome("wasted", [50, 60.5, 1 / 3, 1 / 3, 1 / 3, 1 / 3 + 0.25, 18, 18.1, 10, 10]);
    const coded = encodeOutcome(given)?.toString("hex");
    expect(coded).toMatchInlineSnapshot(`"06952fc800555555555555d53f555555555555d53f48002800f20019000a00"`);
    expect(decodeOutcome(Buffer.from(coded ?? "", "hex"))).toEqual(given);
  });
});

describe("a log entry", () => {
  test("survives a round trip through the table", () => {
    fc.assert(
      fc.property(arbitrarySimulation, (simulation) => {
        for (const row of simulated(simulation).rows) expect(throughTheTable(row)).toEqual(row);
      }),
    );
  });

  test("encodes care in less than 40 bytes on average", () => {
    const sizes: number[] = [];
    fc.assert(
      fc.property(arbitrarySimulation, (simulation) => {
        for (const row of simulated(simulation).rows) sizes.push(encodeOutcome(row)?.length ?? NaN);
      }),
    );
    const ofCare = sizes.filter((size) => !Number.isNaN(size));
    expect(ofCare.reduce((sum, size) => sum + size, 0) / ofCare.length).toBeLessThan(40);
  });
});
