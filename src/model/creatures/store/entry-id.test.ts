// Tests that the id of a log entry depends only on its place in the life.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arbitrarySimulation, simulated } from "../../../../test/lives/simulated-life.ts";
import { entryIdOf } from "./entry-id.ts";

const CREATURE = "0197a000-0000-7000-8000-000000000001";

test("an id depends only on the entry's position and never changes", () => {
  expect(entryIdOf(CREATURE, 1, 0)).toMatchInlineSnapshot(`"b4fd748d-f241-8cdc-844a-dc94ecc52ef4"`);
  expect(entryIdOf(CREATURE, 12, 1)).toMatchInlineSnapshot(`"163db1dd-c1d4-8da6-b99e-80c38fb89fd8"`);
});

test("an id is a UUID of version 8", () => {
  for (let version = 1; version < 200; version++) {
    expect(entryIdOf(CREATURE, version, 0)).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  }
});

test("every entry has a distinct id from its version and position", () => {
  fc.assert(
    fc.property(arbitrarySimulation, (simulation) => {
      const { rows } = simulated(simulation);
      expect(new Set(rows.map(({ entry_id }) => entry_id)).size).toBe(rows.length);
      const places = new Map<number, number>();
      for (const { creature_id, version, entry_id } of rows) {
        const ordinal = places.get(version) ?? 0;
        places.set(version, ordinal + 1);
        expect(entry_id).toBe(entryIdOf(creature_id, version, ordinal));
      }
    }),
  );
});
