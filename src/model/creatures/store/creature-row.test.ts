// Tests that creatures survive storage as rows, and that inconsistent rows are rejected.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arbitrarySimulation, simulated } from "../../../../test/lives/simulated-life.ts";
import {
  creatureFromRow,
  creatureRow,
  deadFromRow,
  keptFromRow,
  livingFromRow,
  type CreatureRow,
} from "./creature-row.ts";

const overTheWire = (row: CreatureRow): CreatureRow => JSON.parse(JSON.stringify(row)) as CreatureRow;

test("a creature in any state survives a round trip through its row", () => {
  fc.assert(
    fc.property(arbitrarySimulation, (simulation) => {
      const { unwritten: _, ...stored } = simulated(simulation).stored;
      expect(creatureFromRow(overTheWire(creatureRow(stored)))).toEqual(stored);
    }),
    { numRuns: 100 },
  );
});

test("every column of a row is read", () => {
  const columns = new Set<string | symbol>();
  const get = (target: CreatureRow, column: string | symbol): unknown => {
    columns.add(column);
    return Reflect.get(target, column);
  };
  const [simulation] = fc.sample(arbitrarySimulation, { numRuns: 1, seed: 1 });
  if (simulation === undefined) throw new Error("no simulation was generated");
  const row = Object.assign(overTheWire(creatureRow(simulated(simulation).stored)), DEAD);
  creatureFromRow(new Proxy(row, { get }));
  expect(Object.keys(row).filter((column) => !columns.has(column))).toEqual([]);
});

/** Columns of a living creature, an egg, a dead creature, and a released one. */
const LIVING = { hatched_at: 1, stage: "baby", died_at: null, death_cause: null, released_at: null };
const EGG = { ...LIVING, hatched_at: null, stage: "egg" };
const DEAD = { ...LIVING, died_at: 2, death_cause: "hunger" };
const GONE = { ...LIVING, released_at: 2 };

const readers = { living: livingFromRow, kept: keptFromRow, dead: deadFromRow, any: creatureFromRow };

/** Returns the readers that accept a row with these columns. */
function acceptingReaders(columns: object): readonly string[] {
  const [simulation] = fc.sample(arbitrarySimulation, { numRuns: 1, seed: 1 });
  if (simulation === undefined) throw new Error("no simulation was generated");
  const row = Object.assign(overTheWire(creatureRow(simulated(simulation).stored)), columns);
  return Object.entries(readers).flatMap(([name, read]) => {
    try {
      read(row);
      return [name];
    } catch (thrown) {
      expect(thrown).toMatchObject({
        message: `the row of creature ${row.creature_id} is inconsistent or of another kind`,
      });
      return [];
    }
  });
}

test.each([
  ["a living creature", LIVING, ["living", "kept", "any"]],
  ["an egg", EGG, ["kept", "any"]],
  ["a dead creature", DEAD, ["dead", "any"]],
  ["a released creature", GONE, ["any"]],
  ["a released egg", { ...EGG, released_at: 2 }, ["any"]],
  ["an egg that has hatched", { ...EGG, hatched_at: 1 }, []],
  ["an adult that has not hatched", { ...LIVING, hatched_at: null }, []],
  ["an egg that has died", { ...EGG, died_at: 2, death_cause: "hunger" }, []],
  ["a dead creature that was released", { ...DEAD, released_at: 2 }, []],
])("only the readers for its kind accept %s", (_what, columns, expected) => {
  expect(acceptingReaders(columns)).toEqual(expected);
});
