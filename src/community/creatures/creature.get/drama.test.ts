// Tests that missed meals and resurrections appear in the chart and timeline as the log and the rules record them.
import { resurrect } from "@denkeeper/rules/care/resurrection.ts";
import type { Living } from "@denkeeper/rules/creature/creature.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { lowStatTimes, visibleAt } from "@denkeeper/rules/life/shown.ts";
import { describe, expect, test } from "vitest";
import { T0, creatureWith, deadOf, done, hours, livingOf } from "../../../../test/lives/creatures.ts";
import { logRow, type LifeRow, type LogEvent } from "../../../model/creatures/store/care-log.ts";
import { missedMealsOf, deadSpansOf } from "./drama.ts";
import { intervalsOf, lifeOf } from "./life.ts";
import { timelineOf } from "./timeline.ts";

function row(kind: LifeRow["kind"], at: number, care?: LogEvent["care"]): LifeRow {
  const event = { kind, entryId: `${kind}-${at}`, recordedAt: at, at, ...(care === undefined ? {} : { care }) };
  return logRow("649551e2-74ba-53e0-bf72-047ea579d198", creatureWith(), 1, event);
}

/** Returns a creature after care, with the log row of that care. */
function cared(creature: Living, action: "feed" | "play", atHours: number): { after: Living; row: LifeRow } {
  const at = T0 + hours(atHours);
  const outcome = done(creature, action, at);
  const { timing, effectiveness, before } = outcome;
  const given = { action, item: null, isTask: false, category: null, score: null, notes: null };
  const stats = { before: before.stats, after: outcome.creature.stats };
  return { after: livingOf(outcome.creature), row: row("care", at, { ...given, timing, effectiveness, ...stats }) };
}

const HATCHED = row("hatch", T0);

describe("missed meals", () => {
  test("match the rules' count in open, fed, and fatal cycles", () => {
    const creature = creatureWith();
    for (const until of [3, 7.4, 7.6, 13, 20, 30]) {
      const view = visibleAt(creature, T0 + hours(until));
      const [missed] = missedMealsOf(view, [HATCHED]);
      expect(missed?.at.length ?? 0, `${until} hours`).toBe(view.creature.missedFeedings);
    }
    const { after, row: fed } = cared(creature, "feed", 13);
    const view = visibleAt(after, T0 + hours(14));
    expect(missedMealsOf(view, [HATCHED, fed])).toEqual([
      { at: [T0 + hours(7.5), T0 + hours(12.5)], fedAt: T0 + hours(13) },
    ]);
    const dead = visibleAt(creature, T0 + hours(80));
    expect(dead.kind).toBe("dead");
    expect(missedMealsOf(dead, [HATCHED])[0]?.at.length).toBe(dead.creature.missedFeedings);
  });

  test("appear in the timeline when they occur, once per series", () => {
    const { after, row: fed } = cared(creatureWith(), "feed", 13);
    const rows = [HATCHED, fed];
    const view = visibleAt(after, T0 + hours(14));
    const told = timelineOf(view.creature, rows, { whole: true, now: view.now, misses: missedMealsOf(view, rows) });
    expect(told.filter(({ event }) => event === "missed" || event === "late")).toEqual([
      { at: new Date(T0 + hours(13)).toISOString(), event: "late", note: "Fed after 2 missed meals." },
      {
        at: new Date(T0 + hours(7.5)).toISOString(),
        event: "missed",
        note: "Missed a meal, the first of 2 in a row. Its health began to fall.",
      },
    ]);
  });
});

describe("a resurrected creature", () => {
  const start = creatureWith();
  const dead = deadOf(settle(start, T0 + hours(80)));
  const diedAt = dead.death.at;
  const backAt = diedAt + hours(30);
  const returned = resurrect(dead, backAt);
  const played = cared(start, "play", 1);
  const fedLater = cared(returned, "feed", (backAt - T0) / hours(1) + 3);
  const rows = [HATCHED, played.row, row("death", diedAt), row("resurrect", backAt), fedLater.row];
  const view = visibleAt(fedLater.after, backAt + hours(4));

  test("has a dead span, restored stats, and no visit interval across it", () => {
    const life = lifeOf(view, rows);
    expect(deadSpansOf(view, rows)).toEqual([{ at: diedAt, until: backAt }]);
    expect(life?.deaths).toHaveLength(1);
    const back = life?.points.find(({ at }) => Date.parse(at) === backAt);
    expect(back).toMatchObject({ hunger: 50, happiness: 50, health: 50, trust: 30 });
    expect(intervalsOf(rows)).toEqual([3]);
  });

  test("shows its death, cause and resurrection in the timeline, but no absence", () => {
    const causes = new Map([[diedAt, "neglect" as const]]);
    const told = timelineOf(view.creature, rows, { whole: true, now: view.now, causes });
    expect(told.map(({ note }) => note)).toEqual(expect.arrayContaining(["Died of neglect.", "Called back to life."]));
    expect(told.filter(({ event }) => event === "came_back" || event === "rescued")).toEqual([]);
  });
});

test("the timeline shows a currently low stat unless the species hides it", () => {
  const lowIn = (mechanic: "hedgehog" | null) => {
    const creature = creatureWith({ species: { mechanic }, stats: { hunger: 12, health: 60 }, lastFedAt: T0 });
    const view = visibleAt(creature, T0 + hours(5));
    const told = timelineOf(view.creature, [HATCHED], { whole: true, now: view.now, lows: lowStatTimes(view) });
    return told.filter(({ event }) => event === "starving").map(({ note }) => note);
  };
  expect(lowIn(null)).toEqual(["Began to starve."]);
  expect(lowIn("hedgehog")).toEqual([]);
});
