// Tests exported lives against the rules. Every life agrees with its own log, and a file with a changed entry does not.
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arbitrarySimulation, simulated, type SimulatedLife } from "../../../test/lives/simulated-life.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { READ_START, faultAtEnd, readLine, type EntryLine } from "@denkeeper/rules/replay/life-file.ts";
import { LIFE_EVENTS } from "@denkeeper/rules/replay/replay.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { visibleStat } from "@denkeeper/rules/creature/visibility.ts";
import { creatureLineOf, entryLineOf, headLineOf, sha256, stateLineOf } from "./life-lines.ts";
import { FULL } from "../../../test/tier.ts";

const LIVES = FULL ? 1_000 : 400;

interface Lines {
  readonly before: readonly object[];
  readonly entries: readonly EntryLine[];
  readonly after: readonly object[];
}

function linesOf({ stored, rows }: SimulatedLife): Lines {
  return {
    before: [headLineOf("http://localhost:3000", 0), creatureLineOf(stored.creature)],
    entries: rows.map((row) => entryLineOf(row, stored.creature, undefined)),
    after: [stateLineOf(stored)],
  };
}

/** Returns the fault in the lines, after a round trip through JSON. */
function faultIn({ before, entries, after }: Lines): string | null {
  let reading = READ_START;
  for (const line of [...before, ...entries, ...after]) {
    const next = readLine(reading, JSON.parse(JSON.stringify(line)), sha256);
    if ("fault" in next) return next.fault;
    reading = next;
  }
  return faultAtEnd(reading);
}

test(`the replay of ${LIVES} random lives agrees with their logs and outcomes`, () => {
  const kinds = new Set<string>();
  let entries = 0;
  fc.assert(
    fc.property(arbitrarySimulation, (simulation) => {
      const life = simulated(simulation);
      for (const { kind } of life.rows) kinds.add(kind);
      entries += life.rows.length;
      expect(faultIn(linesOf(life))).toBeNull();
    }),
    { numRuns: LIVES },
  );
  // Restored deaths (`restore`) are covered by the tests of outages.
  expect([...kinds].toSorted()).toEqual(LIFE_EVENTS.filter((kind) => kind !== "restore").toSorted());
  expect(entries).toBeGreaterThan(5 * LIVES);
});

test("docs/rules.md names the current rules version", () => {
  expect(readFileSync("docs/rules.md", "utf8")).toContain(`the rules of version ${RULES_VERSION}.`);
});

/** Ways to falsify one entry. Each changes a fact that the replay can check. */
const LIES: Readonly<Record<string, (entry: EntryLine) => EntryLine>> = {
  "an instant": (entry) => ({ ...entry, at: entry.at + 60_000 }),
  "an action": (entry) => ({ ...entry, action: entry.action === "feed" ? "play" : "feed" }),
  "a meal's category": (entry) => (entry.action === "feed" ? { ...entry, category: "harmful" } : entry),
  "a timing": (entry) => ({ ...entry, timing: entry.timing === "on_time" ? "early" : "on_time" }),
  "a stat": (entry) => ({
    ...entry,
    after: entry.after && { ...entry.after, trust: visibleStat(null, "trust", 99.5, 99.5) },
  }),
  "a hidden stat": (entry) => ({ ...entry, before: entry.before && { ...entry.before, hunger: null } }),
};

test.each(Object.keys(LIES))("falsifying %s in any one entry is detected", (kind) => {
  const lie = LIES[kind];
  fc.assert(
    fc.property(arbitrarySimulation, fc.nat(), (simulation, chosen) => {
      const lines = linesOf(simulated(simulation));
      const cares = lines.entries.flatMap((entry, index) => (entry.kind === "care" ? [index] : []));
      const at = cares[chosen % Math.max(1, cares.length)];
      const told = at === undefined ? undefined : lines.entries[at];
      fc.pre(at !== undefined && told !== undefined && lie !== undefined);
      const changed = told === undefined || lie === undefined ? told : lie(told);
      fc.pre(JSON.stringify(changed) !== JSON.stringify(told));
      const entries = lines.entries.map((entry, index) => (index === at && changed !== undefined ? changed : entry));
      expect(faultIn({ ...lines, entries })).not.toBeNull();
    }),
    { numRuns: 60 },
  );
});

test("a suspension that is omitted or has a wrong end is detected", () => {
  let found = 0;
  fc.assert(
    fc.property(arbitrarySimulation, fc.integer({ min: -HOUR_MS, max: HOUR_MS }), (simulation, byMs) => {
      const lines = linesOf(simulated(simulation));
      const at = lines.entries.findIndex(({ kind }) => kind === "suspend");
      const entry = lines.entries[at];
      if (entry === undefined || byMs === 0) return;
      found++;
      const longer = { ...entry, until: (entry.until ?? 0) + byMs };
      expect(faultIn({ ...lines, entries: lines.entries.with(at, longer) })).not.toBeNull();
      // A suspension that was lifted immediately has no effect, so its absence cannot be detected.
      if (lines.entries[at + 1]?.at === entry.at) return;
      expect(faultIn({ ...lines, entries: lines.entries.toSpliced(at, 1) })).not.toBeNull();
    }),
    { numRuns: 200 },
  );
  expect(found).toBeGreaterThan(10);
});

test("an omitted or duplicated entry is detected", () => {
  fc.assert(
    fc.property(arbitrarySimulation, fc.nat(), (simulation, chosen) => {
      const lines = linesOf(simulated(simulation));
      const cares = lines.entries.flatMap(({ kind }, index) => (kind === "care" ? [index] : []));
      fc.pre(cares.length > 1);
      const at = cares[chosen % cares.length] ?? 0;
      expect(faultIn({ ...lines, entries: lines.entries.toSpliced(at, 1) })).not.toBeNull();
      const [twice] = lines.entries.slice(at);
      if (twice !== undefined)
        expect(faultIn({ ...lines, entries: lines.entries.toSpliced(at, 0, twice) })).not.toBeNull();
      expect(faultIn({ ...lines, after: [] })).toBe("the final state is missing");
    }),
    { numRuns: 60 },
  );
});

test("malformed lines never make the reader throw", () => {
  fc.assert(
    fc.property(arbitrarySimulation, fc.nat(), fc.jsonValue(), fc.string(), (simulation, chosen, value, name) => {
      const { before, entries, after } = linesOf(simulated(simulation));
      const all: readonly object[] = [...before, ...entries, ...after];
      const at = chosen % all.length;
      const names = Object.keys(all[at] ?? {});
      const field = chosen % 2 === 0 ? (names[chosen % names.length] ?? name) : name;
      const broken = all.map((line, index) => (index === at ? Object.assign({}, line, { [field]: value }) : line));
      let reading = READ_START;
      for (const line of broken) {
        const next = readLine(reading, line, sha256);
        if ("fault" in next) return;
        reading = next;
      }
    }),
    { numRuns: 100 },
  );
});

test("a file or an entry from another rules version is rejected", () => {
  const other = { rules_version: RULES_VERSION + 1 };
  fc.assert(
    fc.property(arbitrarySimulation, (simulation) => {
      const { before, entries, after } = linesOf(simulated(simulation));
      const [head, ...rest] = before;
      expect(faultIn({ before: [{ ...head, ...other }, ...rest], entries, after })).toContain(
        `rules version ${RULES_VERSION + 1}`,
      );
      const changed = entries.map((entry) => Object.assign({}, entry, other));
      expect(faultIn({ before, entries: changed, after })).toBe(
        "the entry has an invalid kind, instant, action, category or rules version",
      );
    }),
    { numRuns: 5 },
  );
});
