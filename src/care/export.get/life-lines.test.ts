// Exported lives against the rules: every life that can be stored agrees with its log, and a file with one changed
// entry does not.
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { arbitrarySimulation, simulated, type SimulatedLife } from "../../../test/lives/simulated-life.ts";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { READ_START, faultAtEnd, readLine, stateLine, type EntryLine } from "@denkeeper/rules/replay/life-file.ts";
import { LIFE_EVENTS } from "@denkeeper/rules/replay/replay.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { visibleStat } from "@denkeeper/rules/creature/visibility.ts";
import { logRow, type LogEvent, type LogRow } from "../../model/creatures/store/care-log.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { creatureLineOf, entryLineOf, headLineOf, sha256, stateLineOf } from "./life-lines.ts";
import { livingOf } from "../../../test/lives/creatures.ts";
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

/** As it would be after a way through a file. */
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
  // A death that is taken back is played by the journey of outages.
  expect([...kinds].toSorted()).toEqual(LIFE_EVENTS.filter((kind) => kind !== "restore").toSorted());
  expect(entries).toBeGreaterThan(5 * LIVES);
}, 120_000);

test("the rule book says which rules these are", () => {
  expect(readFileSync("docs/rules.md", "utf8")).toContain(`the rules of version ${RULES_VERSION}.`);
});

/** Ways to lie about one entry, each about something that happened otherwise. */
const LIES: Readonly<Record<string, (entry: EntryLine) => EntryLine>> = {
  "an instant": (entry) => ({ ...entry, at: entry.at + 60_000 }),
  "an action": (entry) => ({ ...entry, action: entry.action === "feed" ? "play" : "feed" }),
  "a harmful meal": (entry) => (entry.action === "feed" ? { ...entry, category: "harmful" } : entry),
  "a timing": (entry) => ({ ...entry, timing: entry.timing === "on_time" ? "early" : "on_time" }),
  "a stat": (entry) => ({
    ...entry,
    after: entry.after && { ...entry.after, trust: visibleStat(null, "trust", 99.5, 99.5) },
  }),
  "a hidden stat": (entry) => ({ ...entry, before: entry.before && { ...entry.before, hunger: null } }),
};

test.each(Object.keys(LIES))("one entry that lies about %s is found, wherever it stands", (kind) => {
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

test("a suspension that lies about its end, or that is left out, is found", () => {
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
      // One that was lifted at once has left nothing behind.
      if (lines.entries[at + 1]?.at === entry.at) return;
      expect(faultIn({ ...lines, entries: lines.entries.toSpliced(at, 1) })).not.toBeNull();
    }),
    { numRuns: 100 },
  );
  expect(found).toBeGreaterThan(10);
});

test("an entry that is left out, doubled or exchanged is found", () => {
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

test("garbage is a fault, and nothing else", () => {
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

const AGENT = "649551e2-74ba-53e0-bf72-047ea579d198";
const NINE = Date.UTC(2026, 5, 1, 9);

/**
 * Four reflects within a minute at nine, then a meal and a look in the evening. Up to an instant it follows rules 1, which
 * kept no start of a rhythm; rows of that time have no version.
 */
function lifeWithRules1Until(until: number): SimulatedLife {
  const species = findBuiltIn("housecat");
  if (species === undefined) throw new Error("there is no housecat");
  const id = "0197a000-0000-7000-8000-000000000001";
  const egg = adopt({ id, name: "Pip", species, zone: "UTC", at: NINE });
  const rows: LogRow[] = [];
  let creature = hatch(egg, NINE);
  const write = (event: Omit<LogEvent, "recordedAt">): void => {
    const row = logRow(AGENT, creature, rows.length + 1, { ...event, recordedAt: event.at });
    rows.push(event.at < until ? { ...row, rules_version: null } : row);
  };
  write({ kind: "adopt", at: NINE });
  write({ kind: "hatch", at: NINE });
  const visits = [0, 0, 0, 0.01, 3, 11, 12].map((hour) => NINE + hour * HOUR_MS);
  for (const [index, at] of visits.entries()) {
    const action = index < 4 ? "reflect" : "feed";
    const outcome = applyCare(creature, action, undefined, at);
    if (outcome.kind !== "done") throw new Error(outcome.kind);
    const { rhythmSince } = creature;
    const cared = livingOf(outcome.creature);
    creature = at < until ? { ...cared, rhythmSince } : cared;
    const { before, timing, effectiveness } = outcome;
    const stats = { before: before.stats, after: creature.stats };
    const item = { item: null, isTask: false, category: null, score: null, notes: null };
    write({ kind: "care", at, care: { action, ...item, timing, effectiveness, ...stats } });
  }
  const stored: PresentCreature = {
    agentId: AGENT,
    version: rows.length,
    creature,
    seenStage: "baby",
    recentCare: [],
    memory: null,
    imagePrompt: null,
    imageUrl: null,
    nextEventAt: null,
  };
  return { stored, rows, changes: [] };
}

test.each([
  ["all of it", Infinity],
  ["its first visit", NINE + HOUR_MS],
  ["none of it", 0],
])("RHYTHM-2: a life of which %s follows rules 1 is checked under the rules of each stretch", (_what, until) => {
  const lines = linesOf(lifeWithRules1Until(until));
  expect(faultIn(lines)).toBeNull();
  // Without their versions the same entries do not lead there: the rules differ.
  const entries = lines.entries.map((entry) =>
    Object.assign({}, entry, { rules_version: entry.rules_version === 1 ? 2 : 1 }),
  );
  expect(faultIn({ ...lines, entries })).not.toBeNull();
});

test("a file that a house with rules 1 wrote is still checked, and one of unknown rules is not", () => {
  const life = lifeWithRules1Until(Infinity);
  const { before, entries, after } = linesOf(life);
  const headOf = (rules_version: number) =>
    before.map((line, index) => (index === 0 ? Object.assign({}, line, { rules_version }) : line));
  const { creature, version } = life.stored;
  const outcome = stateLine(creature, version, creature.asOf, sha256, 1);
  const old = entries.map((entry) => {
    const { rules_version: _, ...line } = entry;
    return line;
  });
  expect(faultIn({ before: headOf(1), entries: old, after: [outcome] })).toBeNull();
  expect(faultIn({ before: headOf(1), entries: old, after })).toContain("does not match the log");
  expect(faultIn({ before: headOf(3), entries, after })).toContain("rules version 3");
});
