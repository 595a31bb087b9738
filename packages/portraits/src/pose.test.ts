import { expect, it } from "vitest";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { cutout, portraitSvg, scenery, type Joint, type PortraitInput } from "./portrait.ts";

const ADULTS: readonly PortraitInput[] = CATALOG.map(({ slug, family }) => ({
  id: slug,
  prompt: "",
  speciesSlug: slug,
  family,
  stage: "adult",
  mood: "content",
  path: null,
  memorial: false,
  words: [],
}));
const JOINTS: readonly Joint[] = ["tail", "leftEar", "rightEar", "leftArm", "rightLeg", "leftWing"];

it("a portrait is its scenery with the creature in it", () => {
  for (const input of ADULTS) {
    const { behind, before } = scenery(input);
    const ids = /url\(#d\d+\)/g;
    const portrait = portraitSvg(input).replaceAll(ids, "");
    for (const part of [behind, cutout(input, { signs: true }).art, before])
      expect(portrait, input.speciesSlug).toContain(part.replaceAll(ids, ""));
  }
});

it("every species blinks, and all but three have a joint that turns", () => {
  const stiff: string[] = [];
  for (const input of ADULTS) {
    const still = cutout(input, { pose: { turns: {} } }).art;
    expect(cutout(input, { pose: { turns: {}, lids: "shut" } }).art, input.speciesSlug).not.toBe(still);
    if (JOINTS.every((joint) => cutout(input, { pose: { turns: { [joint]: 20 } } }).art === still))
      stiff.push(input.speciesSlug);
  }
  expect(stiff).toEqual(["drift", "pixel", "void"]);
});

it("a creature in a pose throws no shadow, and faces the way it is asked to", () => {
  const [input] = ADULTS;
  if (input === undefined) throw new Error("the catalog is empty");
  const posed = cutout(input, { pose: { turns: {} }, mirrored: false }).art;
  expect(cutout(input, { mirrored: false }).art.length).toBeGreaterThan(posed.length);
  expect(cutout(input, { pose: { turns: {} }, mirrored: true }).art).toContain("scale(-1 1)");
  expect(posed).not.toContain("translate(512 0)");
});
