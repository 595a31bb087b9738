// Community species are drawn from their words: a word that names a body chooses it; otherwise the species is assembled
// from parts, the same for all its creatures.
import type { Family } from "@denkeeper/rules/species/species.ts";
import { bird } from "../bodies/exotics/bird.ts";
import { cat } from "../bodies/cats/cat.ts";
import { dog } from "../bodies/dogs/dog.ts";
import type { EarStyle, Marking, MuzzleStyle, TailStyle } from "../subject/mammal.ts";
import { rabbit } from "../bodies/exotics/rabbit.ts";
import { sitting } from "../bodies/base/sitting.ts";
import type { Extras } from "../bodies/base/sitting.ts";
import { slime } from "../bodies/community/slime.ts";
import { browGem, featherWings, frogEyes, leatherWings, smallMammal } from "../bodies/exotics/small-mammal.ts";
import { WHITE, blend, shade } from "../kit/colour.ts";
import type { Colour } from "../kit/colour.ts";
import type { Dice } from "../kit/dice.ts";
import type { BodyPlan, Coat } from "../subject/subject.ts";
import { scenesIn } from "../subject/words.ts";
import type { Scene } from "../subject/words.ts";
import { findLook } from "./index.ts";
import { coat } from "./look.ts";
import type { Look } from "./look.ts";

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

/** Words for bodies. The first that occurs wins; built-in species lend theirs by slug. */
const BODY_WORDS: readonly (readonly [words: RegExp, body: BodyPlan | string])[] = [
  [/\b(maine|coon)s?\b/, "maine_coon"],
  [/\b(bengal|leopard|ocelot|cheetah|jaguar)s?\b/, "bengal"],
  [/\b(siamese)\b/, "siamese"],
  [/\b(sphynx|hairless)\b/, "sphynx"],
  [/\b(lynx|bobcat|caracal)\b/, "lynx"],
  [/\b(tiger|lion)s?\b/, TIGER],
  [/\b(husky|malamute|samoyed)\b/, "husky"],
  [/\b(wol(f|ves)|werewolf|coyote|jackal)\b/, "wolfdog"],
  [/\b(corgi)s?\b/, "corgi"],
  [/\b(greyhound|whippet|saluki)s?\b/, "greyhound"],
  [/\b(collie|sheepdog|shepherd)s?\b/, "border_collie"],
  [/\b(beagle|basset|hound|dachshund)s?\b/, "beagle"],
  [/\b(labrador)s?\b/, "lab"],
  [/\b(fox|foxes|kitsune|fennec)\b/, FOX],
  [/\b(dragon|wyvern|drake|dinosaur|dino|kaiju)s?\b/, DRAGON],
  [/\b(griffin|gryphon|hippogriff|pegasus|sphinx)s?\b/, GRIFFIN],
  [/\b(deer|fawn|unicorn|horse|pony|goat|alpaca|llama)s?\b/, DEER],
  [/\b(bear|panda|koala|capybara|wombat|sloth|yeti)s?\b/, BEAR],
  [/\b(raccoon|tanuki|badger|skunk)s?\b/, RACCOON],
  [/\b(otter|beaver|seal|walrus|platypus)s?\b/, OTTER],
  [/\b(monkey|lemur|ape|kinkajou)s?\b/, MONKEY],
  [/\b(squirrel|chipmunk)s?\b/, SQUIRREL],
  [/\b(mouse|mice|rat|vole|possum)s?\b/, MOUSE],
  [/\b(hamster|gerbil|guinea)s?\b/, "hamster"],
  [/\b(ferret|weasel|stoat|mongoose|mink)s?\b/, "ferret"],
  [/\b(axolotl|salamander|newt|fish|mermaid|koi)s?\b/, "axolotl"],
  [/\b(frog|toad)s?\b/, FROG],
  [/\b(owl)s?\b/, HORNED_OWL],
  [/\b(penguin|puffin|duck|goose)s?\b/, PENGUIN],
  [/\b(crow|raven|magpie|heron)s?\b/, CROW],
  [/\b(parrot|macaw|toucan|cockatoo)s?\b/, "parrot"],
  [/\b(phoenix|firebird)\b/, "phoenix"],
  [/\b(birds?|finch|sparrow|chick|chicken|hen)\b/, SONGBIRD],
  [/\b(tortoise|turtle|snail|crab)s?\b/, "tortoise"],
  [/\b(chameleon|iguana)s?\b/, "chameleon"],
  [/\b(gecko|lizard|skink|snake)s?\b/, "gecko"],
  [/\b(hedgehog|porcupine|urchin|echidna|cactus)\b/, "hedgehog"],
  [/\b(pangolin|armadillo|pinecone)s?\b/, "pangolin"],
  [/\b(rabbit|bunny|bunnies|hare|jackalope)s?\b/, BUNNY],
  [/\b(robot|android|mech|machine|drone|bot|toaster)s?\b/, "robot"],
  [/\b(golem|statue|stone|rock|clay)s?\b/, "golem"],
  [/\b(moths?|butterfl(y|ies)|bugs?|insects?)\b/, "oracle"],
  [/\b(swarm|hive|bees?|nanobots?)\b/, "hive"],
  [/\b(demon|daemon|imp|gargoyle|goblin)s?\b/, "daemon"],
  [/\b(elf|fairy|pixie|sprite|gnome|wizard)s?\b/, "sprite"],
  [/\b(crystal|prism|gem|diamond)s?\b/, "lattice"],
  [/\b(quantum|photon|particle|qubit|schrodinger)s?\b/, "quantum"],
  [/\b(echo|sound|whisper|bat)s?\b/, "echo"],
  [/\b(jellyfish|jelly|ghost|spirit|mist|cloud|octopus|squid)s?\b/, "drift"],
  [/\b(void|shadow|abyss)s?\b/, "void"],
  [/\b(pixel|bitmap|glitch|cursor)s?\b/, "pixel"],
  [/\b(slime|blob|goo|ooze|droplet|orb)s?\b/, slime("drop")],
  [/\b(plant|flower|sprout|mushroom|seed|tree|leaf|cabbage|turnip)s?\b/, slime("sprout")],
  [/\b(cats?|kittens?|kitty|feline)\b/, "tabby"],
  [/\b(dogs?|pupp(y|ies)|canine)\b/, "retriever"],
];

/** Bodies a cat or a dog of the community may have: a cat stays a cat whatever else its words say. */
const CAT_SLUGS: ReadonlySet<unknown> = new Set(["maine_coon", "bengal", "siamese", "sphynx", "lynx", "tabby", TIGER]);
const DOG_SLUGS: ReadonlySet<unknown> = new Set([
  "husky",
  "wolfdog",
  "corgi",
  "greyhound",
  "border_collie",
  "beagle",
  "lab",
  "retriever",
  FOX,
]);

function allowed(family: Family, body: BodyPlan | string): boolean {
  if (family === "cat") return CAT_SLUGS.has(body);
  return family === "dog" ? DOG_SLUGS.has(body) : true;
}

/** Coats in any colour: one hue of the species, in five tempers. */
function inventedCoats(dice: Dice): Look["coats"] {
  const hue = dice.roll() * 360;
  const make = (light: number, chroma: number, turn: number): Coat => {
    const base: Colour = [light, chroma, hue + turn];
    const belly: Colour = [Math.min(0.97, light + 0.18), chroma * 0.35, hue + turn];
    const eye: Colour = [0.72, 0.15, hue + turn + 150];
    return coat(base, belly, shade(base, light > 0.5 ? -0.2 : 0.16, 1.05, 14), eye, blend([0.8, 0.1, 10], base, 0.3));
  };
  return [make(0.74, 0.11, 0), make(0.62, 0.1, 24), make(0.84, 0.08, -20), make(0.46, 0.08, 10), make(0.78, 0.13, 60)];
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

/** A body put together from parts. */
function chimera(family: Family, dice: Dice): BodyPlan {
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

const FAMILY_SCENES: Readonly<Record<Family, readonly [Scene, ...Scene[]]>> = {
  cat: ["room", "meadow", "autumn"],
  dog: ["meadow", "beach", "autumn", "snow"],
  exotic: ["jungle", "forest", "desert", "night", "ocean"],
  "ai-native": ["circuit", "servers", "space"],
};

const PENGUIN_COATS: Look["coats"] = [
  coat([0.34, 0.02, 265], WHITE, [0.28, 0.02, 265], [0.5, 0.08, 60], [0.8, 0.15, 70]),
  coat([0.5, 0.08, 255], WHITE, [0.38, 0.08, 258], [0.5, 0.08, 60], [0.8, 0.14, 60]),
  coat([0.6, 0.02, 255], WHITE, [0.46, 0.02, 258], [0.5, 0.08, 60], [0.78, 0.12, 40]),
  coat([0.87, 0.13, 92], [0.97, 0.05, 95], [0.76, 0.14, 80], [0.4, 0.06, 60], [0.74, 0.17, 50]),
  coat([0.5, 0.06, 55], [0.94, 0.03, 80], [0.38, 0.05, 50], [0.46, 0.08, 60], [0.78, 0.13, 65]),
];

/** The look of a community species. `words` are its slug, name, personality and traits. */
export function communityLook(family: Family, words: string, dice: Dice): Look {
  const named = BODY_WORDS.find(([pattern, body]) => allowed(family, body) && pattern.test(words))?.[1];
  const lent = typeof named === "string" ? findLook(named) : undefined;
  const scenes = [...scenesIn(words)];
  const [first = dice.pick(FAMILY_SCENES[family]), ...rest] = scenes;
  const coats = lent?.coats ?? (named === PENGUIN ? PENGUIN_COATS : inventedCoats(dice.named("coats")));
  const body = lent?.body ?? (typeof named === "function" ? named : chimera(family, dice.named("body")));
  const keepsPlace = lent !== undefined && scenes.length === 0;
  return {
    body,
    coats,
    scenes: keepsPlace ? lent.scenes : [first, ...rest],
    size: lent?.size ?? dice.between(0.88, 1),
    ...(lent?.shell === undefined ? {} : { shell: lent.shell }),
  };
}
