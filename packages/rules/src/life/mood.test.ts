import { describe, expect, it } from "vitest";
import { HOUR, T0, creatureWith, hours, idThat, livingAt } from "../../../../test/lives/creatures.ts";
import type { Mood, Stats } from "../creature/creature.ts";
import { seedOf } from "../time/hash.ts";
import { moodOf } from "./mood.ts";

const NIGHT = T0 + hours(13);

/** Returns the mood at `T0` of an awake creature whose species is never curious. */
function moodWith(stats: Partial<Stats>): Mood {
  return livingAt(creatureWith({ stats }), T0).mood;
}

/** Returns a creature of a curious species, an hour in which it is curious, and an hour in which it is content. */
function hoursOf(id: string) {
  const curious = creatureWith({ id, species: { curious: true }, stats: { happiness: 60 } });
  const daytime = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((hour) => T0 + hour * HOUR);
  const of = (mood: Mood) => daytime.find((at) => moodOf(curious, false, seedOf(id), at) === mood) ?? Number.NaN;
  return { curious, curiousHour: of("curious"), contentHour: of("content") };
}

describe("the order of moods", () => {
  it("MOOD-1: each mood has a lower priority than the moods before it", () => {
    const { curious, curiousHour, contentHour } = hoursOf("somebody");
    const seed = seedOf("somebody");
    const mood = (stats: Partial<Stats>, asleep: boolean, at: number) =>
      moodOf({ ...curious, stats: { ...curious.stats, ...stats } }, asleep, seed, at);
    const dire = { health: 10, hunger: 10, happiness: 90 };
    expect([
      mood(dire, true, curiousHour),
      mood(dire, false, curiousHour),
      mood({ ...dire, health: 30 }, false, curiousHour),
      mood({ ...dire, health: 90 }, false, curiousHour),
      mood({ ...dire, health: 90, hunger: 90 }, false, curiousHour),
      mood({ health: 90, hunger: 90, happiness: 70 }, false, curiousHour),
      mood({ health: 90, hunger: 90, happiness: 70 }, false, contentHour),
    ]).toEqual(["sleeping", "critical", "sick", "hungry", "happy", "curious", "content"]);
  });
});

describe("each mood", () => {
  it("MOOD-2: a sleeping creature's mood is sleeping, at any health", () => {
    const id = idThat({ asleep: [NIGHT], awake: [NIGHT + HOUR] });
    const creature = creatureWith({ id, asOf: NIGHT - HOUR, lastCareAt: NIGHT - HOUR, stats: { health: 10 } });
    expect(livingAt(creature, NIGHT - 1).mood).toBe("critical");
    expect(livingAt(creature, NIGHT).mood).toBe("sleeping");
    expect(livingAt(creature, NIGHT + HOUR - 1).mood).toBe("sleeping");
    expect(livingAt(creature, NIGHT + HOUR).mood).toBe("critical");
  });

  it.each([
    [0.1, "critical"],
    [19.999, "critical"],
    [20, "sick"],
  ] as const)("MOOD-3: with health %d the mood is %s", (health, mood) => {
    expect(moodWith({ health })).toBe(mood);
  });

  it.each([
    [20, "sick"],
    [39.999, "sick"],
    [40, "happy"],
  ] as const)("MOOD-4: with health %d the mood is %s", (health, mood) => {
    expect(moodWith({ health })).toBe(mood);
  });

  it.each([
    [0, "hungry"],
    [29.999, "hungry"],
    [30, "content"],
  ] as const)("MOOD-5: with hunger %d the mood is %s", (hunger, mood) => {
    expect(moodWith({ hunger })).toBe(mood);
  });

  it.each([
    [80, 100, "content"],
    [80.001, 100, "happy"],
    [80.001, 50.001, "happy"],
    [80.001, 50, "content"],
    [100, 50, "content"],
    [100, 50.001, "happy"],
  ] as const)("MOOD-6: with happiness %d and hunger %d the mood is %s", (happiness, hunger, mood) => {
    expect(moodWith({ happiness, hunger })).toBe(mood);
  });

  it("MOOD-7: only curious species are curious, in a quarter of hours", () => {
    const { curious } = hoursOf("somebody");
    const incurious = creatureWith({ stats: { happiness: 60 } });
    let count = 0;
    for (let hour = 0; hour < 8000; hour++) {
      const at = T0 + hour * HOUR;
      if (moodOf(curious, false, seedOf("somebody"), at) === "curious") count++;
      expect(moodOf(incurious, false, seedOf("somebody"), at)).toBe("content");
    }
    expect(count / 8000).toBeCloseTo(1 / 4, 1);
    expect(Math.abs(count - 2000)).toBeLessThan(160);
  });

  it("MOOD-7: a curious hour is a whole UTC hour, in every zone", () => {
    const { curious, curiousHour } = hoursOf("somebody");
    const seed = seedOf("somebody");
    for (const offset of [0, 1, HOUR / 2, HOUR - 1]) {
      expect(moodOf(curious, false, seed, curiousHour + offset)).toBe("curious");
      expect(moodOf({ ...curious, zone: "Asia/Kathmandu" }, false, seed, curiousHour + offset)).toBe("curious");
    }
    expect(livingAt(curious, curiousHour).mood).toBe("curious");
  });

  it("MOOD-7: the curious hours depend on the creature's id", () => {
    const { curious } = hoursOf("somebody");
    const hoursWith = (id: string) =>
      Array.from({ length: 200 }, (_, hour) => moodOf(curious, false, seedOf(id), T0 + hour * HOUR)).join();
    expect(hoursWith("somebody")).not.toBe(hoursWith("another id"));
  });

  it("MOOD-8: a creature is content when no other mood matches", () => {
    expect(moodWith({ happiness: 0, hunger: 30, health: 40 })).toBe("content");
    const { curious, contentHour } = hoursOf("somebody");
    expect(moodOf(curious, false, seedOf("somebody"), contentHour)).toBe("content");
  });
});
