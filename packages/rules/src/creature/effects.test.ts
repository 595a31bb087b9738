import { describe, expect, it } from "vitest";
import { CARE_ACTIONS, type CareAction, type ItemCategory } from "./creature.ts";
import { PRIMARY_STAT, effectOf, type StatEffect } from "./effects.ts";
import { ITEM_ACTIONS } from "../species/species.ts";

type Row = readonly [action: CareAction, effect: StatEffect];

const DEFAULTS: readonly Row[] = [
  ["feed", { hunger: 50 }],
  ["play", { happiness: 15 }],
  ["clean", { health: 10 }],
  ["medicine", { health: 25 }],
  ["discipline", { discipline: 10, happiness: -5, trust: -1 }],
  ["sleep", { health: 5 }],
  ["reflect", { trust: 2 }],
];

const LOVED: readonly Row[] = [
  ["feed", { hunger: 60, happiness: 8 }],
  ["play", { happiness: 20, health: 5 }],
  ["clean", { health: 15, happiness: 8 }],
  ["medicine", { health: 30, trust: 4 }],
  ["discipline", { discipline: 12, happiness: -2 }],
  ["sleep", { health: 8, happiness: 3 }],
];

const LIKED: readonly Row[] = [
  ["feed", { hunger: 55, happiness: 4 }],
  ["play", { happiness: 17.5, health: 2.5 }],
  ["clean", { health: 12.5, happiness: 4 }],
  ["medicine", { health: 27.5, trust: 2 }],
  ["discipline", { discipline: 11, happiness: -3.5, trust: -0.5 }],
  ["sleep", { health: 6.5, happiness: 1.5 }],
];

const DISLIKED: readonly Row[] = [
  ["feed", { hunger: 25 }],
  ["play", { happiness: 7.5 }],
  ["clean", { health: 5 }],
  ["medicine", { health: 12.5 }],
  ["discipline", { discipline: 5, happiness: -5, trust: -1 }],
  ["sleep", { health: 2.5 }],
];

const HARMFUL: readonly Row[] = [
  ["feed", { health: -15 }],
  ["play", { happiness: -10, health: -5 }],
  ["clean", { health: -10 }],
  ["medicine", { health: -20 }],
  ["discipline", { happiness: -15, health: -10 }],
  ["sleep", { health: -5 }],
];

describe("the table of effects", () => {
  it("CARE-1: there are seven actions, and all but reflect take an item", () => {
    expect(CARE_ACTIONS).toEqual(["feed", "play", "clean", "medicine", "discipline", "sleep", "reflect"]);
    expect(ITEM_ACTIONS).toEqual(CARE_ACTIONS.filter((action) => action !== "reflect"));
  });

  it.each(DEFAULTS)("CARE-1: %s without an item has the effect %o", (action, effect) => {
    expect(effectOf(action, null)).toEqual(effect);
  });

  it.each(LOVED)("CARE-1: %s with a loved item has the effect %o", (action, effect) => {
    expect(effectOf(action, "loved")).toEqual(effect);
  });

  it.each(LIKED)("CARE-4: %s with a liked item has the effect %o", (action, effect) => {
    expect(effectOf(action, "liked")).toEqual(effect);
  });

  it.each(DEFAULTS)("CARE-4: a neutral item does not change the effect of %s", (action, effect) => {
    expect(effectOf(action, "neutral")).toEqual(effect);
  });

  it.each(DISLIKED)("CARE-5: %s with a disliked item has the effect %o", (action, effect) => {
    expect(effectOf(action, "disliked")).toEqual(effect);
  });

  it.each(HARMFUL)("CARE-1, CARE-6: %s with a harmful item has only the effect %o", (action, effect) => {
    expect(effectOf(action, "harmful")).toEqual(effect);
  });

  it("CARE-4: a liked item is halfway between default and loved", () => {
    for (const action of ITEM_ACTIONS) {
      const [base, loved, liked] = ([null, "loved", "liked"] satisfies (ItemCategory | null)[]).map((category) =>
        effectOf(action, category),
      );
      for (const stat of ["hunger", "happiness", "health", "trust", "discipline"] as const) {
        expect(liked?.[stat] ?? 0).toBe(((base?.[stat] ?? 0) + (loved?.[stat] ?? 0)) / 2);
      }
    }
  });

  it.each([
    ["feed", "hunger"],
    ["play", "happiness"],
    ["clean", "health"],
    ["medicine", "health"],
    ["sleep", "health"],
    ["discipline", "discipline"],
    ["reflect", "trust"],
  ] as const)("CARE-10: the primary stat of %s is %s", (action, stat) => {
    expect(PRIMARY_STAT[action]).toBe(stat);
  });
});
