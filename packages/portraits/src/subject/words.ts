// The effects that a prompt's words can have. Every list is fixed: a word selects from a list or has no effect, and no user text
// is ever drawn.
import { shade, type Colour } from "../kit/colour.ts";
import type { Dice } from "../kit/dice.ts";
import type { Coat } from "./coat.ts";

export type WordList<Meaning> = readonly (readonly [words: RegExp, meaning: Meaning])[];

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

const SCENE_WORDS = [
  [/\b(space|cosmic|galaxy|stars?|nebula|moonbase|planet)\b/, "space"],
  [/\b(ocean|sea|underwater|reef|aquarium|tides?|tidal|lagoon|kelp|abyss|rivers?|ponds?|lakes?)\b/, "ocean"],
  [/\b(beach|island|shore|coast|harbou?r|pier)\b/, "beach"],
  [/\b(wonderland|fairy|fairytale|enchanted)\b/, "wonderland"],
  [/\b(aurora|northern lights)\b/, "aurora"],
  [/\b(forest|woods?|woodland|mushrooms?|moss|mossy|grove|glade|thicket|hollow)\b/, "forest"],
  [/\b(jungle|rainforest|tropical|swamp|marsh|bog|mangroves?)\b/, "jungle"],
  [/\b(desert|dunes?|cactus|canyon|oasis|mesa|savanna)\b/, "desert"],
  [/\b(snow|snowy|ice|icy|winter|arctic|mountains?|tundra|glaciers?|peaks?|alpine|frost|frozen)\b/, "snow"],
  [/\b(night|moon|moonlit|midnight|firefl(y|ies)|dreams?|nocturnal|dusk|cave|caves)\b/, "night"],
  [/\b(rain|rainy|storms?|thunder|puddles?)\b/, "rain"],
  [/\b(lava|volcano|fire|embers?|flames?|forge|furnace)\b/, "ember"],
  [/\b(autumn|fall|leaves|harvest)\b/, "autumn"],
  [/\b(candy|sweets?|dessert|pastel|cake)\b/, "candy"],
  [/\b(servers?|datacent(er|re)|rack)\b/, "servers"],
  [/\b(neon|cyber|circuits?|digital|terminal|code|algorithm|network|cyberspace)\b/, "circuit"],
  [/\b(room|cozy|cosy|windowsill|couch|home|library|books?|kitchen|attic|cottage|hearth)\b/, "room"],
  [/\b(meadow|garden|flowers?|grass|field|spring|prairie|orchard|hills?|farm)\b/, "meadow"],
] as const;
/** No word selects the wallpaper. */
export type Scene = (typeof SCENE_WORDS)[number][1] | "wallpaper";

const ACCESSORY_WORDS = [
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
] as const;
export type Accessory = (typeof ACCESSORY_WORDS)[number][1];

/** Normalizes text for matching: lower case, spaces instead of hyphens and underscores, and a limited length. */
export function plainWords(text: string): string {
  return text.slice(0, 600).toLowerCase().replaceAll(/[_-]+/g, " ");
}

/** Returns the meanings of a text's words, in the order of the words. */
export function wordsFound<Meaning>(list: WordList<Meaning>, text: string): readonly Meaning[] {
  return list
    .map(([words, meaning]) => ({ at: text.search(words), meaning }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at)
    .map(({ meaning }) => meaning);
}

export function coloursIn(text: string): readonly Colour[] {
  return wordsFound(COLOUR_WORDS, text);
}

export function scenesIn(text: string): readonly Scene[] {
  return wordsFound(SCENE_WORDS, text);
}

/** Returns at most one accessory for each place on the body, so that no creature wears two hats. */
export function accessoriesIn(text: string): ReadonlySet<Accessory> {
  const chosen = new Set<Accessory>();
  const places: readonly (readonly Accessory[])[] = [
    ["crown", "wizard", "flower", "bow", "cap", "halo"],
    ["headphones"],
    ["glasses", "eyepatch"],
    ["scarf", "bandana"],
  ];
  const named = wordsFound(ACCESSORY_WORDS, text);
  for (const place of places) {
    const first = named.find((accessory) => place.includes(accessory));
    if (first !== undefined) chosen.add(first);
  }
  return chosen;
}

/** Dyes a coat in the text's first color and its markings in the second. */
export function dyeCoat(coat: Coat, colours: readonly Colour[], dice: Dice): Coat {
  const [first, second] = colours;
  if (first === undefined) return coat;
  const turn = dice.spread(6);
  const base: Colour = shade(first, 0, 1, turn);
  const belly: Colour =
    first[0] > 0.5 ? [Math.min(0.97, first[0] + 0.16), first[1] * 0.35, first[2]] : [0.9, 0.02, first[2]];
  return { ...coat, base, belly, mark: second ?? shade(first, first[0] > 0.5 ? -0.2 : 0.14, 1.05) };
}
