// Which lines fit a creature: a line may name only a body part, a place or an age that its species and stage have. What a
// line names is found by its words; what a species has is in the catalog. Pools may hold lines for some of their species.

import type { Stage } from "../creature/creature.ts";
import { STAGES } from "../creature/creature.ts";
import { FAMILY_HAS } from "../species/anatomy.ts";
import type { Feature } from "../species/anatomy.ts";
import { findBuiltIn } from "../species/catalog/index.ts";
import type { Lines, Speaker } from "./speaker.ts";

/** The words that name a part of a body, or a place that only some live in. Eyes, a back and a house are everyone's. */
const LEXICON: Readonly<Record<Feature, RegExp>> = {
  // bodies
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
  // places
  furniture:
    /\b(?:window)?sill\b|\bshelf\b|\bcushions?\b|\bsofa\b|\bcouch\b|\bchairs?\b|\brug\b|\bblankets?\b|\bcupboard\b|\bcabinet\b|\btable\b|\bdrawers?\b|\bbox\b|\bmat\b|\bpillow\b|\bbed\b|\bcurtains?\b|\bsweater\b|\bthe furniture\b|\bbaseboard\b|\bkitchen\b/iu,
  glass: /\bglass\b|\benclosure\b|\bterrarium\b|\bcage\b/iu,
  water: /\bin the water\b|\bunderwater\b|\bpond\b|\btank\b|\bthe current\b/iu,
  trees: /\bbranch(?:es)?\b|\bperch\b|\bleaf\b|\b(?:the|of|dry|its) leaves\b|\btwigs?\b/iu,
  ground: /\bpebbles?\b|\bflat (?:stone|rock)\b|\bsand\b|\bburrow\b|\bopen ground\b/iu,
  nest: /\bnest\b/iu,
  snow: /\bsnow\b|\bfrost\b/iu,
  machine:
    /\blogs?\b|\bloops?\b|\bthreads?\b|\bpackets?\b|\bqueues?\b|\bcursor\b|\bsignal\b|\bchannel\b|\bstatic\b|\bprocess\b|\bconstants\b|\btolerance\b|\brender(?:s|ed)?\b|\bclock cycles?\b|\bchecksums?\b|\bservo\b|\bfirmware\b|\bretr(?:y|ies|ied)\b|\bpolls\b|\bbuffer(?:s|ing)?\b|\buptime\b|\bframes\b|\bping(?:s|ed)?\b/iu,
};

/** The words that hold only at some ages. A stage is reached at 1, 3 and 5 days; nobody is known to be weeks old. */
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

type Fitted = Pick<Speaker, "speciesSlug" | "family" | "stage">;

/** What a line takes for granted. */
interface Needs {
  readonly features: readonly Feature[];
  readonly stages: readonly Stage[];
}

function isFeature(name: string): name is Feature {
  return Object.hasOwn(LEXICON, name);
}

const FEATURES: readonly Feature[] = Object.keys(LEXICON).filter(isFeature);

export function needsOf(line: string): Needs {
  const ages = AGES.filter(([words]) => words.test(line)).map(([, stages]) => stages);
  return {
    features: FEATURES.filter((feature) => LEXICON[feature].test(line)),
    stages: STAGES.filter((stage) => ages.every((stages) => stages.includes(stage))),
  };
}

/** What the creature lacks of it: body parts, places, and "age". */
export function lacking({ features, stages }: Needs, { speciesSlug, family, stage }: Fitted): readonly string[] {
  const has = findBuiltIn(speciesSlug)?.has ?? FAMILY_HAS[family];
  return [...features.filter((feature) => !has.includes(feature)), ...(stages.includes(stage) ? [] : ["age"])];
}

const fitted = new WeakMap<Lines, Map<string, Lines>>();

/** The lines of a pool that fit the creature. Every pool has some for each of its species and stages (WORDS-14). */
export function fitting(lines: Lines, speaker: Fitted): Lines {
  const { speciesSlug, family, stage } = speaker;
  const kind = `${findBuiltIn(speciesSlug) === undefined ? family : speciesSlug} ${stage}`;
  const known = fitted.get(lines) ?? new Map<string, Lines>();
  fitted.set(lines, known);
  const found = known.get(kind);
  if (found !== undefined) return found;
  const [first, ...rest] = lines.filter((line) => lacking(needsOf(line), speaker).length === 0);
  const some: Lines = first === undefined ? lines : [first, ...rest];
  known.set(kind, some);
  return some;
}
