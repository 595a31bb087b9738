// Finds phrases that name dangers or doubts. A phrase matches whole words, unless words around it make it harmless.
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";
import type { ItemQuestion } from "../../../model/items/item-judge.ts";
import { list } from "../list.ts";
import { positionOf, wordsOf } from "../words.ts";

export interface NamedGroup {
  /** Completes the sentence "It contains ..., ", as in "which is toxic". */
  readonly why: string;
  readonly families: readonly Family[];
  readonly actions: readonly ItemAction[];
  readonly phrases: readonly string[];
  /** Harmless phrases that contain one of `phrases`. */
  readonly except?: readonly string[];
  /** True if a phrase counts only as the thing itself: a sponge, but not a sponge cake. */
  readonly isObject?: boolean;
  /** True for drugs, which are harmless if a vet prescribed them. */
  readonly isDrug?: boolean;
}

export function namedGroup(
  why: string,
  families: readonly Family[],
  actions: readonly ItemAction[],
  named: Omit<NamedGroup, "why" | "families" | "actions">,
): NamedGroup {
  return { why, families, actions, ...named };
}

interface GroupPhrase {
  readonly words: readonly string[];
  readonly group: NamedGroup;
  readonly except: readonly (readonly string[])[];
}

export interface PhraseMatch {
  readonly why: string;
  readonly from: number;
  readonly to: number;
}

/** Words directly after a phrase that make it harmless, as in "onion free" and "oven warmed". */
const HARMLESS_AFTER = new Set(
  list("free, shaped, toy, plush, scan, scanner, removal, antidote, binder, reflux, warm, warmed, baked, edge"),
);
/** Words directly before a phrase that make it harmless, as in "no onion" and "toy gun". */
export const HARMLESS_BEFORE: ReadonlySet<string> = new Set(
  list(
    "no, non, not, without, zero, never, avoid, stop, anti, against, toy, plush, stuffed, pretend, cardboard, squeaky, catnip, felt",
    "knitted, crocheted, foam, rubber, inflatable, crinkle, paper, nerf",
  ),
);
/** Words up to three places before a phrase that make the item a remedy for it. */
const REMEDIES = new Set(list("antidote, treatment, remedy, cure, protection"));
const REMEDY_DISTANCE = 3;
/** Harmless phrases that contain the name of a danger. */
const HARMLESS = list(
  "water pistol, squirt pistol, shrimp cocktail, birch beer, near beer, root beer, ginger beer, ginger ale",
  "pot liquor, butter knife, palette knife",
).map(wordsOf);
const VET = new Set(list("vet, veterinary, veterinarian, prescribed"));
const AIMS = new Set(list("for, against"));
const DETERMINERS = new Set(list("the, a, an, its, his, her, their, that, this, my, your"));

/** Words that only measure the thing after them: "a glass of water" is water. */
const MEASURES = new Set(
  list(
    "bowl, cup, glass, can, tin, plate, dish, bag, bucket, jar, bottle, box, packet, pack, tray, spoon, spoonful, pouch",
    "slice, bite, handful, lot, pinch, pile, heap, ball, bundle, tub, tube, sachet, drop, bed, lump, full, sheet, strip",
    "roll, bunch, couple, pair, set, kind, sort, piece, bit, chunk, scrap, shard, fragment, flake, pellet, shaving",
  ),
);
/** Words for parts of a thing: "tennis ball pieces" count as a tennis ball. */
const PIECES = new Set(list("piece, bit, chunk, scrap, shard, fragment, flake, pellet, shaving, crumb"));
/** Words that join two things that are both given. */
const JOINS = new Set(list("and, with, or, plus, containing"));
/** Words that introduce a mere description of the preceding thing. */
const DESCRIBES = new Set(list("for, from, without, to, that, which"));
/** Prepositions of place. In food they introduce only a description; with other actions, the place itself may be harmful. */
const PLACES = new Set(
  list("in, on, at, by, under, off, over, beside, behind, near, into, onto, inside, through, around, between, out"),
);

export class NamedPhrases {
  /** Phrases by their first word, so that an item is compared only with the few that it could contain. */
  readonly #byFirstWord: ReadonlyMap<string, readonly GroupPhrase[]>;

  constructor(groups: readonly NamedGroup[]) {
    this.#byFirstWord = Map.groupBy(groups.flatMap(phrasesOf), ({ words }) => words[0] ?? "");
  }

  /** Finds the first phrase in the item. A phrase of one word is skipped if `isAccepted` accepts the word. */
  find(
    words: readonly string[],
    { action, family }: Pick<ItemQuestion, "action" | "family">,
    isAccepted: (word: string) => boolean = () => false,
  ): PhraseMatch | undefined {
    for (const [at, word] of words.entries()) {
      const found = this.#byFirstWord
        .get(word)
        ?.find(
          (named) =>
            named.group.families.includes(family) &&
            named.group.actions.includes(action) &&
            isMatch(named, words, at, action) &&
            !(named.words.length === 1 && isAccepted(word)),
        );
      if (found !== undefined) return { why: found.group.why, from: at, to: at + found.words.length };
    }
    return undefined;
  }
}

function phrasesOf(group: NamedGroup): readonly GroupPhrase[] {
  const except = [...(group.except ?? []).map(wordsOf), ...HARMLESS];
  return group.phrases.map((text) => ({ words: wordsOf(text), group, except }));
}

/** Tests whether the phrase is at this position and no words around it make it harmless. */
function isMatch(
  { words: phrase, group, except }: GroupPhrase,
  words: readonly string[],
  at: number,
  action: ItemAction,
) {
  if (!phrase.every((word, index) => words[at + index] === word)) return false;
  const end = at + phrase.length;
  if (HARMLESS_BEFORE.has(words[at - 1] ?? "") || HARMLESS_AFTER.has(words[end] ?? "")) return false;
  if (words.slice(Math.max(0, at - REMEDY_DISTANCE), at).some((word) => REMEDIES.has(word))) return false;
  if ((action === "medicine" || action === "clean") && isAim(words, at)) return false;
  if (group.isDrug === true && words.some((word) => VET.has(word))) return false;
  if (group.isObject === true && !isThing(words, end - 1, action)) return false;
  return !except.some((exception) => covers(exception, words, at));
}

/** Tests whether the item is for or against the phrase, as in "tweezers for the splinter". */
function isAim(words: readonly string[], at: number): boolean {
  const before = DETERMINERS.has(words[at - 1] ?? "") ? at - 2 : at - 1;
  return AIMS.has(words[before] ?? "");
}

/** Tests whether the word at this position names a thing that is given or used, rather than describing another thing. */
function isThing(words: readonly string[], at: number, action: ItemAction): boolean {
  const nextAt = PIECES.has(words[at + 1] ?? "") ? at + 2 : at + 1;
  // The end of the item ends a thing as "and" does. Words such as "throwing" tell how the thing before them is used.
  const next = words[nextAt] ?? "and";
  const isUsed = action !== "feed" && next.endsWith("ing");
  if (!isUsed && next !== "of" && !JOINS.has(next) && !DESCRIBES.has(next) && !PLACES.has(next)) return false;
  if (action === "feed" && next === "of" && MEASURES.has(words[at] ?? "")) return false;
  for (let before = at - 1; before >= 0; before--) {
    const word = words[before] ?? "";
    if (JOINS.has(word)) return true;
    if (before > 0 && (DESCRIBES.has(word) || (action === "feed" && PLACES.has(word)))) return false;
    if (action === "feed" && word === "of" && !MEASURES.has(words[before - 1] ?? "")) return false;
  }
  return true;
}

/** Tests whether the harmless phrase `exception` occurs in the words and includes position `at`. */
function covers(exception: readonly string[], words: readonly string[], at: number): boolean {
  const start = positionOf(exception, words, Math.max(0, at - exception.length + 1));
  return start >= 0 && start <= at;
}
