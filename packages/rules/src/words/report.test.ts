// Tests that reports list unreported facts, worst first, and that a healthy house has no report.
import { describe, expect, it } from "vitest";
import { T0, caredFor, creatureWith, hours } from "../../../../test/lives/creatures.ts";
import { board } from "../care/boarding.ts";
import type { Living } from "../creature/creature.ts";
import { troubleOf } from "../foresight/trouble.ts";
import { visibleAt, visibleLifeAt } from "../life/shown.ts";
import { dateWords } from "../time/spoken.ts";
import {
  REPORTED_FOR_MS,
  reportOf,
  currentTroubles,
  type ReportEvent,
  type ReportLine,
  type ReportMemory,
} from "./report.ts";

const died: ReportEvent = { at: T0, name: "Bea", details: { type: "died", cause: "hunger" } };
const late: ReportLine = { kind: "late", at: T0, message: "Pip was not fed in time." };
const NOTHING: ReportMemory = { newest: 7, toldAt: null, happened: [], count: 0 };

const at = (creature: Living, afterHours: number) => {
  const seen = visibleLifeAt(creature, T0 + hours(afterHours));
  if (seen.kind !== "living") throw new Error("the creature is dead");
  return troubleOf(seen);
};

describe("a report", () => {
  it("REPORT-1: a report is null if nothing happened and nothing is wrong", () => {
    expect(reportOf(NOTHING, [], T0)).toBeNull();
  });

  it("REPORT-1: a report lists five lines, troubles first, and counts the rest", () => {
    const happened = ["Ada", "Bea", "Fern", "Juno", "Moss"].map((name) => Object.assign({}, died, { name }));
    const wrong: ReportLine[] = [late, { ...late, kind: "critical" }];
    const report = reportOf({ ...NOTHING, happened, count: 9 }, wrong, T0);
    expect(report?.lines.map(({ kind }) => kind)).toEqual(["critical", "late", "died", "died", "died"]);
    expect(report?.text.endsWith("And 6 more: see events.")).toBe(true);
    expect(report?.id).toBe(7);
  });

  it("REPORT-1: a report describes each kind in a sentence with its date", () => {
    const details: readonly ReportEvent["details"][] = [
      died.details,
      { type: "died", cause: "harm" },
      { type: "harmed", action: "feed" },
      { type: "missed", meals: 1 },
      { type: "missed", meals: 2 },
      { type: "fed_late" },
      { type: "recovered", about: null },
      { type: "key_rotated", about: null },
      { type: "sitter_added", about: "Sam" },
    ];
    const said = details.map((each) =>
      reportOf({ ...NOTHING, happened: [{ ...died, details: each }], count: 1 }, [], T0),
    );
    expect(said.map((each) => each?.text.replaceAll(dateWords(T0), "DATE"))).toEqual([
      "Bea died of hunger on DATE.",
      "Bea died from a harmful item on DATE.",
      "Bea was given something harmful (feed) on DATE.",
      "Bea missed a meal before it was fed on DATE.",
      "Bea missed 2 meals before it was fed on DATE.",
      "Bea was fed late on DATE.",
      "The account was recovered on DATE. Earlier keys no longer work.",
      "The key was replaced on DATE. The old one no longer works.",
      "Sam got a key to the house on DATE.",
    ]);
    expect(dateWords(Date.UTC(2026, 10, 17, 14, 20, 59))).toBe("Nov 17 at 14:20 UTC");
  });

  it("REPORT-3: reported trouble is omitted for a day, newer trouble is not", () => {
    const told = { ...NOTHING, toldAt: T0 + 1 };
    expect(reportOf(told, [late], T0 + REPORTED_FOR_MS)).toBeNull();
    expect(reportOf(told, [late], T0 + 1 + REPORTED_FOR_MS)?.lines).toEqual([late]);
    expect(reportOf(told, [{ ...late, at: T0 + 2 }], T0 + 3)?.lines).toHaveLength(1);
  });
});

describe("current troubles", () => {
  it("REPORT-2: lateness begins with the window's end and ends with a meal", () => {
    const pip = creatureWith();
    expect(at(pip, 5)).toBeNull();
    expect(at(pip, 5.1)).toEqual({ kind: "late", at: T0 + hours(5) });
    expect(at(pip, 9)).toEqual(at(pip, 5.1));
    expect(at(caredFor(pip, "feed", T0 + hours(5.2)), 5.3)).toBeNull();
  });

  it("REPORT-2: critical trouble starts when death clock or visible health turns critical", () => {
    const pip = creatureWith();
    const found = at(pip, 30);
    expect(found?.kind).toBe("critical");
    expect(at(pip, 33)).toEqual(found);
    const just = (found?.at ?? 0) - T0;
    expect(at(pip, just / hours(1) - 0.01)?.kind).toBe("late");
    const sick = creatureWith({ stats: { ...pip.stats, health: 15 }, criticalSince: T0 });
    expect(at(sick, 0.5)).toEqual({ kind: "critical", at: T0 });
  });

  it("REPORT-2: a boarded creature has no trouble", () => {
    const outcome = board(creatureWith(), T0 + hours(6), hours(20));
    if (outcome.kind !== "boarded") throw new Error(outcome.kind);
    expect(at(outcome.creature, 7)).toBeNull();
  });

  it("REPORT-2: empty houses, late creatures, and disabled hooks have sentences", () => {
    const seen = [visibleAt(creatureWith({ name: "Pip" }), T0 + hours(6))];
    const lines = currentTroubles(seen, { name: "Bea", at: T0, cause: "hunger" }, T0 + 1);
    expect(lines.map(({ message }) => message)).toEqual([
      `The house is empty. Bea, the last one, died on ${dateWords(T0)}, of hunger.`,
      `Pip was not fed in time: its feeding window ended on ${dateWords(T0 + hours(5))}.`,
      `Alerts are off: every hook failed, the last one on ${dateWords(T0)}.`,
    ]);
  });
});
