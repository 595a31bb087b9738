// Tests every line against every species and stage for which it can be chosen. The test detects from a line's words what the line
// names, and rejects lines without the required tags. The choice of a line depends only on its tags.

import { describe, expect, it } from "vitest";
import { poolsIn, seenWith, type Pool } from "../../../../test/lives/words.ts";
import { FULL } from "../../../../test/tier.ts";
import { CARE_ACTIONS, DEATH_CAUSES, ITEM_CATEGORIES, MOODS, STAGES, type Stage } from "../creature/creature.ts";
import type { Feature } from "../species/anatomy.ts";
import { CATALOG, findBuiltIn } from "../species/catalog/index.ts";
import { FAMILIES, type Family } from "../species/species.ts";
import * as adoption from "./adoption.ts";
import * as behavior from "./behavior.ts";
import * as care from "./care-message.ts";
import * as graves from "./epitaph.ts";
import * as adoptionLines from "./lines/adoption.ts";
import * as behaviorLines from "./lines/behavior.ts";
import * as careLines from "./lines/care-message.ts";
import * as graveLines from "./lines/epitaph.ts";
import * as feelings from "./lines/feelings.ts";
import * as memories from "./memory-lines.ts";
import * as milestoneLines from "./lines/milestone.ts";
import * as refusalLines from "./lines/refusal.ts";
import * as soulLines from "./lines/soul-prompt.ts";
import * as traitLines from "./lines/traits.ts";
import { FAMILY_HAS, linesFor, lineText } from "./fit.ts";
import * as milestones from "./milestone.ts";
import * as refusals from "./refusal.ts";
import * as souls from "./soul-prompt.ts";
import type { Speaker, TaggedLine } from "./speaker.ts";
import * as scenes from "./lines/troubled-scenes.ts";

/** Words that name a body part, or a place where only some species live. */
const LEXICON: Readonly<Record<Feature, RegExp>> = {
  // Body parts.
  ears: /\bears?\b/iu,
  tail: /\btails?\b|\bwag(?:s|ging)?\b/iu,
  paws: /\bpaws?\b/iu,
  claws: /\bclaws?\b|\btalons?\b/iu,
  hands: /\bits (?:own )?(?:hands?|arms?|fingers?)\b/iu,
  legs: /\b(?:hind )?legs?\b|\bits feet\b|\bits foot\b|\bknees?\b|\belbows?\b|\blimps?\b|\bkicks?\b|\bwalks\b|\bpaces\b|\bforeleg\b/iu,
  head: /\b(?:its|the) head\b|^head\b|\bhead (?:on|under|in|down|low)\b|\bchin\b|\bneck\b/iu,
  heads: /\bheads\b|\b(?:one|middle|left|right) head\b/iu,
  nose: /\bnose\b|\bsnouts?\b|\bmuzzles?\b|\bsneezes?\b|\bsniffs?\b/iu,
  whiskers: /\bwhiskers?\b/iu,
  cheeks: /\bcheeks?\b/iu,
  washing: /\bsoap\b|\bbath\b|\bwash(?:es|ing)?\b|\bsuds\b/iu,
  mouth: /\bbites?\b|\bchews?\b|\bswallows?\b|\bmouth(?:s|ful)?\b|\bteeth\b|\bjaws?\b|\bcrunch(?:es|ing)?\b/iu,
  tongue: /\btongue\b|\blick(?:s|ed|ing)?\b/iu,
  beak: /\bbeak\b|\bbill\b/iu,
  stomach: /\bstomach\b|\bbelly\b/iu,
  lungs: /\bbreath(?:s|es|ing|e|ed)?\b|\bsighs?\b|\byawns?\b|\bpanting\b/iu,
  eyelids:
    /\bblink(?:s|ing)?\b|\beyelids?\b|\beyes? (?:half )?(?:shut|closed)\b|\b(?:opens|closes|shuts) (?:its|one) eyes?\b/iu,
  fur: /\bfur\b|\bwhose coat\b|\bits coat\b/iu,
  skin: /\bskin\b|\bits hide\b/iu,
  ribs: /\bribs?\b|\bflanks?\b/iu,
  feathers: /\bfeathers?\b|\bpreen(?:s|ing)?\b/iu,
  wings: /\bwings?\b|\bflaps\b/iu,
  spines: /\bspines\b|\bquills?\b/iu,
  scales: /\bscales\b/iu,
  carapace: /\bits (?:own )?shell\b|\bcarapace\b/iu,
  gills: /\bgills?\b/iu,
  ribbons: /\bribbons\b|\btrailing\b/iu,
  stripes: /\bstripes?\b/iu,
  colors: /\bits colou?rs?\b|\bcolou?rs are up\b|\bchanges? colou?r\b|\bturned teal\b/iu,
  purr: /\bpurr(?:s|ing)?\b/iu,
  bark: /\bbark(?:s|ed|ing)?\b|\bhowl(?:s|ing)?\b/iu,
  glow: /\bglow(?:s|ing)?\b|\bdim(?:s|med)\b|\bsparks?\b|\bflickers?\b|\bpixels?\b|\bits (?:own )?lights?\b|\bshimmer\b|\bbrighten(?:s|ed)?\b/iu,
  // Places.
  furniture:
    /\b(?:window)?sill\b|\bshelf\b|\bcushions?\b|\bsofa\b|\bcouch\b|\bchairs?\b|\brug\b|\bblankets?\b|\bcupboard\b|\bcabinet\b|\btable\b|\bdrawers?\b|\bbox\b|\bmat\b|\bpillow\b|\bbed\b|\bcurtains?\b|\bsweater\b|\bthe furniture\b|\bbaseboard\b|\bkitchen\b/iu,
  glass: /\bglass\b|\benclosure\b|\bterrarium\b|\bcage\b/iu,
  water: /\bin the water\b|\bunderwater\b|\bpond\b|\btank\b|\bthe current\b/iu,
  trees: /\bclimbs?\b|\bup, across\b|\bbranch(?:es)?\b|\bperch\b|\bleaf\b|\b(?:the|of|dry|its) leaves\b|\btwigs?\b/iu,
  ground: /\bpebbles?\b|\bflat (?:stone|rock)\b|\bsand\b|\bburrow\b|\bopen ground\b/iu,
  nest: /\bnest\b/iu,
  snow: /\bsnow\b|\bfrost\b/iu,
  machine:
    /\blogs?\b|\bloops?\b|\bthreads?\b|\bpackets?\b|\bqueues?\b|\bcursor\b|\bsignal\b|\bchannel\b|\bstatic\b|\bprocess\b|\bconstants\b|\btolerance\b|\brender(?:s|ed)?\b|\bclock cycles?\b|\bchecksums?\b|\bservo\b|\bfirmware\b|\bretr(?:y|ies|ied)\b|\bpolls\b|\bbuffer(?:s|ing)?\b|\buptime\b|\bframes\b|\bping(?:s|ed)?\b/iu,
};

/** Words that are true only at some ages. Stages begin on days 1, 3, and 5, and no creature is known to be weeks old. */
const AGES: readonly (readonly [words: RegExp, stages: readonly Stage[]])[] = [
  [/\b(?:the|this|an) egg\b/iu, ["egg", "baby"]],
  [
    /\bhatched (?:today|just now)\b|\bso new\b|\bless than a day\b|\bbits? of (?:egg)?shell (?:is|are) still\b|\bhours old\b/iu,
    ["baby"],
  ],
  [/\bfirst day\b/iu, ["baby", "child"]],
  [
    /\byesterday(?:'s)?\b|\blast night\b|\bthe days\b|\bother days\b|\bsince it was small\b|\bsince you met\b/iu,
    ["child", "teen", "adult"],
  ],
  [/\ba baby\b|\bnewborn\b/iu, ["baby"]],
  [/\b(?:is|are|still|of) a child\b|\ba child (?:now|with)\b/iu, ["child"]],
  [/\b(?:is|are|still) a teen\b|\bhalf grown\b|\bnearly grown\b/iu, ["teen"]],
  [/\bchildhood\b/iu, ["teen", "adult"]],
  [
    /\badult\b|\b(?:fully|full) grown\b|\bgrown things\b|\bgrown (?:up|as it is)\b|\bis grown\b|\bhundreds? (?:of )?times\b|\bmany times\b|\blong known\b/iu,
    ["adult"],
  ],
  [/\bweeks?\b|\bmonths?\b|\byears?\b/iu, []],
];

/** The features and stages that a text presupposes. */
interface Needs {
  readonly features: readonly Feature[];
  readonly stages: readonly Stage[];
}

function isFeature(name: string): name is Feature {
  return Object.hasOwn(LEXICON, name);
}

const FEATURES: readonly Feature[] = Object.keys(LEXICON).filter(isFeature);

function needsOf(line: string): Needs {
  const ages = AGES.filter(([words]) => words.test(line)).map(([, stages]) => stages);
  return {
    features: FEATURES.filter((feature) => LEXICON[feature].test(line)),
    stages: STAGES.filter((stage) => ages.every((stages) => stages.includes(stage))),
  };
}

/** Returns what the creature lacks: body parts, places, and "age". */
function lacking({ features, stages }: Needs, { speciesSlug, family, stage }: Speaker): readonly string[] {
  const has = findBuiltIn(speciesSlug)?.has ?? FAMILY_HAS[family];
  return [...features.filter((feature) => !has.includes(feature)), ...(stages.includes(stage) ? [] : ["age"])];
}

const MODULES = {
  adoption: adoptionLines,
  behavior: behaviorLines,
  care: careLines,
  feelings,
  graves: graveLines,
  memories,
  milestones: milestoneLines,
  refusals: refusalLines,
  scenes,
  souls: soulLines,
  habits: new Map(CATALOG.map((species) => [species.slug, species.habits])),
  traits: traitLines,
};

/** All species in the catalog, and one designed species per family. */
const SPECIES: readonly (readonly [slug: string, family: Family])[] = [
  ...CATALOG.map(({ slug, family }) => [slug, family] as const),
  ...FAMILIES.map((family) => [`designed-${family}`, family] as const),
];

/** The minimum number of lines that a pool has for each creature, if not four. */
const ENOUGH: Readonly<Record<string, number>> = { habits: 3, traits: 2 };

/** Pools that serve only one species or stage, although no key names that species or stage. */
const ONLY: Readonly<Record<string, { slug?: string; stages?: readonly Stage[] }>> = {
  untrusting: { slug: "pangolin" },
  unplayed: { slug: "jackrabbit" },
  EGG: { stages: ["egg"] },
  "first day": { stages: ["baby"] },
  ADOPTIONS: { stages: ["egg"] },
  PATHS: { stages: ["adult"] },
};

/** Checks whether a line of the pool can be chosen for the creature. The pool's keys are families, stages, and species. */
function isFor({ path }: Pool, { speciesSlug, family, stage }: Speaker): boolean {
  const names = (one: string, all: readonly string[]) => !path.some((key) => all.includes(key)) || path.includes(one);
  const only = path.map((key) => ONLY[key] ?? {});
  return (
    names(family, FAMILIES) &&
    names(stage, STAGES) &&
    names(
      speciesSlug,
      CATALOG.map(({ slug }) => slug),
    ) &&
    only.every(({ slug, stages }) => (slug ?? speciesSlug) === speciesSlug && (stages ?? [stage]).includes(stage)) &&
    (stage !== "egg" || path.some((key) => ["EGG", "ADOPTIONS", "TRAIT_LINES"].includes(key)))
  );
}

const SPEAKERS: readonly Speaker[] = SPECIES.flatMap(([speciesSlug, family]) =>
  STAGES.map((stage) => ({
    id: `0190d3c4-0000-7000-8000-${speciesSlug}-${stage}`,
    name: "Zqx",
    speciesSlug,
    speciesName: "Zqx",
    family,
    stage,
    personality: [],
  })),
);
const POOLS = [...poolsIn(MODULES)];

function speakerWith(speciesSlug: string, stage: Stage): Speaker {
  const found = SPEAKERS.find((each) => each.speciesSlug === speciesSlug && each.stage === stage);
  if (found === undefined) throw new Error(`no ${stage} ${speciesSlug}`);
  return found;
}

const known = new Map<string, Needs>();

/**
 * Returns the features in a text that the creature lacks. Results are cached by sentence, because there are few different
 * sentences.
 */
function misfits(text: string, speaker: Speaker): readonly string[] {
  return text.split(". ").flatMap((sentence) => {
    const needs = known.get(sentence) ?? needsOf(sentence);
    known.set(sentence, needs);
    return lacking(needs, speaker);
  });
}

/** Returns lines that no creature can say, because every creature lacks something that the line names. */
function unsaid(pools: readonly Pool[]): readonly string[] {
  return pools.flatMap((pool) => {
    const speakers = SPEAKERS.filter((speaker) => isFor(pool, speaker));
    return pool.lines
      .map(lineText)
      .filter((line) => speakers.every((speaker) => misfits(line, speaker).length > 0))
      .map((line) => `${pool.path.join(".")}: ${line}`);
  });
}

/** One state for each list of lines: every plight, awake and asleep, and every trust level. */
const STATES = [
  ...MOODS.map((mood) => seenWith({ mood })),
  ...[0, 25, 50, 75, 100].flatMap((trust) =>
    (["ok", "due_soon", "overdue"] as const).map((feedingStatus) => seenWith({ feedingStatus, stats: { trust } })),
  ),
  ...(["content", "sleeping"] as const).flatMap((mood) => [
    seenWith({ mood, hoursAlone: 30 }),
    seenWith({ mood, stats: { health: 10 } }),
    seenWith({ mood, stats: { health: 30 } }),
    seenWith({ mood, feedingStatus: "critical", stats: { hunger: 10 } }),
    seenWith({ mood, feedingStatus: "critical" }),
    seenWith({ mood, stats: { hunger: 10 } }),
    seenWith({ mood, stats: { happiness: 10 } }),
    seenWith({ mood, stats: { trust: 10 } }),
    seenWith({ mood, mechanic: "pangolin", stats: { trust: 10 } }),
  ]),
];

/** Yields what one creature says at one key. */
function* said(speaker: Speaker, key: number): Generator<string> {
  // A quarter of the states at each key is enough, because there are more than four keys.
  for (const seen of STATES.filter((_, index) => index % 4 === key % 4)) {
    yield behavior.behavior(speaker, { seen, key });
    yield souls.soulPrompt(speaker, { seen, hoursSinceFed: key % 3, key });
  }
  if (speaker.stage === "egg") return;
  for (const cause of DEATH_CAUSES) yield graves.epitaph(speaker, { cause, livedHours: 30, feedings: 5, key });
  for (const action of CARE_ACTIONS) {
    for (const effectiveness of ["effective", "wasted"] as const) {
      for (const category of [null, "harmful"] as const) {
        const effect = { effectiveness, shortfall: null } as unknown as Parameters<typeof care.careMessage>[1];
        const given = { action, timing: null, category, streak: 3, wasDue: false, fell: [], endsStreak: false, key };
        yield care.careMessage(speaker, { ...effect, ...given });
      }
    }
  }
  for (const category of ITEM_CATEGORIES) if (category !== "harmful") yield care.itemMessage(speaker, category, key);
  yield milestones.stageMessage(speaker, speaker.stage, "balanced", key);
  yield adoption.releaseMessage(speaker, key);
  yield adoption.resurrectionMessage(speaker, key);
  yield refusals.refusal(speaker, "asleep", key);
}

describe("features named in lines", () => {
  it("WORDS-14: no line names a part, place, or age its creature lacks", () => {
    const wrong: string[] = [];
    for (const speaker of SPEAKERS) {
      for (let key = 0; key < (FULL ? 60 : 6); key++) {
        for (const text of said(speaker, key)) {
          const names = misfits(text, speaker);
          if (names.length > 0) wrong.push(`${speaker.speciesSlug} ${speaker.stage}: ${names.join(", ")}: ${text}`);
        }
      }
    }
    expect(wrong.slice(0, 20)).toEqual([]);
  });

  it("WORDS-14: every line suits a creature, and planted misfits are found", () => {
    expect(POOLS.length).toBeGreaterThan(200);
    expect(unsaid(POOLS)).toEqual([]);
    const planted = (path: readonly string[], line: string) => unsaid([{ path, lines: [line] }]);
    expect(planted(["SCENES", "cat", "happy"], "{name} preens its feathers.")).toHaveLength(1);
    expect(planted(["SCENES", "dog", "content"], "{name} basks in the enclosure.")).toHaveLength(1);
    expect(planted(["STAGE_TOUCHES", "baby", "well"], "Yesterday it could not do that.")).toHaveLength(1);
    expect(planted(["habits", "owl"], "Its colors are up.")).toHaveLength(1);
  });

  it("WORDS-14: tags exclude exactly the creatures that a line does not fit", () => {
    const wrong = (pools: readonly Pool[]) =>
      pools.flatMap((pool) =>
        SPEAKERS.filter((speaker) => isFor(pool, speaker)).flatMap((speaker) => {
          const chosen: ReadonlySet<string> = new Set(linesFor(pool.lines, speaker));
          return pool.lines
            .map(lineText)
            .filter((line) => chosen.has(line) !== (misfits(line, speaker).length === 0))
            .map((line) => `${pool.path.join(".")} ${speaker.speciesSlug} ${speaker.stage}: ${line}`);
        }),
      );
    // Memories fit every age, and none of their words name a body part.
    expect(wrong(POOLS.filter(({ path }) => path[0] !== "memories"))).toEqual([]);
    const planted = (line: TaggedLine) => wrong([{ path: ["SCENES", "cat", "happy"], lines: ["It is here.", line] }]);
    expect(planted("Its fur is warm.")).not.toEqual([]);
    expect(planted(["fur", "Its fur is warm."])).toEqual([]);
    expect(planted(["fur", "It is warm."])).not.toEqual([]);
    expect(planted("Its paws are warm.")).toEqual([]);
    expect(planted(["past", "Yesterday it was warm."])).toEqual([]);
    expect(planted("Yesterday it was warm.")).not.toEqual([]);
  });

  it("WORDS-14: every pool has lines for each of its species and stages", () => {
    const poor: string[] = [];
    for (const pool of POOLS) {
      const enough = ENOUGH[pool.path[0] ?? ""] ?? 4;
      for (const speaker of SPEAKERS.filter((each) => isFor(pool, each))) {
        const left = linesFor(pool.lines, speaker).filter((line) => misfits(line, speaker).length === 0);
        if (left.length < enough) {
          poor.push(`${pool.path.join(".")} ${speaker.speciesSlug} ${speaker.stage}: ${left.length}`);
        }
      }
    }
    expect(poor).toEqual([]);
  });

  it.each([
    ["owl", "adult", "Its colors are up, its eyes are bright.", ["colors"]],
    ["jackrabbit", "adult", "Everything in the enclosure is as it was.", ["glass"]],
    ["sphynx", "adult", "It smooths its fur.", ["fur"]],
    ["lynx", "adult", "Its tail is wrapped around it on the windowsill.", ["tail", "furniture"]],
    ["gecko", "child", "It blinks slowly.", ["eyelids"]],
    ["golem", "teen", "It glows at the edges.", ["glow"]],
    ["pixel", "teen", "It takes a breath and licks one paw.", ["paws", "tongue", "lungs"]],
    ["parrot", "adult", "Its nose is dry and its ears are warm.", ["ears", "nose"]],
    ["drift", "adult", "It limps on three legs.", ["legs"]],
    ["cerberus", "adult", "It rests its chin on its paws.", ["head"]],
    ["tabby", "baby", "Yesterday's mistakes are forgotten.", ["age"]],
    ["tabby", "child", "It has done this a hundred times.", ["age"]],
    ["tabby", "adult", "It has been here for years.", ["age"]],
    ["tabby", "adult", "It purrs on the shelf, paws tucked under, whiskers forward.", []],
    ["owl", "adult", "Every feather in place, head under one wing, on a branch.", []],
    ["tabby", "child", "Yesterday it could not do that.", []],
  ] as const)("WORDS-14: a %s as %s: %s", (slug, stage, line, names) => {
    expect(misfits(line, speakerWith(slug, stage))).toEqual(names);
  });
});

describe("an epitaph", () => {
  it("WORDS-15: an epitaph's first sentence has at most 80 characters", () => {
    for (const name of ["Pip", "Maximilian Bartholomew von Hohenstein und Zollern"]) {
      for (const speaker of SPEAKERS) {
        for (const cause of DEATH_CAUSES) {
          for (let key = 0; key < 4; key++) {
            const full = graves.epitaph({ ...speaker, name }, { cause, livedHours: 30, feedings: 5, key });
            expect(full).toMatch(/^\S[^.]{10,78}\. /u);
          }
        }
      }
    }
  });
});
