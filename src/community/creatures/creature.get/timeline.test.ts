// Tests that the timeline shows boardings and returns, even returns without a log row.
import { describe, expect, test } from "vitest";
import { T0, creatureWith, hours } from "../../../../test/lives/creatures.ts";
import { logRow, type LifeRow } from "../../../model/creatures/store/care-log.ts";
import { timelineOf } from "./timeline.ts";

const creature = creatureWith();

function row(kind: LifeRow["kind"], atHours: number, untilHours?: number): LifeRow {
  const at = T0 + hours(atHours);
  const until = untilHours === undefined ? {} : { until: T0 + hours(untilHours) };
  return logRow("649551e2-74ba-53e0-bf72-047ea579d198", creature, 1, {
    kind,
    recordedAt: at,
    at,
    ...until,
  });
}

/** Lists the boarding entries shown at an instant, oldest first, as pairs of event and hours since T0. */
function boardingsAt(nowHours: number, rows: readonly LifeRow[]): readonly (readonly [string, number])[] {
  const entries = timelineOf(creature, rows, { whole: true, now: T0 + hours(nowHours) });
  return entries
    .filter(({ event }) => event === "boarded" || event === "returned")
    .map(({ event, at }) => [event, (Date.parse(at) - T0) / hours(1)] as const)
    .toReversed();
}

describe("a boarding", () => {
  const boarded = row("board", 2, 26);

  test("shows its planned length at the start and its end once reached", () => {
    expect(boardingsAt(25, [boarded])).toEqual([["boarded", 2]]);
    expect(boardingsAt(26, [boarded])).toEqual([
      ["boarded", 2],
      ["returned", 26],
    ]);
    const [entry] = timelineOf(creature, [boarded], { whole: true, now: T0 });
    expect(entry?.note).toBe("Boarded for 24 hours. All its clocks are paused.");
  });

  test("has a single end when it was ended early", () => {
    const rows = [boarded, row("return", 5), row("care", 7)];
    expect(boardingsAt(100, rows)).toEqual([
      ["boarded", 2],
      ["returned", 5],
    ]);
    const back = timelineOf(creature, rows, { whole: true, now: T0 }).find(({ event }) => event === "returned");
    expect(back?.note).toBe("Back after 3 hours of boarding, unchanged.");
  });

  test("ends by itself before later events, such as the next boarding", () => {
    expect(boardingsAt(60, [boarded, row("care", 28), row("board", 30, 32)])).toEqual([
      ["boarded", 2],
      ["returned", 26],
      ["boarded", 30],
      ["returned", 32],
    ]);
  });

  test("has no return after a release or within a suspension", () => {
    expect(boardingsAt(60, [boarded, row("release", 5)])).toEqual([["boarded", 2]]);
    expect(boardingsAt(60, [boarded, row("suspend", 5, 341), row("return", 50)])).toEqual([["boarded", 2]]);
    expect(boardingsAt(60, [row("suspend", 5, 341), row("return", 50)])).toEqual([]);
  });
});
