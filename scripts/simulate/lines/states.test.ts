// Tests the words of creatures in random states.
import { expect, test } from "vitest";
import { FULL } from "../../../test/tier.ts";
import { STATS, type Living } from "@denkeeper/rules/creature/creature.ts";
import { visibleStats } from "@denkeeper/rules/creature/visibility.ts";
import { visibleLifeAt, type VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { behavior } from "@denkeeper/rules/words/behavior.ts";
import { TROUBLED, WELL } from "@denkeeper/rules/words/lines/feelings.ts";
import { lineText } from "@denkeeper/rules/words/fit.ts";
import { TROUBLES } from "@denkeeper/rules/words/plight.ts";
import { soulPrompt } from "@denkeeper/rules/words/soul-prompt.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { startLife, type RandomSource } from "../balance/lives.ts";
import { MOST_COMMON, commonestFeeling, measureStates, randomState } from "./states.ts";

const states = Array.from({ length: FULL ? 20_000 : 2_000 }, (_, number) => randomState(number));

test("WORDS-25: troubled creatures never sound calm, fed ones never mention hunger", () => {
  const { troubled, wrong } = measureStates(states);
  expect(troubled).toBeGreaterThan(states.length / 2);
  expect(wrong).toEqual([]);
  expect(new Set(states.map(({ plight }) => plight.is))).toEqual(new Set([...TROUBLES, "well"]));
});

test("WORDS-25: the measure detects sentences that do not fit", () => {
  const spoiled = (sentence: string) =>
    measureStates(states.slice(0, 200).map((state) => Object.assign({}, state, { sentences: [sentence] }))).wrong
      .length;
  expect(spoiled(WELL.content[30] ?? "")).toBeGreaterThan(100);
  expect(spoiled("Zqx is asleep in the exact middle of everything.")).toBeGreaterThan(100);
  expect(
    spoiled("It has gone about 9 hours without food and is not afraid, because it knows your step."),
  ).toBeGreaterThan(100);
  expect(spoiled("This is about its life.")).toBeGreaterThan(100);
  expect(spoiled(lineText(TROUBLED.starved[1] ?? ""))).toBeGreaterThan(50);
  expect(spoiled("It is here.")).toBe(0);
});

/** Starts a life with some stats replaced. */
function lookAt(slug: string, number: number, stats: (dice: RandomSource) => Partial<Living["stats"]>) {
  const species = findBuiltIn(slug);
  if (species === undefined) throw new Error(`no ${slug}`);
  const { creature, dice } = startLife(species, number);
  return { living: { ...creature, stats: { ...creature.stats, ...stats(dice) } }, dice, at: creature.asOf };
}

function wordsAt(living: Living, at: number) {
  const now = visibleLifeAt(living, at);
  if (now.kind === "dead") return null;
  const speaker = speakerOf(living);
  const soul = soulPrompt(speaker, { seen: now, hoursSinceFed: now.hoursSinceFed, key: living.careActions });
  return { now, soul, words: [soul, behavior(speaker, { seen: now, key: 7 })] };
}

test("WORDS-1: no feeling exceeds 3 % of 1,000, or 9 % when hidden", () => {
  const looks = (slug: string, stats: Partial<Living["stats"]>) =>
    Array.from({ length: 1_000 }, (_, look) => {
      const { living, at } = lookAt(slug, Math.floor(look / 125), () => stats);
      return wordsAt({ ...living, careActions: look % 125 }, at + HOUR_MS / 2)?.soul ?? "";
    });
  const well = looks("housecat", { happiness: 95, trust: 60 });
  expect(commonestFeeling(well).well).toBeLessThanOrEqual(MOST_COMMON.well);
  const hidden = looks("pangolin", { happiness: 60 });
  expect(commonestFeeling(hidden).unsaid).toBeLessThanOrEqual(MOST_COMMON.unsaid);
  expect(commonestFeeling([WELL.happy[0], WELL.happy[0], WELL.content[0]])).toEqual({ well: 66.67, unsaid: 0 });
});

/** Returns all that a keeper can see of a creature, except for words. */
function shownOf({ mood, feedingStatus, deathClock, visibility }: VisibleLiving): string {
  return JSON.stringify([mood, feedingStatus, deathClock.urgency, deathClock.hoursWithoutCare, visibility.stats]);
}

test("SEEN-1, WORDS-25: creatures that differ only in a hidden stat speak alike", () => {
  let pairs = 0;
  for (let number = 0; pairs < 1_000; number++) {
    const slug = ["hedgehog", "pangolin", "void"][number % 3] ?? "void";
    const any = (dice: RandomSource) => Object.fromEntries(STATS.map((stat) => [stat, 5 + dice() * 95]));
    const { living, dice, at: from } = lookAt(slug, number, any);
    const { hidden } = visibleStats(living.species.mechanic, living.stats);
    const stat = hidden[Math.floor(dice() * hidden.length)];
    if (stat === undefined) continue;
    const other = { ...living, stats: { ...living.stats, [stat]: 5 + dice() * 95 } };
    const at = from + Math.floor(dice() * 20 * HOUR_MS);
    const [one, two] = [wordsAt(living, at), wordsAt(other, at)];
    if (one === null || two === null || shownOf(one.now) !== shownOf(two.now)) continue;
    pairs++;
    expect(two.words).toEqual(one.words);
  }
});
