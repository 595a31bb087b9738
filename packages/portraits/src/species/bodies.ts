// The bodies of designed species and the words that select them.
import type { SpeciesSlug } from "@denkeeper/rules/species/catalog/index.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import { bird } from "../bodies/exotics/bird.ts";
import { cat } from "../bodies/cats/cat.ts";
import { dog } from "../bodies/dogs/dog.ts";
import type { EarStyle, Marking, MuzzleStyle, TailStyle } from "../subject/mammal.ts";
import { rabbit } from "../bodies/exotics/rabbit.ts";
import { sitting, type Extras } from "../bodies/base/sitting.ts";
import { beetle } from "../bodies/community/beetle.ts";
import { fish } from "../bodies/community/fish.ts";
import { lantern } from "../bodies/community/lantern.ts";
import { slime } from "../bodies/community/slime.ts";
import { browGem, featherWings, frogEyes, leatherWings, smallMammal } from "../bodies/exotics/small-mammal.ts";
import { WHITE } from "../kit/colour.ts";
import type { Dice } from "../kit/dice.ts";
import { palette, type MaterialPalette } from "../subject/materials.ts";
import type { BodyPlan } from "../subject/subject.ts";

type Patterns = readonly [readonly Marking[], ...(readonly Marking[])[]];

const PLAIN_PATTERNS: Patterns = [
  [],
  ["bib"],
  ["spots", "bib"],
  ["mackerel"],
  ["patches", "bib"],
  ["bands"],
  ["freckles"],
  ["paleFace", "bib"],
];

const CAT: BodyPlan = cat({ patterns: PLAIN_PATTERNS });
const DOG: BodyPlan = dog({ patterns: PLAIN_PATTERNS });
const FOX: BodyPlan = dog({
  ears: "fox",
  tail: "brush",
  headWidth: 1,
  headHeight: 0.9,
  jowls: 14,
  always: ["tailTip", "darkSocks"],
  patterns: [["wolfMask", "bib"], ["whiteFace", "bib"], ["wolfMask"]],
  cheekFur: true,
});
const BEAR: BodyPlan = smallMammal({
  ears: "round",
  muzzle: "dog",
  tail: "puff",
  hands: false,
  headWidth: 1.06,
  headHeight: 0.96,
  bodyWidth: 1.24,
  patterns: [[], ["paleFace"], ["bib"], ["bandit", "whiteFace"], ["locket"]],
});
const MOUSE: BodyPlan = smallMammal({
  ears: "round",
  tail: "whip",
  headWidth: 0.96,
  pupil: "bead",
  patterns: PLAIN_PATTERNS,
});
const SQUIRREL: BodyPlan = smallMammal({
  ears: "tufted",
  tail: "plume",
  pupil: "bead",
  patterns: [["bib"], ["bib", "eyeRings"], ["bib", "mackerel"]],
});
const OTTER: BodyPlan = smallMammal({
  ears: "small",
  muzzle: "dog",
  tail: "otter",
  headWidth: 1.04,
  bodyWidth: 0.94,
  pupil: "bead",
  patterns: [["whiteFace", "bib"], ["paleFace"], ["bib"]],
});
const MONKEY: BodyPlan = smallMammal({
  ears: "round",
  muzzle: "small",
  tail: "spiral",
  hands: true,
  patterns: [["paleFace"], ["eyeRings"], ["bandit", "whiteFace"]],
});
const RACCOON: BodyPlan = smallMammal({
  ears: "round",
  tail: "brush",
  pupil: "bead",
  always: ["bandit", "tailTip"],
  patterns: [["whiteFace"], ["bib"], ["eyeRings"]],
});
const DRAGON: BodyPlan = sitting(
  {
    ears: "horns",
    muzzle: "wide",
    tail: "dragon",
    headWidth: 0.98,
    headHeight: 0.88,
    pupil: "slit",
    always: ["plates"],
    patterns: [["bands"], ["spots"], ["freckles"], []],
  },
  leatherWings,
);
const GRIFFIN: BodyPlan = sitting(
  { ears: "tufted", muzzle: "snout", tail: "cat", patterns: [["bib"], ["ticked"], ["spots"]] },
  featherWings,
);
const FROG: BodyPlan = sitting(
  {
    ears: "none",
    muzzle: "wide",
    tail: "none",
    headWidth: 1.24,
    headHeight: 0.8,
    height: 0.72,
    bodyWidth: 1.2,
    eyeY: -0.7,
    eyeApart: 0.56,
    eyeSize: 1.2,
    always: ["bib"],
    patterns: [["spots"], ["freckles"], []],
  },
  frogEyes,
);
const SONGBIRD: BodyPlan = bird({ face: "plain", beak: "small", tail: true });
const PENGUIN: BodyPlan = bird({ face: "plain", beak: "flat", bodyWidth: 1.08 });
const HORNED_OWL: BodyPlan = bird({ face: "tufts", beak: "small" });
const CROW: BodyPlan = bird({ face: "plain", beak: "long", tail: true, crest: true });
const BUNNY: BodyPlan = rabbit({ patterns: PLAIN_PATTERNS, bodyWidth: 1.1 });
const TIGER: BodyPlan = cat({
  headWidth: 1.08,
  bodyWidth: 1.14,
  ears: "cat",
  always: ["tiger", "bib"],
  patterns: [["whiteFace"], ["paleFace"], []],
  cheekFur: true,
});
const DEER: BodyPlan = sitting(
  {
    ears: "fox",
    muzzle: "slim",
    tail: "puff",
    headWidth: 0.84,
    headHeight: 0.96,
    bodyWidth: 0.86,
    height: 1.06,
    pupil: "bead",
    patterns: [["freckles", "bib"], ["spots"], ["bib"]],
  },
  browGem,
);

/** A body, or the slug of the built-in species whose look is used. */
export type BodyChoice = BodyPlan | SpeciesSlug;

/** Patterns that are matched against single words. */
const BODY_WORDS: readonly (readonly [words: RegExp, body: BodyChoice])[] = [
  [/^(maine|coon)s?$/, "maine_coon"],
  [/^(bengal|leopard|ocelot|cheetah|jaguar)s?$/, "bengal"],
  [/^(siamese)$/, "siamese"],
  [/^(sphynx|hairless)$/, "sphynx"],
  [/^(lynx|bobcat|caracal)$/, "lynx"],
  [/^(tiger|lion)s?$/, TIGER],
  [/^(husky|malamute|samoyed)$/, "husky"],
  [/^wol(f|ves)|werewolf|coyote|jackal$/, "wolfdog"],
  [/^(corgi)s?$/, "corgi"],
  [/^(greyhound|whippet|saluki)s?$/, "greyhound"],
  [/^(collie|sheepdog|shepherd)s?$/, "border_collie"],
  [/^(beagle|basset|hound|dachshund)s?$/, "beagle"],
  [/^(labrador)s?$/, "lab"],
  [/^(fox|foxes|kitsune|fennec)$/, FOX],
  [/^(dragon|wyvern|wyrm|drake|dinosaur|dino|kaiju|serpent)s?$/, DRAGON],
  [/^(griffin|gryphon|hippogriff|pegasus|sphinx)s?$/, GRIFFIN],
  [/^(deer|fawn|stag|doe|elk|moose|gazelle|antelope|unicorn|horse|pony|goat|sheep|lamb|alpaca|llama|giraffe)s?$/, DEER],
  [/^(bear|cub|panda|koala|capybara|wombat|sloth|yeti|pig|boar|elephant|hippo|rhino|cow|bull)s?$/, BEAR],
  [/^(raccoon|tanuki|badger|skunk)s?$/, RACCOON],
  [/^(otter|beaver|seal|walrus|platypus)s?$/, OTTER],
  [/^(monkey|lemur|ape|kinkajou)s?$/, MONKEY],
  [/^(squirrel|chipmunk)s?$/, SQUIRREL],
  [/^(mouse|mice|rat|vole|possum)s?$/, MOUSE],
  [/^(hamster|gerbil|guinea)s?$/, "hamster"],
  [/^(ferret|weasel|stoat|mongoose|mink)s?$/, "ferret"],
  [/^(axolotl|salamander|newt)s?$/, "axolotl"],
  [/^(frog|toad)s?$/, FROG],
  [/^(owl)s?$/, HORNED_OWL],
  [/^(penguin|puffin|duck|goose)s?$/, PENGUIN],
  [/^(crow|raven|rook|magpie|heron|crane|stork)s?$/, CROW],
  [/^(parrot|macaw|toucan|cockatoo)s?$/, "parrot"],
  [/^(phoenix|firebird)$/, "phoenix"],
  [/^(birds?|finch|sparrow|robin|wren|dove|pigeon|swallow|chick|chicken|hen|rooster|hawk|eagle|falcon)$/, SONGBIRD],
  [/^(tortoise|turtle|snail|crab)s?$/, "tortoise"],
  [/^(chameleon|iguana)s?$/, "chameleon"],
  [/^(gecko|lizard|skink|snake)s?$/, "gecko"],
  [/^(hedgehog|porcupine|urchin|echidna)$/, "hedgehog"],
  [/^(pangolin|armadillo|pinecone)s?$/, "pangolin"],
  [/^(rabbit|bunny|bunnies|hare|jackalope)s?$/, BUNNY],
  [/^(robot|android|mech|machine|drone|bot|toaster|automaton|clock|kettle|teapot|radio|camera|typewriter)s?$/, "robot"],
  [/^(golem|statue|stone|rock|clay)s?$/, "golem"],
  [/^(moths?|(butter|dragon|damsel)fl(y|ies))$/, "oracle"],
  [/^(beetle|ladybug|ladybird|scarab|ant|cricket|spider|bug|insect|mantis|cicada|weevil)s?$/, beetle],
  [/^(fish|goldfish|koi|carp|trout|guppy|minnow|puffer|eel|shark|whale|dolphin|narwhal|mermaid)s?$/, fish],
  [/^(lantern|light|lamp|wisp|glow|spark|candle|beacon|bulb|star|comet|sun|moon|aurora)s?$|^firefl(y|ies)$/, lantern],
  [/^(swarm|hive|bees?|nanobots?)$/, "hive"],
  [/^(demon|daemon|imp|gargoyle|goblin)s?$/, "daemon"],
  [/^(elf|fairy|pixie|sprite|gnome|wizard)s?$/, "sprite"],
  [/^(crystal|prism|gem|diamond)s?$/, "lattice"],
  [/^(quantum|photon|particle|qubit|schrodinger)s?$/, "quantum"],
  [/^(echo|sound|whisper|bat)s?$/, "echo"],
  [/^(jellyfish|jelly|ghost|spirit|mist|fog|cloud|octopus|squid|phantom)s?$/, "drift"],
  [/^(void|shadow|abyss)s?$/, "void"],
  [/^(pixel|bitmap|glitch|cursor)s?$/, "pixel"],
  [/^(slime|blob|goo|ooze|droplet|orb|puddle|bubble)s?$/, slime("drop")],
  [
    /^(plant|flower|sprout|mushroom|seed|seedling|tree|leaf|fern|cactus|cabbage|turnip|bulb|pumpkin|acorn)s?$/,
    slime("sprout"),
  ],
  [/^(cats?|kittens?|kitty|tomcat|feline|tabby)$/, CAT],
  [/^(dogs?|pups?|pupp(y|ies)|mutt|canine|retriever|spaniel|terrier|poodle)$/, DOG],
];

const BLACK_EYE = [0.45, 0.08, 60] as const;

/** The natural colors of bodies, for species whose words name no material. Words of color dye them. */
export const NATURAL: ReadonlyMap<BodyChoice, MaterialPalette> = new Map<BodyChoice, MaterialPalette>([
  [CAT, palette([0.66, 0.05, 68], [0.94, 0.035, 85], [0.42, 0.045, 55], [0.76, 0.15, 110])],
  [DOG, palette([0.76, 0.09, 70], [0.94, 0.04, 82], [0.6, 0.09, 58], [0.46, 0.09, 50])],
  [FOX, palette([0.68, 0.15, 50], WHITE, [0.34, 0.04, 45], [0.74, 0.14, 75])],
  [BEAR, palette([0.5, 0.06, 52], [0.78, 0.05, 70], [0.36, 0.05, 48], BLACK_EYE)],
  [MOUSE, palette([0.72, 0.015, 60], [0.92, 0.015, 40], [0.52, 0.015, 60], BLACK_EYE)],
  [SQUIRREL, palette([0.62, 0.12, 45], [0.96, 0.03, 80], [0.44, 0.1, 40], BLACK_EYE)],
  [OTTER, palette([0.52, 0.055, 55], [0.86, 0.04, 80], [0.38, 0.045, 50], BLACK_EYE)],
  [MONKEY, palette([0.52, 0.07, 55], [0.86, 0.05, 65], [0.36, 0.055, 50], BLACK_EYE)],
  [RACCOON, palette([0.62, 0.012, 255], [0.93, 0.008, 250], [0.3, 0.012, 260], BLACK_EYE)],
  [DRAGON, palette([0.66, 0.14, 150], [0.92, 0.08, 100], [0.5, 0.15, 30], [0.84, 0.16, 85])],
  [GRIFFIN, palette([0.76, 0.1, 72], [0.96, 0.02, 85], [0.54, 0.09, 58], [0.8, 0.15, 80])],
  [FROG, palette([0.72, 0.15, 138], [0.94, 0.08, 110], [0.54, 0.13, 145], [0.84, 0.15, 85])],
  [SONGBIRD, palette([0.66, 0.1, 240], [0.94, 0.04, 80], [0.62, 0.15, 45], BLACK_EYE)],
  [PENGUIN, palette([0.34, 0.02, 265], WHITE, [0.28, 0.02, 265], [0.5, 0.08, 60])],
  [HORNED_OWL, palette([0.6, 0.07, 60], [0.9, 0.04, 80], [0.42, 0.06, 50], [0.84, 0.16, 80])],
  [CROW, palette([0.3, 0.03, 275], [0.42, 0.03, 275], [0.24, 0.03, 275], [0.8, 0.12, 80])],
  [BUNNY, palette([0.86, 0.03, 75], WHITE, [0.7, 0.04, 65], BLACK_EYE)],
  [TIGER, palette([0.74, 0.15, 60], WHITE, [0.28, 0.03, 50], [0.8, 0.15, 110])],
  [DEER, palette([0.64, 0.09, 58], [0.95, 0.03, 80], [0.9, 0.03, 80], BLACK_EYE)],
  [beetle, palette([0.62, 0.2, 28], [0.36, 0.02, 280], [0.28, 0.02, 280], [0.8, 0.12, 90])],
  [fish, palette([0.74, 0.16, 55], [0.96, 0.04, 85], [0.94, 0.03, 80], [0.5, 0.1, 240])],
  [lantern, palette([0.8, 0.14, 70], [0.96, 0.08, 95], [0.6, 0.16, 35], [0.45, 0.08, 50])],
]);
/** Bodies that words can give to a designed cat. */
const CAT_SLUGS: ReadonlySet<BodyChoice> = new Set(["maine_coon", "bengal", "siamese", "sphynx", "lynx", CAT, TIGER]);
/** Bodies that words can give to a designed dog. */
const DOG_SLUGS: ReadonlySet<BodyChoice> = new Set([
  "husky",
  "wolfdog",
  "corgi",
  "greyhound",
  "border_collie",
  "beagle",
  "lab",
  DOG,
  FOX,
]);

function allowed(family: Family, body: BodyChoice): boolean {
  if (family === "cat") return CAT_SLUGS.has(body);
  return family === "dog" ? DOG_SLUGS.has(body) : true;
}

function bodyOf(family: Family, word: string): BodyChoice | undefined {
  return BODY_WORDS.find(([pattern, body]) => allowed(family, body) && pattern.test(word))?.[1];
}

/** Returns the body that the first matching word names. */
export function bodyIn(family: Family, text: string): BodyChoice | undefined {
  for (const word of text.split(" ")) {
    const body = bodyOf(family, word);
    if (body !== undefined) return body;
  }
  return undefined;
}

/** Returns the body that a name's head noun selects: the last word, or the last word before "of", "with", or a similar word. */
export function bodyInName(family: Family, name: string): BodyChoice | undefined {
  const backwards = (text: string): BodyChoice | undefined => bodyIn(family, text.split(" ").toReversed().join(" "));
  const [head = ""] = name.split(/ (?:of|from|in|on|at|with|without|who|that|and|for) /);
  return backwards(head) ?? backwards(name);
}

const CAT_EARS: readonly [EarStyle, ...EarStyle[]] = ["cat", "tufted", "bat"];
const DOG_EARS: readonly [EarStyle, ...EarStyle[]] = ["drop", "hound", "half", "point", "fox", "rose"];
const ANY_EARS: readonly [EarStyle, ...EarStyle[]] = [
  "cat",
  "tufted",
  "bat",
  "drop",
  "half",
  "point",
  "fox",
  "long",
  "round",
  "small",
  "horns",
  "none",
];
const ANY_MUZZLES: readonly [MuzzleStyle, ...MuzzleStyle[]] = ["cat", "dog", "snout", "small", "wide", "rabbit"];
const ANY_TAILS: readonly [TailStyle, ...TailStyle[]] = [
  "cat",
  "plume",
  "curl",
  "brush",
  "puff",
  "spiral",
  "dragon",
  "otter",
];
const ANY_EXTRAS: readonly [Extras, ...Extras[]] = [{}, {}, {}, browGem, featherWings, leatherWings];

/** Assembles a body from random parts. */
export function chimera(family: Family, dice: Dice): BodyPlan {
  const proportions = {
    headWidth: dice.between(0.86, 1.16),
    headHeight: dice.between(0.86, 1),
    jowls: dice.between(0, 18),
    bodyWidth: dice.between(0.84, 1.3),
    height: dice.between(0.84, 1.08),
    eyeSize: dice.between(0.84, 1.2),
    cheekFur: dice.odds(0.35),
    ruff: dice.odds(0.3),
    patterns: PLAIN_PATTERNS,
  };
  if (family === "cat")
    return cat({ ...proportions, ears: dice.pick(CAT_EARS), tail: dice.pick(["cat", "plume", "bob"]) });
  if (family === "dog")
    return dog({ ...proportions, ears: dice.pick(DOG_EARS), tail: dice.pick(["dog", "feathered", "curl", "brush"]) });
  if (family === "ai-native" && dice.odds(0.5)) return slime(dice.pick(["drop", "antenna", "horn", "sprout"]));
  const shape = {
    ...proportions,
    ears: dice.pick(ANY_EARS),
    muzzle: dice.pick(ANY_MUZZLES),
    tail: dice.pick(ANY_TAILS),
    hands: dice.odds(0.4),
  };
  return sitting(shape, dice.pick(ANY_EXTRAS));
}
