// What the words of a prompt can change. Every list is fixed: a word chooses from it or has no effect, and no user's
// text goes beyond this file.
import type { Colour } from "../kit/colour.ts";

const SCENES = [
  "room",
  "meadow",
  "forest",
  "jungle",
  "ocean",
  "beach",
  "desert",
  "snow",
  "night",
  "rain",
  "autumn",
  "space",
  "circuit",
  "ember",
  "candy",
  "aurora",
  "servers",
  "wonderland",
  "wallpaper",
] as const;
export type Scene = (typeof SCENES)[number];

const ACCESSORIES = [
  "crown",
  "wizard",
  "glasses",
  "scarf",
  "bow",
  "flower",
  "headphones",
  "eyepatch",
  "bandana",
  "cap",
  "halo",
] as const;
export type Accessory = (typeof ACCESSORIES)[number];

type WordList<Meaning> = readonly (readonly [words: RegExp, meaning: Meaning])[];

const COLOUR_WORDS: WordList<Colour> = [
  [/\b(crimson|scarlet|red|ruby|cherry)\b/, [0.6, 0.2, 25]],
  [/\b(orange|ginger|amber|pumpkin|copper|tangerine)\b/, [0.75, 0.15, 58]],
  [/\b(gold|golden|yellow|honey|sunny|lemon)\b/, [0.85, 0.14, 88]],
  [/\b(green|emerald|moss|mossy|jade|mint|lime)\b/, [0.74, 0.13, 150]],
  [/\b(teal|turquoise|cyan|aqua)\b/, [0.77, 0.11, 195]],
  [/\b(blue|sapphire|azure|indigo|navy)\b/, [0.65, 0.13, 252]],
  [/\b(purple|violet|lavender|amethyst|lilac|plum)\b/, [0.68, 0.13, 300]],
  [/\b(pink|rose|magenta|coral|peach)\b/, [0.8, 0.11, 0]],
  [/\b(black|obsidian|onyx|ebony|soot)\b/, [0.33, 0.02, 280]],
  [/\b(white|ivory|pearl|snowy|albino)\b/, [0.96, 0.012, 85]],
  [/\b(gr[ae]y|silver|ash|slate|smoke)\b/, [0.68, 0.012, 255]],
  [/\b(brown|chocolate|chestnut|cocoa|mocha)\b/, [0.52, 0.07, 52]],
  [/\b(cream|beige|sandy|vanilla)\b/, [0.9, 0.04, 82]],
];

const SCENE_WORDS: WordList<Scene> = [
  [/\b(space|cosmic|galaxy|stars?|nebula|moonbase|planet)\b/, "space"],
  [/\b(ocean|sea|underwater|reef|aquarium|tide)\b/, "ocean"],
  [/\b(beach|island|shore)\b/, "beach"],
  [/\b(wonderland|fairy|fairytale|enchanted)\b/, "wonderland"],
  [/\b(aurora|northern lights)\b/, "aurora"],
  [/\b(forest|woods?|mushrooms?|moss)\b/, "forest"],
  [/\b(jungle|rainforest|tropical)\b/, "jungle"],
  [/\b(desert|dunes?|cactus|canyon)\b/, "desert"],
  [/\b(snow|ice|icy|winter|arctic|mountains?)\b/, "snow"],
  [/\b(night|moon|midnight|firefl(y|ies)|dreams?|nocturnal)\b/, "night"],
  [/\b(rain|rainy|storms?|thunder)\b/, "rain"],
  [/\b(lava|volcano|fire|embers?|flames?)\b/, "ember"],
  [/\b(autumn|fall|leaves|harvest)\b/, "autumn"],
  [/\b(candy|sweets?|dessert|pastel|cake)\b/, "candy"],
  [/\b(servers?|datacent(er|re)|rack|cloud)\b/, "servers"],
  [/\b(neon|cyber|circuits?|digital|terminal|code|algorithm)\b/, "circuit"],
  [/\b(room|cozy|cosy|windowsill|couch|home|library|books?)\b/, "room"],
  [/\b(meadow|garden|flowers?|grass|field|spring)\b/, "meadow"],
];

const ACCESSORY_WORDS: WordList<Accessory> = [
  [/\b(crown|king|queen|royal|prince|princess)\b/, "crown"],
  [/\b(wizard|witch|magic|magical|mage|sorcerer)\b/, "wizard"],
  [/\b(glasses|scholar|professor|nerdy?|bookish|philosopher)\b/, "glasses"],
  [/\b(scarf|cozy|cosy)\b/, "scarf"],
  [/\b(bow|ribbon|fancy)\b/, "bow"],
  [/\b(flower|daisy|blossom|gardener)\b/, "flower"],
  [/\b(headphones?|music|dj)\b/, "headphones"],
  [/\b(pirate|eyepatch)\b/, "eyepatch"],
  [/\b(bandana|cowboy|ranger|scout)\b/, "bandana"],
  [/\b(hat|cap|baker|captain)\b/, "cap"],
  [/\b(angel|halo|holy|saint)\b/, "halo"],
];

/** Text as the lists read it: small letters, no joints, not endless. */
export function plainWords(text: string): string {
  return text.slice(0, 600).toLowerCase().replaceAll(/[_-]+/g, " ");
}

/** The meanings of the words found, in the order in which the text names them. */
function found<Meaning>(list: WordList<Meaning>, text: string): readonly Meaning[] {
  return list
    .map(([words, meaning]) => ({ at: text.search(words), meaning }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
    .map(({ meaning }) => meaning);
}

export function coloursIn(text: string): readonly Colour[] {
  return found(COLOUR_WORDS, text);
}

export function scenesIn(text: string): readonly Scene[] {
  return found(SCENE_WORDS, text);
}

/** One thing for the head, one for the neck, one for the eyes: nobody is buried in hats. */
export function accessoriesIn(text: string): ReadonlySet<Accessory> {
  const chosen = new Set<Accessory>();
  const places: readonly (readonly Accessory[])[] = [
    ["crown", "wizard", "flower", "bow", "cap", "halo"],
    ["headphones"],
    ["glasses", "eyepatch"],
    ["scarf", "bandana"],
  ];
  const named = found(ACCESSORY_WORDS, text);
  for (const place of places) {
    const first = named.find((accessory) => place.includes(accessory));
    if (first !== undefined) chosen.add(first);
  }
  return chosen;
}
