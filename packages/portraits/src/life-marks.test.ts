// Tests the marks of a long life in portraits: they are visible, and their absence changes nothing.
import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { EVOLUTION_PATHS } from "@denkeeper/rules/creature/creature.ts";
import { MARKS, type MarkName } from "@denkeeper/rules/creature/memory.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { portraitSvg, type PortraitInput } from "./portrait.ts";

/** Hash of all drawings without marks. An intended change to these drawings requires a new hash. */
const UNMARKED = "6541ac1600f2b256216d8bc2ddfb26c2fe4f3a9a9896070bd204a3686effa75c";

const STAGES = ["baby", "teen", "adult"] as const;
const AGES: readonly (readonly MarkName[])[] = [
  [],
  ["kept_7"],
  ["kept_7", "kept_30"],
  ["kept_7", "kept_30", "kept_100"],
  ["kept_7", "kept_30", "kept_100", "kept_365"],
];

function portraits(slug: string, family: PortraitInput["family"]): readonly PortraitInput[] {
  const own = { id: slug, prompt: "", speciesSlug: slug, family, words: [], mood: "content" as const };
  return STAGES.flatMap((stage) =>
    EVOLUTION_PATHS.flatMap((path) => [false, true].map((memorial) => Object.assign({ stage, path, memorial }, own))),
  );
}

it("MARK-4: 1,152 portraits without marks are unchanged", () => {
  const inputs = CATALOG.flatMap(({ slug, family }) => portraits(slug, family));
  expect(inputs).toHaveLength(1152);
  const hash = createHash("sha256");
  for (const input of inputs) {
    const drawn = portraitSvg(input);
    expect(portraitSvg({ ...input, marks: [] })).toBe(drawn);
    hash.update(drawn);
  }
  expect(hash.digest("hex")).toBe(UNMARKED);
});

it("MARK-4: ages and deeds show, except in memorials and eggs", () => {
  for (const { slug, family } of CATALOG) {
    const [first] = portraits(slug, family);
    if (first === undefined) throw new Error(slug);
    const adult = { ...first, stage: "adult" as const, path: null };
    const bodies = AGES.map((marks) => portraitSvg({ ...adult, marks }));
    const deeds = MARKS.map((_, count) => portraitSvg({ ...adult, marks: MARKS.slice(0, count + 1) }));
    expect(new Set([...bodies, ...deeds]).size, slug).toBe(AGES.length + MARKS.length - 4);
    const still = [{ memorial: true }, { stage: "egg" as const }];
    for (const change of still) {
      const input = { ...adult, ...change };
      expect(portraitSvg({ ...input, marks: ["kept_7"] }), slug).toBe(portraitSvg(input));
    }
  }
});
