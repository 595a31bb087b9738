// Generates random states with the sentences of creatures in them, and finds sentences that do not fit their state.
import type { Living, Stage, Stats } from "@denkeeper/rules/creature/creature.ts";
import { visibleStats, type VisibleStats } from "@denkeeper/rules/creature/visibility.ts";
import { URGENCIES } from "@denkeeper/rules/life/death.ts";
import { FEEDING_STATUSES } from "@denkeeper/rules/life/feeding.ts";
import { moodOf } from "@denkeeper/rules/life/mood.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import { behavior } from "@denkeeper/rules/words/behavior.ts";
import { SCENES, STAGE_TOUCHES } from "@denkeeper/rules/words/lines/behavior.ts";
import { lineText } from "@denkeeper/rules/words/fit.ts";
import { TROUBLED, TROUBLED_ASLEEP, WELL } from "@denkeeper/rules/words/lines/feelings.ts";
import { plightOf, type Plight, type VisibleSigns } from "@denkeeper/rules/words/plight.ts";
import { FRESH_MEMORIES, MEMORIES } from "@denkeeper/rules/words/lines/soul-prompt.ts";
import { soulPrompt } from "@denkeeper/rules/words/soul-prompt.ts";
import { speakerOf, type TaggedLines } from "@denkeeper/rules/words/speaker.ts";
import { TRAIT_LINES } from "@denkeeper/rules/words/lines/traits.ts";
import { STARVED } from "@denkeeper/rules/words/lines/troubled-scenes.ts";
import { startLife, type RandomSource } from "../balance/lives.ts";

/** Phrases that are true only of an untroubled creature. */
const CALM_EXPRESSIONS = [
  /an ordinary kind of peace/u,
  /asks for nothing this minute/u,
  /Nothing much is on its mind/u,
  /at ease and lets you be/u,
  /Its day is in order/u,
  /It is comfortable, and comfort/u,
  /is not worried/u,
  /is not afraid/u,
  /without food is only time/u,
  /has no doubts about you/u,
  /nothing it would change about this hour/u,
  /It is happy, and some of that/u,
  /everything it wants is in one room/u,
  /full of good spirits/u,
  /remembered in time/u,
  /Life is going well for it/u,
  /leaves the watching to you/u,
  /asks nothing of it or of you/u,
  /has put the day down/u,
  /wherever sleepers go/u,
  /up to something harmless/u,
  /Something has caught its interest/u,
  /still means home/u,
] as const;

const CALM_POOLS: readonly TaggedLines[] = [
  ...Object.values(WELL),
  ...Object.values(MEMORIES),
  FRESH_MEMORIES.some,
  FRESH_MEMORIES.firm,
  FRESH_MEMORIES.whole,
  ...Object.values(SCENES).flatMap(({ happy, content, curious, sleeping }) => [happy, content, curious, sleeping]),
  ...Object.values(STAGE_TOUCHES).flatMap(({ asleep, well }) => [asleep, well]),
  ...CATALOG.map(({ habits }) => habits),
  ...Object.values(TRAIT_LINES),
];

const HUNGER_POOLS: readonly TaggedLines[] = [
  TROUBLED.starved,
  TROUBLED.hungry,
  TROUBLED_ASLEEP.starved,
  TROUBLED_ASLEEP.hungry,
  ...Object.values(STARVED),
  ...Object.values(SCENES).map(({ hungry }) => hungry),
  ...Object.values(STAGE_TOUCHES).map(({ hungry }) => hungry),
];

/** Placeholder for the line about the creature's life. */
const LIFE_LINE = "This is about its life.";
const STAGES = ["baby", "child", "teen", "adult"] as const satisfies readonly Stage[];
const OFTEN_HIDDEN = CATALOG.filter(({ mechanic }) => mechanic !== null && /hedgehog|pangolin|void/u.test(mechanic));

export interface WordState {
  readonly stats: Stats;
  readonly seen: VisibleSigns;
  readonly plight: Plight;
  readonly isTroubled: boolean;
  /** True if the stats that the keeper can see are enough to know of the trouble. */
  readonly showsTrouble: boolean;
  readonly sentences: readonly string[];
}

function oneOf<Item>(list: readonly Item[], dice: RandomSource): Item {
  const item = list[Math.floor(dice() * list.length)];
  if (item === undefined) throw new Error("there is nothing to choose from");
  return item;
}

function isTroubled(stats: Stats | VisibleStats, { feedingStatus, deathClock }: Omit<VisibleSigns, "mood">): boolean {
  return (
    feedingStatus === "overdue" ||
    feedingStatus === "critical" ||
    deathClock.urgency === "critical" ||
    deathClock.urgency === "imminent" ||
    (stats.happiness ?? 100) < 20 ||
    (stats.health ?? 100) < 40
  );
}

/** Returns a state whose values are independent, so they include combinations that the rules never produce. */
export function randomState(number: number): WordState {
  const hash = (place: number) => chance(number, 1_000 + place);
  const species = hash(0) < 0.15 ? OFTEN_HIDDEN : CATALOG;
  const { creature, dice } = startLife(
    oneOf(species, () => hash(1)),
    number,
  );
  const stat = () => dice() * 100;
  const stats: Stats = { hunger: stat(), happiness: stat(), health: stat(), trust: stat(), discipline: 0 };
  const living: Living = { ...creature, stats, name: "Zqx", stage: oneOf(STAGES, dice), personality: ["grateful"] };
  const shown = {
    feedingStatus: oneOf(FEEDING_STATUSES, dice),
    deathClock: { urgency: oneOf(URGENCIES, dice), hoursWithoutCare: dice() * 36, thresholdHours: 36 },
    visibility: visibleStats(living.species.mechanic, stats),
  };
  const at = Math.floor(dice() * 1e12);
  const seen = { ...shown, mood: moodOf(living, dice() < 0.3, seedOf(living.id), at) };
  const key = Math.floor(dice() * 5_000);
  const speaker = speakerOf(living);
  const soul = soulPrompt(speaker, { seen, hoursSinceFed: dice() * 40, line: LIFE_LINE, key });
  return {
    stats,
    seen,
    plight: plightOf(seen),
    isTroubled: isTroubled(stats, shown),
    showsTrouble: isTroubled(shown.visibility.stats, shown),
    sentences: `${soul} ${behavior(speaker, { seen, key })}`.split(/(?<=\.) (?=\p{Lu})/u),
  };
}

/** Returns a function that recognizes any sentence of a line in these pools. */
function matcher(pools: readonly TaggedLines[]): (sentence: string) => boolean {
  const quoted = (line: string) => RegExp.escape(line).replaceAll(/\\\{[a-z]+\\\}/giu, ".+?");
  const lines = pools.flat().flatMap((line) => lineText(line).split(/(?<=\.) (?=\p{Lu})/u));
  const pattern = new RegExp(`^(?:${lines.map(quoted).join("|")})$`, "u");
  const known = new Map<string, boolean>();
  return (sentence) => {
    const found = known.get(sentence) ?? pattern.test(sentence);
    known.set(sentence, found);
    return found;
  };
}

/** Returns the number of troubled states, and the sentences that do not fit their state. */
export function measureStates(states: Iterable<WordState>) {
  const isCalm = matcher(CALM_POOLS);
  const isOfHunger = matcher(HUNGER_POOLS);
  let troubled = 0;
  const wrong: string[] = [];
  for (const state of states) {
    if (state.isTroubled) troubled++;
    // A hidden health may be shown as a capped value, which proves nothing.
    const { stats, hidden } = state.seen.visibility;
    const isWeak = (stats.health ?? 100) < 60 && !hidden.includes("health");
    const isFed = (state.seen.visibility.stats.hunger ?? 0) > 50;
    for (const sentence of state.sentences) {
      const says = (what: string) => wrong.push(`${what} when ${state.plight.is}: ${sentence}`);
      if (isFed && isOfHunger(sentence)) says("hunger");
      if ((state.isTroubled || isWeak) && isCalm(sentence)) says("calm");
      if (state.isTroubled && CALM_EXPRESSIONS.some((calm) => calm.test(sentence))) says("calm expression");
      if (state.showsTrouble && sentence === LIFE_LINE) says("its life");
    }
  }
  return { troubled, wrong };
}

/** Highest share, in percent, of one line among all feelings. */
export const MOST_COMMON = { well: 3, unsaid: 9 };

const FELT = {
  well: Object.values(WELL).flat(),
  unsaid: [...TROUBLED.unsaid, ...TROUBLED_ASLEEP.unsaid].map(lineText),
};

/** Returns the share, in percent, of the most common feeling of creatures that are well, and of those that hide their state. */
export function commonestFeeling(prompts: readonly string[]): Readonly<Record<keyof typeof FELT, number>> {
  const commonest = (lines: readonly string[]) => {
    const counts = lines.map((line) => prompts.filter((prompt) => prompt.includes(line)).length);
    const looks = counts.reduce((sum, count) => sum + count, 0);
    return looks === 0 ? 0 : Math.round((10_000 * Math.max(...counts)) / looks) / 100;
  };
  return { well: commonest(FELT.well), unsaid: commonest(FELT.unsaid) };
}
