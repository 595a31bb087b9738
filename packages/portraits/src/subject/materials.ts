// The materials of designed species, the words that select them, and their colors.
import type { Colour } from "../kit/colour.ts";
import { wordsFound, type WordList } from "./words.ts";

export type Material = keyof typeof PALETTES;

const MATERIAL_WORDS: WordList<Material> = [
  [
    /\b(moss|mossy|lichen|ferns?|ivy|leaf|leafy|leaves|clovers?|vines?|brambles?|grass|grassy|thicket|herbs?)\b/,
    "moss",
  ],
  [
    /\b(flowers?|blossoms?|petals?|blooms?|blooming|lotus|lily|lilies|daisy|daisies|orchids?|tulips?|garden)\b/,
    "bloom",
  ],
  [/\b(stones?|stony|rocks?|rocky|granite|pebbles?|basalt|marble|clay|mud|muddy|boulders?|cobble|fossils?)\b/, "stone"],
  [/\b(glass|glassy|crystals?|crystalline|prisms?|diamonds?|gems?|quartz|mirrors?|opals?|porcelain)\b/, "glass"],
  [/\b(ice|icy|frost|frosty|frozen|snow|snowy|glaciers?|icicles?|winter)\b/, "ice"],
  [/\b(embers?|fire|fiery|flames?|lava|magma|cinders?|coals?|volcan(o|ic)|burning|blaze|furnace)\b/, "ember"],
  [/\b(paper|papery|origami|parchment|cardboard|pages?|letters?|envelopes?|books?|scrolls?)\b/, "paper"],
  [/\b(ink|inky|inkwell|calligraphy|shadows?|shadowy|soot|sooty)\b/, "ink"],
  [/\b(metal|metallic|iron|steel|brass|bronze|tin|chrome|rust|rusty|clockwork|gears?|cogs?|mechanical)\b/, "metal"],
  [/\b(wood|wooden|oak|bark|driftwood|timber|twigs?|birch|willow|acorns?)\b/, "wood"],
  [/\b(clouds?|cloudy|mists?|misty|fog|foggy|smoke|smoky|steam|vapou?r|haze)\b/, "cloud"],
  [
    /\b(stars?|starry|starlight|stellar|cosmic|cosmos|galaxy|nebula|comets?|moon|moonlit|lunar|constellations?)\b/,
    "star",
  ],
  [
    /\b(tides?|tidal|waves?|water|watery|rivers?|sea|ocean|dew|brooks?|lakes?|rain|rainy|kelp|reef|puddles?)\b/,
    "water",
  ],
  [/\b(sand|sandy|dunes?|dust|dusty|desert)\b/, "sand"],
  [/\b(honey|honeyed|amber|wax|waxen|candles?|syrup|caramel)\b/, "honey"],
  [/\b(cloth|velvet|wool|woolly|yarn|felt|quilts?|quilted|patchwork|thread|linen|knitted|plush|cotton)\b/, "cloth"],
  [/\b(circuits?|neon|code|coded|data|signal|static|digital|binary|terminal|cyber)\b/, "circuit"],
];

export function materialsIn(text: string): readonly Material[] {
  return wordsFound(MATERIAL_WORDS, text);
}

/** Removes words that name materials, so that "moss" does not also select a color. */
export function withoutMaterials(text: string): string {
  return MATERIAL_WORDS.reduce((left, [words]) => left.replaceAll(new RegExp(words, "g"), ""), text);
}

/** The colors of base, belly, markings, and eyes. */
export type MaterialPalette = readonly [base: Colour, belly: Colour, mark: Colour, eye: Colour];

export function palette(...colours: MaterialPalette): MaterialPalette {
  return colours;
}

export const PALETTES = {
  moss: palette([0.64, 0.12, 132], [0.88, 0.07, 112], [0.48, 0.11, 140], [0.78, 0.14, 80]),
  bloom: palette([0.82, 0.1, 355], [0.96, 0.03, 20], [0.66, 0.16, 0], [0.6, 0.15, 145]),
  stone: palette([0.66, 0.014, 80], [0.8, 0.014, 85], [0.46, 0.014, 70], [0.8, 0.13, 195]),
  glass: palette([0.84, 0.07, 210], [0.96, 0.025, 205], [0.64, 0.1, 225], [0.6, 0.16, 290]),
  ice: palette([0.88, 0.05, 225], [0.98, 0.012, 220], [0.7, 0.09, 240], [0.62, 0.14, 245]),
  ember: palette([0.38, 0.045, 30], [0.8, 0.16, 65], [0.72, 0.2, 48], [0.86, 0.17, 80]),
  paper: palette([0.95, 0.025, 88], [0.98, 0.01, 90], [0.76, 0.05, 75], [0.5, 0.1, 255]),
  ink: palette([0.32, 0.05, 275], [0.5, 0.05, 280], [0.22, 0.05, 275], [0.86, 0.12, 210]),
  metal: palette([0.72, 0.016, 240], [0.88, 0.01, 240], [0.5, 0.02, 250], [0.84, 0.15, 75]),
  wood: palette([0.58, 0.075, 58], [0.78, 0.07, 72], [0.42, 0.065, 50], [0.72, 0.15, 130]),
  cloud: palette([0.9, 0.02, 255], [0.98, 0.006, 250], [0.74, 0.04, 265], [0.6, 0.11, 255]),
  star: palette([0.42, 0.12, 280], [0.62, 0.12, 295], [0.32, 0.11, 275], [0.92, 0.13, 95]),
  water: palette([0.7, 0.11, 215], [0.92, 0.05, 200], [0.56, 0.12, 235], [0.88, 0.13, 95]),
  sand: palette([0.82, 0.075, 80], [0.94, 0.035, 85], [0.66, 0.08, 65], [0.6, 0.13, 200]),
  honey: palette([0.78, 0.14, 75], [0.93, 0.08, 90], [0.64, 0.14, 60], [0.5, 0.1, 50]),
  cloth: palette([0.72, 0.1, 330], [0.92, 0.04, 60], [0.58, 0.11, 300], [0.45, 0.08, 50]),
  circuit: palette([0.36, 0.06, 210], [0.6, 0.1, 190], [0.8, 0.16, 170], [0.9, 0.15, 130]),
};
