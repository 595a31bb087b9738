// Lines of the cold log: whatever happened in a life, its rows come back as they were.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { packIdentity, packLife, unpackLife, type PackedLife } from "@denkeeper/rules/replay/packed-life.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { arbitrarySimulation, simulated, type SimulatedLife } from "../../../test/lives/simulated-life.ts";
import type { LogRow } from "../../store/creatures/care-log.ts";
import { privateText } from "../../store/creatures/private-text.ts";
import { decodeLine } from "./decode-line.ts";
import { encodeLine } from "./encode-line.ts";
import { byVersion } from "./life-order.ts";
import { DAY_MS, type LogLine } from "./line.ts";

function byDay(rows: readonly LogRow[]): readonly (readonly [number, readonly LogRow[]])[] {
  const days = Map.groupBy(rows, ({ recorded_at }) => Math.floor(recorded_at / DAY_MS) * DAY_MS);
  return [...days].toSorted(([one], [other]) => one - other).map(([day, some]) => [day, some.toSorted(byVersion)]);
}

interface Archived {
  readonly lines: readonly { readonly day: number; readonly line: LogLine }[];
  readonly differing: number;
}

function archived({ stored, rows }: SimulatedLife, checkpoint: boolean): Archived {
  let previous: { day: number; life: PackedLife | null } | undefined;
  let differing = 0;
  const lines = byDay(rows).map(([day, some]) => {
    const identity = packIdentity(stored.creature);
    const encoded = encodeLine(some, { day, rules: RULES_VERSION }, { identity, previous, checkpoint });
    previous = { day, life: encoded.life };
    differing += encoded.differing;
    return { day, line: JSON.parse(JSON.stringify(encoded.line)) as LogLine };
  });
  return { lines, differing };
}

function readBack({ lines }: Archived): readonly LogRow[] {
  let life: PackedLife | null = null;
  return lines.flatMap(({ day, line }) => {
    const decoded = decodeLine(line, { day, rules: RULES_VERSION }, life);
    life = decoded.life;
    return decoded.rows;
  });
}

function inOrder(rows: readonly LogRow[]): readonly LogRow[] {
  return byDay(rows).flatMap(([, some]) => some);
}

test("the rows of any life come back, and none has to be written down whole", () => {
  fc.assert(
    fc.property(arbitrarySimulation, fc.boolean(), (simulation, checkpoint) => {
      const life = simulated(simulation);
      const cold = archived(life, checkpoint);
      expect(readBack(cold)).toEqual(inOrder(life.rows));
      expect(cold.differing).toBe(0);
    }),
    { numRuns: 300 },
  );
});

test("a line with a checkpoint needs no line before it", () => {
  fc.assert(
    fc.property(arbitrarySimulation, (simulation) => {
      const life = simulated(simulation);
      const rows = archived(life, true).lines.flatMap(
        ({ day, line }) => decodeLine(line, { day, rules: RULES_VERSION }, null).rows,
      );
      expect(rows).toEqual(inOrder(life.rows));
    }),
    { numRuns: 100 },
  );
});

test("a packed life is the life", () => {
  fc.assert(
    fc.property(arbitrarySimulation, (simulation) => {
      const { creature } = simulated(simulation).stored;
      const packed = packLife({ creature, beforeDeath: creature, care: null });
      const again = unpackLife(creature.id, JSON.parse(JSON.stringify(packed)) as PackedLife);
      expect(again.creature).toEqual({ ...creature, name: "" });
    }),
    { numRuns: 200 },
  );
});

test("what the rules do not give is written down, and what follows cannot be followed", () => {
  fc.assert(
    fc.property(arbitrarySimulation, fc.nat(), fc.constantFrom("stat", "gone", "order"), (simulation, nth, fault) => {
      const life = simulated(simulation);
      const rows = [...life.rows];
      const index = nth % rows.length;
      const row = rows[index];
      if (row === undefined) return;
      if (fault === "stat") {
        const notes = privateText("as edited by hand");
        rows[index] = { ...row, timing: "late", notes, score: 0.5, unchecked_since: 12 };
      }
      if (fault === "gone") rows.splice(index, 1);
      if (fault === "order")
        rows[index] = { ...row, recorded_at: row.recorded_at + 9 * DAY_MS, version: row.version + 3 };
      if (rows.length === 0) return;
      // Of a life that cannot be followed only the creature tells the species.
      const told = (some: readonly LogRow[]) => some.map((one) => ({ ...one, family: null, species_slug: null }));
      const cold = archived({ ...life, rows }, nth % 2 === 0);
      expect(told(readBack(cold))).toEqual(told(inOrder(rows)));
    }),
    { numRuns: 300 },
  );
});
