// When to come: the band of each, and the one visit that serves most.
import { describe, expect, it } from "vitest";
import { HOUR, T0, caredFor, creatureWith, hours, livingAt } from "../../test/creatures.ts";
import { applyCare } from "./care.ts";
import { bandOf, bestVisit } from "./schedule.ts";

describe("the schedule", () => {
  it("TELL-4: the band lasts from half a window to a whole one, and is missed at one and a half", () => {
    const creature = creatureWith();
    for (const at of [T0, T0 + hours(3), T0 + hours(6)]) {
      const band = bandOf(livingAt(creature, at));
      expect(band).toEqual({ opensAt: T0 + hours(2.5), endsAt: T0 + hours(5), missedAt: T0 + hours(7.5) });
    }
  });

  it("TELL-4: food within the band is on time, and outside of it is not", () => {
    const creature = creatureWith({ zone: "Asia/Kolkata" });
    const { opensAt, endsAt, missedAt } = bandOf(livingAt(creature, T0));
    const timingAt = (at: number) => {
      const outcome = applyCare(creature, "feed", undefined, at);
      return outcome.kind === "done" ? outcome.timing : outcome.kind;
    };
    expect([opensAt - 1, opensAt, endsAt, endsAt + 1, missedAt - 1, missedAt].map(timingAt)).toEqual([
      "early",
      "on_time",
      "on_time",
      "late",
      "late",
      "missed_window",
    ]);
  });

  it("TELL-5: nobody to visit, one to visit, and whoever needs somebody now comes first", () => {
    expect(bestVisit([])).toBeNull();
    const one = livingAt(creatureWith(), T0);
    expect(bestVisit([one])).toEqual({ at: one.checkIn.at, serves: [one.creature.id] });
    const due = livingAt(creatureWith({ id: "due" }), T0 + hours(3));
    const fed = livingAt(caredFor(creatureWith({ id: "fed" }), "feed", T0 + hours(2.6)), T0 + hours(3));
    expect(bestVisit([fed, due])).toEqual({ at: T0 + hours(3), serves: ["due"] });
  });

  it("TELL-5: the visit that serves most, before the first band ends", () => {
    const at = T0 + hours(1);
    const early = livingAt(creatureWith({ id: "early" }), at);
    const later = livingAt(
      { ...creatureWith({ id: "later" }), lastFedAt: at, feedingMs: 0, asOf: at, lastCheckedAt: at },
      at,
    );
    const far = livingAt(creatureWith({ id: "far", species: { feedingWindowHours: 40 } }), at);
    expect(bestVisit([far, later, early])).toEqual({ at: later.checkIn.at, serves: ["later", "early"] });
    expect(later.checkIn.at).toBeLessThanOrEqual(T0 + 5 * HOUR);
  });
});
