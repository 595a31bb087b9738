// Tests which looks the words of designed species select.
import { describe, expect, it } from "vitest";
import type { Family } from "@denkeeper/rules/species/species.ts";
import { diceOf } from "../kit/dice.ts";
import { portraitSvg, type PortraitInput } from "../portrait.ts";
import { plainWords } from "../subject/words.ts";
import { bodyIn, bodyInName } from "./bodies.ts";
import { communityLook } from "./community.ts";
import type { SpeciesLook } from "./look.ts";

function lookOf(family: Family, ...words: readonly string[]): SpeciesLook {
  return communityLook(family, words.map(plainWords), diceOf("one"));
}

function portrait(change: Partial<PortraitInput>): string {
  return portraitSvg({
    id: "one",
    prompt: "",
    speciesSlug: "designed",
    family: "exotic",
    stage: "adult",
    mood: "content",
    path: null,
    memorial: false,
    words: [],
    ...change,
  });
}

/** Checks that all coats of a look have a hue between two angles. */
function hued({ coats }: SpeciesLook, from: number, to: number): boolean {
  return coats.every(({ base: [, chroma, hue] }) => chroma > 0.03 && hue >= from && hue <= to);
}

describe("looks of designed species", () => {
  it("a Moss Fox is a green, mossy fox in a forest", () => {
    const look = lookOf("dog", "Moss Fox", "moss_fox", "A small fox with moss on its back");
    expect(look).toMatchObject({ body: bodyIn("dog", "fox"), material: "moss", scenes: ["forest"] });
    expect(hued(look, 110, 160)).toBe(true);
  });

  it("a Tide Lantern is a drifting light in the sea", () => {
    const look = lookOf("exotic", "Tide Lantern", "A drifting light that hums when someone is near");
    expect(look).toMatchObject({ body: bodyIn("exotic", "light"), material: "water", scenes: ["ocean"] });
    expect(hued(look, 190, 240)).toBe(true);
  });

  it.each([
    ["Star Whale", "fish"],
    ["Cat Dragon", "dragon"],
    ["Owl of Embers", "owl"],
    ["Fox with a Lantern", "fox"],
    ["Crystal Stag", "deer"],
    ["Keeper of Foxes", "foxes"],
  ])("the head noun of %s is %s", (name, body) => {
    expect(bodyInName("exotic", plainWords(name))).toBe(bodyIn("exotic", body));
  });

  it.each([
    ["Black Moss Cat", "cat", (look: SpeciesLook) => look.material === "moss" && look.coats[0].base[0] < 0.4],
    ["Red Koi", "exotic", (look: SpeciesLook) => look.coats[0].base[2] < 40],
    ["Paper Bear", "exotic", (look: SpeciesLook) => look.material === "paper" && look.scenes[0] === "room"],
    ["Wizard Mouse", "exotic", (look: SpeciesLook) => look.wears?.has("wizard") === true],
    ["Ember Hound", "dog", (look: SpeciesLook) => look.material === "ember" && look.scenes[0] === "ember"],
  ] as const)("%s has the look that its words name", (name, family, holds) => {
    expect(holds(lookOf(family, name))).toBe(true);
  });

  it("a species' name outweighs its look, which outweighs its personality", () => {
    const owl = bodyIn("exotic", "owl");
    expect(lookOf("exotic", "Night Owl", "as loud as a frog").body).toBe(owl);
    expect(lookOf("exotic", "Hush", "an owl", "eats mice").body).toBe(owl);
    expect(lookOf("exotic", "Hush", "grey", "an owl of ice")).toMatchObject({ body: owl, material: "ice" });
  });

  it("only whole words select a look", () => {
    expect(lookOf("exotic", "Foxglove Scatter", "catalog of dogma, inkling").material).toBeUndefined();
    expect(bodyIn("exotic", "scatter foxglove dogma")).toBeUndefined();
  });

  it("a designed cat remains a cat, whatever its words say", () => {
    const own = { family: "cat", speciesSlug: "odd_one" } as const;
    expect(portrait({ ...own, words: ["a robot"] })).toBe(portrait({ ...own, words: [] }));
  });

  it("species without any known word all look different", () => {
    const drawn = Array.from({ length: 20 }, (_, number) => portrait({ speciesSlug: `zz${number}q` }));
    expect(new Set(drawn).size).toBe(20);
  });
});
