import { describe, expect, it } from "vitest";
import { T0, caredFor, creatureWith, done, hours } from "../../../../test/lives/creatures.ts";
import { STAGES, type CareAction, type Stat } from "./creature.ts";
import { MILESTONE_THRESHOLDS, crossedMilestones, milestoneKey } from "./milestones.ts";
import { resurrect } from "../care/resurrection.ts";
import { settle } from "../life/settle.ts";

const ON_TIME = T0 + hours(3.75);

describe("milestones", () => {
  it("MILE-1: each kind of milestone has these thresholds", () => {
    expect(MILESTONE_THRESHOLDS).toEqual({
      trust_milestone: [50, 75, 90],
      happiness_milestone: [50, 80, 100],
      discipline_milestone: [25, 50, 75],
      health_milestone: [80],
      care_streak: [10, 25, 50, 100],
    });
  });

  /** Reflect adds 2 trust, play 15 happiness, discipline 10 discipline, and clean 10 health. At `T0`, nothing has decayed. */
  it.each([
    ["reflect", "trust", 2, "trust_milestone", 50],
    ["reflect", "trust", 2, "trust_milestone", 75],
    ["reflect", "trust", 2, "trust_milestone", 90],
    ["play", "happiness", 15, "happiness_milestone", 50],
    ["play", "happiness", 15, "happiness_milestone", 80],
    ["play", "happiness", 15, "happiness_milestone", 100],
    ["discipline", "discipline", 10, "discipline_milestone", 25],
    ["discipline", "discipline", 10, "discipline_milestone", 50],
    ["discipline", "discipline", 10, "discipline_milestone", 75],
    ["clean", "health", 10, "health_milestone", 80],
  ] as const satisfies readonly (readonly [CareAction, Stat, number, string, number])[])(
    "MILE-1: %s raises %s by %d and fires %s exactly at %d",
    (action, stat, gain, kind, threshold) => {
      const milestonesFrom = (value: number) =>
        done(creatureWith({ stats: { [stat]: value }, wasCritical: true }), action, T0).milestones;
      expect(milestonesFrom(threshold - gain)).toEqual([{ kind, threshold }]);
      expect(milestonesFrom(threshold - 0.1)).toEqual([{ kind, threshold }]);
      expect(milestonesFrom(threshold - gain - 0.1)).toEqual([]);
      // At this value, the stat already rounds to the threshold.
      expect(milestonesFrom(threshold - 0.04)).toEqual([]);
      expect(milestonesFrom(threshold)).toEqual([]);
      expect(
        caredFor(creatureWith({ stats: { [stat]: threshold - gain }, wasCritical: true }), action, T0).milestones,
      ).toEqual([`${kind}:${threshold}`]);
    },
  );

  it.each([10, 25, 50, 100])("MILE-1: %d consecutive on_time feedings fire a care_streak", (threshold) => {
    const after = (streak: number) =>
      done(creatureWith({ streak }), "feed", ON_TIME).milestones.filter(({ kind }) => kind === "care_streak");
    expect(after(threshold - 2)).toEqual([]);
    expect(after(threshold - 1)).toEqual([{ kind: "care_streak", threshold }]);
    expect(after(threshold)).toEqual([]);
    const late = done(creatureWith({ streak: threshold - 1 }), "feed", T0 + hours(6));
    expect(late.milestones).toEqual([]);
  });

  it("MILE-1: one change can cross several milestones", () => {
    const before = creatureWith({ stats: { trust: 49, happiness: 40, health: 90 } });
    const after = { ...before, stats: { ...before.stats, trust: 95, happiness: 100 } };
    expect(crossedMilestones(before, after).map(milestoneKey)).toEqual([
      "trust_milestone:50",
      "trust_milestone:75",
      "trust_milestone:90",
      "happiness_milestone:50",
      "happiness_milestone:80",
      "happiness_milestone:100",
    ]);
  });

  it("MILE-1: trust from a streak bonus can fire a milestone", () => {
    const outcome = done(creatureWith({ streak: 4, stats: { trust: 47.5 } }), "feed", ON_TIME);
    expect(outcome.milestones).toEqual([{ kind: "trust_milestone", threshold: 50 }]);
  });

  it("MILE-1: without having been critical, health has no milestone", () => {
    expect(done(creatureWith({ stats: { health: 75 } }), "medicine", T0).milestones).toEqual([]);
    expect(done(creatureWith({ stats: { health: 20 } }), "medicine", T0).milestones).toEqual([]);
  });

  it.each([
    ["the clock", { stats: { health: 20.25 } }, 8.5, null],
    ["a harmful item", { stats: { health: 34 } }, 3.75, "harmful"],
  ] as const)(
    "MILE-1: critical health caused by %s counts for the health milestone",
    (_cause, overrides, after, category) => {
      const at = T0 + hours(after);
      let creature = caredFor(creatureWith(overrides), "feed", at, { category });
      expect(creature.wasCritical).toBe(true);
      for (const action of ["medicine", "medicine"] as const) creature = caredFor(creature, action, at);
      expect(creature.stats.health).toBeLessThan(80);
      expect(done(creature, "medicine", at).milestones).toEqual([{ kind: "health_milestone", threshold: 80 }]);
    },
  );

  it("MILE-1: neither a falling stat nor a death fires a milestone", () => {
    expect(done(creatureWith({ stats: { happiness: 82, trust: 50.5 } }), "discipline", T0).milestones).toEqual([]);
    const killed = done(creatureWith({ streak: 9, stats: { health: 5 } }), "feed", ON_TIME, { category: "harmful" });
    expect(killed.creature.death?.cause).toBe("harm");
    expect(killed.milestones).toEqual([]);
  });

  it("MILE-1: stageInstants has every stage after egg, null until reached", () => {
    expect(Object.keys(creatureWith().stageInstants)).toEqual(STAGES.filter((stage) => stage !== "egg"));
    expect(settle(creatureWith(), T0 + hours(30)).stageInstants).toEqual({
      baby: T0,
      child: T0 + hours(24),
      teen: null,
      adult: null,
    });
  });

  it("MILE-2: each milestone fires once", () => {
    const first = caredFor(creatureWith({ stats: { trust: 49 } }), "reflect", T0);
    expect(first.milestones).toEqual(["trust_milestone:50"]);
    const fallen = { ...first, stats: { ...first.stats, trust: 49 } };
    const second = done(fallen, "reflect", T0);
    expect(second.milestones).toEqual([]);
    expect(second.creature.milestones).toEqual(["trust_milestone:50"]);
  });

  it("MILE-2: a second streak of ten fires no milestone", () => {
    const milestones = ["care_streak:10"];
    expect(done(creatureWith({ streak: 9, milestones }), "feed", ON_TIME).milestones).toEqual([]);
    expect(done(creatureWith({ streak: 24, milestones }), "feed", ON_TIME).creature.milestones).toEqual([
      "care_streak:10",
      "care_streak:25",
    ]);
  });

  it("MILE-2: resurrection does not reset milestones", () => {
    const creature = caredFor(creatureWith({ stats: { happiness: 40 } }), "play", T0);
    expect(creature.milestones).toEqual(["happiness_milestone:50"]);
    const back = resurrect({ ...creature, death: { at: T0 + hours(5), cause: "harm" } }, T0 + hours(6));
    expect(back.milestones).toEqual(["happiness_milestone:50"]);
    expect(back.stageInstants).toEqual(creature.stageInstants);
    const unhappy = { ...back, stats: { ...back.stats, happiness: 40 } };
    expect(done(unhappy, "play", T0 + hours(6)).milestones).toEqual([]);
  });
});
