// Tests which plight a creature is in, and how many lines each plight has.
import { describe, expect, it } from "vitest";
import { poolsIn, seenWith, type State } from "../../../../test/lives/words.ts";
import { findBuiltIn } from "../species/catalog/index.ts";
import { behavior } from "./behavior.ts";
import * as behaviors from "./lines/behavior.ts";
import * as feelings from "./lines/feelings.ts";
import { lineText } from "./fit.ts";
import { TRAIT_LINES } from "./lines/traits.ts";
import { plightOf, type Plight, type VisibleSigns } from "./plight.ts";
import * as soulLines from "./lines/soul-prompt.ts";
import * as souls from "./soul-prompt.ts";
import type { Speaker } from "./speaker.ts";
import * as scenes from "./lines/troubled-scenes.ts";

describe("plight", () => {
  it.each<[Plight["is"], string, State]>([
    ["well", "nothing is wrong", {}],
    ["well", "asleep, nothing is wrong", { mood: "sleeping" }],
    ["failing", "its mood is critical", { mood: "critical" }],
    ["failing", "asleep, its health is below 20", { mood: "sleeping", stats: { health: 19 } }],
    ["failing", "near death right after a visit", { urgency: "imminent", hoursAlone: 0 }],
    ["ending", "left for over two thirds of its threshold", { urgency: "critical", hoursAlone: 24.2 }],
    ["ending", "left for long and ill", { mood: "sick", stats: { health: 30 }, hoursAlone: 30 }],
    ["ill", "toward death right after a visit", { urgency: "critical", hoursAlone: 0 }],
    ["ill", "toward death, not yet left for long", { urgency: "critical", hoursAlone: 24.1 }],
    ["ill", "its mood is sick", { mood: "sick" }],
    ["ill", "asleep, its health is below 40", { mood: "sleeping", stats: { health: 39 } }],
    ["starved", "a missed meal and hunger", { feedingStatus: "critical", stats: { hunger: 29 } }],
    ["starved", "a missed meal and lost health", { feedingStatus: "critical", stats: { hunger: 50, health: 79 } }],
    ["starved", "toward death by hunger", { feedingStatus: "critical", urgency: "critical", stats: { hunger: 0 } }],
    ["late", "a missed meal of one that is full", { feedingStatus: "critical", mood: "happy" }],
    [
      "late",
      "a missed meal, full, unwell for another reason",
      { feedingStatus: "critical", stats: { hunger: 51, health: 79 } },
    ],
    [
      "late",
      "a missed meal, and all is hidden",
      { feedingStatus: "critical", mechanic: "pangolin", stats: { trust: 20 } },
    ],
    ["late", "a late meal", { feedingStatus: "overdue", stats: { happiness: 5 } }],
    ["hungry", "hungry before its time", { mood: "hungry", stats: { hunger: 29 } }],
    ["hungry", "hungry asleep", { mood: "sleeping", stats: { hunger: 29, happiness: 5 } }],
    ["hungry", "hungry, and hides it", { mood: "hungry", mechanic: "pangolin", stats: { trust: 20, hunger: 10 } }],
    ["lonely", "no joy", { stats: { happiness: 19 } }],
    ["lonely", "no joy and no trust", { mood: "sleeping", stats: { happiness: 19, trust: 5 } }],
    ["weak", "not well, though its mood is happy", { mood: "happy", stats: { health: 59 } }],
    ["weak", "asleep, not well", { mood: "sleeping", stats: { health: 40 } }],
    ["weak", "not well, below its cap", { mood: "content", mechanic: "void", stats: { health: 45 } }],
    ["well", "well, though it shows half its health", { mood: "content", mechanic: "void", stats: { health: 100 } }],
    ["shy", "no trust", { stats: { trust: 14 } }],
    ["well", "happy in spite of that", { mood: "happy", stats: { trust: 14 } }],
    ["unsaid", "it hides how it is", { mechanic: "pangolin", stats: { trust: 20 } }],
    ["unsaid", "asleep, it hides how it is", { mechanic: "hedgehog", mood: "sleeping" }],
    ["well", "happy is no secret", { mechanic: "hedgehog", mood: "happy" }],
  ])("WORDS-25: the plight is %s: %s", (plight, _why, state) => {
    expect(plightOf(seenWith(state)).is).toBe(plight);
  });

  it("WORDS-1: every pool has enough lines, more where feelings are hidden", () => {
    const pools = [...poolsIn({ behaviors, feelings, scenes, souls: soulLines })];
    expect(pools.length).toBeGreaterThan(100);
    expect(pools.filter(({ lines }) => lines.length < 6).map(({ path }) => path.join("."))).toEqual([]);
    expect([feelings.TROUBLED.unsaid.length, scenes.UNSAID.length]).toEqual([12, 12]);
    expect([feelings.TROUBLED_ASLEEP.unsaid.length, scenes.UNSAID_ASLEEP.length]).toEqual([8, 8]);
    for (const { path, lines } of pools) expect(new Set(lines.map(lineText)).size, path.join(".")).toBe(lines.length);
  });
});

describe("memories of care", () => {
  const speaker: Speaker = {
    id: "0190d3c4-0000-7000-8000-000000000003",
    name: "Zqx",
    speciesSlug: "tortoise",
    speciesName: "Tortoise",
    family: "exotic",
    stage: "adult",
    personality: [],
  };

  it("WORDS-25: no calm line answers care that did harm", () => {
    const hurt = new Set<string>(feelings.HURT);
    for (let key = 0; key < 40; key++) {
      const said = souls.soulPrompt(speaker, { seen: seenWith({}), hurts: true, hoursSinceFed: 1, key });
      const [, ...rest] = said.split(/(?<=[.]) (?=\p{Lu})/u);
      expect(hurt, said).toContain(rest.join(" "));
    }
  });

  const prompts = (seen: VisibleSigns, stage: Speaker["stage"]) =>
    Array.from({ length: 60 }, (_, key) =>
      souls.soulPrompt({ ...speaker, stage }, { seen, hoursSinceFed: 8, key }),
    ).join("\n");

  it("WORDS-26: hours without food are mentioned only once the window opens", () => {
    expect(prompts(seenWith({}), "adult")).not.toMatch(/without food/u);
    expect(prompts(seenWith({ feedingStatus: "due_soon" }), "adult")).toMatch(/about 8 hours without food/u);
    expect(prompts(seenWith({ feedingStatus: "overdue" }), "adult")).toMatch(/about 8 hours without food/u);
  });

  it("WORDS-26: sleepers and happy creatures with little trust mention no memory", () => {
    const remembers = /stranger|without food|\b(?:voice|steps|the light|quiet you|latch)\b/u;
    for (const stage of ["child", "adult"] as const) {
      for (const feedingStatus of ["ok", "due_soon", "overdue"] as const) {
        expect(prompts(seenWith({ mood: "sleeping", feedingStatus }), stage)).not.toMatch(remembers);
      }
      const happy = seenWith({ mood: "happy", stats: { trust: 20 } });
      expect(prompts(happy, stage)).not.toMatch(remembers);
      expect(prompts(seenWith({ stats: { trust: 20 } }), stage)).toMatch(remembers);
    }
  });

  it("WORDS-26: an egg or a baby shows no habits", () => {
    const habits = Object.values(TRAIT_LINES).flat().map(lineText);
    for (const stage of ["egg", "baby", "child"] as const) {
      const said = Object.keys(TRAIT_LINES)
        .flatMap((trait) => [1, 2, 3, 4].map((key) => [trait, key] as const))
        .map(([trait, key]) =>
          souls.soulPrompt({ ...speaker, stage, personality: [trait] }, { seen: seenWith(), hoursSinceFed: 1, key }),
        )
        .join("\n");
      expect(habits.some((line) => said.includes(line))).toBe(stage === "child");
      const ofTortoises = (findBuiltIn("tortoise")?.habits ?? []).map(lineText);
      const doings = Array.from({ length: 60 }, (_, key) => behavior({ ...speaker, stage }, { seen: seenWith(), key }));
      expect(doings.some((text) => ofTortoises.some((line) => text.endsWith(line)))).toBe(stage === "child");
    }
  });

  it("WORDS-26: a teen or adult is no stranger at any trust", () => {
    for (const feedingStatus of ["ok", "due_soon"] as const) {
      const seen = seenWith({ feedingStatus, stats: { trust: 30.5 } });
      for (const stage of ["teen", "adult"] as const) {
        expect(prompts(seen, stage)).not.toMatch(/stranger|without food/u);
        expect(prompts(seen, stage)).toMatch(/known you all its life/u);
      }
      expect(prompts(seen, "child")).toMatch(/near strangers/u);
    }
  });
});
