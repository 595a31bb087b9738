// Tests the reasons in answers: why care fell short, why a check-in is recommended, and why a creature died.
import { describe, expect, it } from "vitest";
import {
  HOUR,
  T0,
  caredFor,
  creatureWith,
  deadOf,
  done,
  hours,
  idThat,
  livingAt,
} from "../../../../test/lives/creatures.ts";
import { postMortem } from "./death.ts";
import { settle } from "./settle.ts";

describe("why care fell short", () => {
  const hungry = { stats: { hunger: 20, happiness: 20, health: 50 } };

  it.each([
    ["nothing", hungry, "feed", T0 + hours(3), {}, null],
    ["a full stat", {}, "play", T0, {}, "full"],
    ["an early meal", hungry, "feed", T0 + hours(1), {}, "early"],
    ["a disliked item", hungry, "play", T0, { category: "disliked" }, "disliked"],
    ["a disliked early meal", hungry, "feed", T0 + hours(1), { category: "disliked" }, "disliked"],
    ["a harmful item", hungry, "clean", T0, { category: "harmful" }, "harmful"],
  ] as const)("CARE-10: finds the shortfall caused by %s", (_what, overrides, action, at, item, reason) => {
    expect(done(creatureWith(overrides), action, at, item).shortfall).toBe(reason);
  });

  it("CARE-10, MECH-4: play with a border collie needs a task item", () => {
    const collie = creatureWith({ ...hungry, species: { mechanic: "border_collie" } });
    expect(done(collie, "play", T0).shortfall).toBe("no_task_item");
    expect(done(collie, "play", T0, { category: "harmful" }).shortfall).toBe("harmful");
    expect(done(collie, "play", T0, { isTask: true }).shortfall).toBeNull();
    expect(done(collie, "clean", T0).shortfall).toBeNull();
  });
});

describe("why a check-in is recommended", () => {
  const night = T0 + hours(14.5);

  it.each([
    ["before the window", {}, T0, "feeding_opens"],
    ["at the window's first instant", {}, T0 + hours(2.5), "feeding_open_now"],
    ["at the window's last instant", {}, T0 + hours(5), "feeding_open_now"],
    ["after the window", {}, T0 + hours(5) + 1, "feeding_overdue"],
    ["with health below 20", { stats: { health: 19 } }, T0, "critical_health"],
    ["with health of 20", { stats: { health: 20 } }, T0, "low_health"],
    ["with health of 40", { stats: { health: 40 } }, T0, "feeding_opens"],
    ["with a pangolin's trust below 40", { species: { mechanic: "pangolin" } }, T0, "trust_low"],
  ] as const)("ADVICE-1: returns the reason for a check-in %s", (_what, overrides, at, reason) => {
    expect(livingAt(creatureWith(overrides), at).checkIn.reason).toBe(reason);
  });

  it("ADVICE-2: a sleeper that wakes before its death has the reason wakes", () => {
    const sleeper = creatureWith({ id: idThat({ asleep: [night], awake: [night + HOUR] }) });
    expect(livingAt(sleeper, night).checkIn.reason).toBe("wakes");
  });

  it("ADVICE-2: a death before the window has the reason before_death", () => {
    const slow = creatureWith({ species: { feedingWindowHours: 24 }, lastCareAt: T0 - hours(33) });
    expect(livingAt(slow, T0).checkIn).toEqual({ at: T0 + hours(1), reason: "before_death" });
  });
});

describe("notes of a post-mortem", () => {
  it("DEATH-6: every entry has an explanatory note", () => {
    const left = caredFor(
      creatureWith({ lastCleanedAt: T0 - hours(30), stats: { hunger: 30, health: 40 } }),
      "play",
      T0,
    );
    const dead = settle(left, T0 + hours(40));
    if (dead.death === null) throw new Error("the creature is still alive");
    const notes = Object.fromEntries(postMortem(left, dead).map(({ event, note }) => [event, note]));
    expect(notes).toMatchObject({
      last_feeding: "Hatched; not fed after that.",
      last_care: "Last care: play.",
      feeding_late: expect.stringContaining("window ended"),
      window_missed: expect.stringMatching(/^Missed window \d+\.$/),
      uncleaned: expect.stringContaining("48 hours"),
      hunger_below_10: expect.stringContaining("below 10"),
      health_below_20: expect.stringContaining("below 20"),
      died: expect.stringContaining("unfed"),
    });
    const ended = postMortem(left, dead).find(({ event }) => event === "feeding_late");
    expect(ended?.at).toBe(T0 + hours(5));
  });

  it("DEATH-6: each cause has a note", () => {
    const never = creatureWith({ species: { feedingWindowHours: 24, hungerDecayPerHour: 0.35 } });
    const last = (creature: typeof never, at: number) => {
      const dead = settle(creature, at);
      if (dead.death === null) throw new Error("the creature is still alive");
      return postMortem(creature, dead);
    };
    expect(last(never, T0 + hours(36)).at(-1)?.note).toContain("No care for 36 hours");
    expect(last(never, T0 + hours(36)).find(({ event }) => event === "last_care")?.note).toContain("hatched");
    const dirty = creatureWith({
      species: { feedingWindowHours: 24 },
      lastCleanedAt: T0 - hours(48),
      stats: { health: 1 },
    });
    expect(last(dirty, T0 + hours(6)).at(-1)?.note).toContain("though it had been fed");
    const { before, creature } = done(creatureWith({ stats: { health: 5 } }), "clean", T0, {
      category: "harmful",
    });
    expect(postMortem(before, deadOf(creature)).at(-2)?.note).toContain("harmful item");
  });
});

describe("memory of critical times", () => {
  it("MILE-1, PATH-2: harm sets wasCritical only when health falls below 20", () => {
    const wounded = (health: number) =>
      caredFor(creatureWith({ stats: { health } }), "clean", T0, { category: "harmful" });
    expect(wounded(30)).toMatchObject({ wasCritical: false, criticalSince: null });
    expect(wounded(29)).toMatchObject({ wasCritical: true, wasCriticalByClock: false, criticalSince: T0 });
  });

  it("DEATH-6: a meal resets starvingSince; play does not", () => {
    const starving = creatureWith({ starvingSince: T0 - hours(3), stats: { hunger: 5 } });
    expect(caredFor(starving, "play", T0).starvingSince).toBe(T0 - hours(3));
    expect(
      caredFor({ ...starving, lastFedAt: T0 - hours(4), feedingMs: hours(4) }, "feed", T0).starvingSince,
    ).toBeNull();
  });
});
