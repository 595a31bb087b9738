// Finds phrases of a list in an item by name: whole words, unless the words around them make them harmless. Dangers and
// doubts are both found so.
import type { Family, ItemAction } from "@denkeeper/rules/species/species.ts";
import type { ItemQuestion } from "../../../model/items/item-judge.ts";
import { list } from "../list.ts";
import { positionOf, wordsOf } from "../words.ts";

export interface NamedGroup {
  /** What is wrong with it, after "It contains ..., " */
  readonly why: string;
  readonly families: readonly Family[];
  readonly actions: readonly ItemAction[];
  readonly phrases: readonly string[];
  /** Harmless phrases that hold one of the others. */
  readonly except?: readonly string[];
  /** Objects count as the thing that is given, not where they describe another: a sponge, but no sponge cake. */
  readonly isObject?: boolean;
  /** A drug is no concern where a vet gave it. */
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
  /** Where it stands in the words. */
  readonly from: number;
  readonly to: number;
}

/** Right after a phrase these say that it is not there, or not the thing itself. */
const HARMLESS_AFTER = new Set(
  list("free, shaped, toy, plush, scan, scanner, removal, antidote, binder, reflux, warm, warmed, baked, edge"),
);
/** The same right before it. */
export const HARMLESS_BEFORE: ReadonlySet<string> = new Set(
  list(
    "no, non, not, without, zero, never, avoid, stop, anti, against, toy, plush, stuffed, pretend, cardboard, squeaky, catnip, felt",
    "knitted, crocheted, foam, rubber, inflatable, crinkle, paper, nerf",
  ),
);
/** Up to three words before a phrase, these say that it is fought. */
const FOUGHT = new Set(list("antidote, treatment, remedy, cure, protection"));
const FOUGHT_WITHIN = 3;
/** Harmless whatever they hold. */
const HARMLESS = list(
  "water pistol, squirt pistol, shrimp cocktail, birch beer, near beer, root beer, ginger beer, ginger ale",
  "pot liquor, butter knife, palette knife",
).map(wordsOf);
const VET = new Set(list("vet, veterinary, veterinarian, prescribed"));
const AIMS = new Set(list("for, against"));
const DETERMINERS = new Set(list("the, a, an, its, his, her, their, that, this, my, your"));

/** "A glass of water" is water: what such a word holds is the thing. */
const MEASURES = new Set(
  list(
    "bowl, cup, glass, can, tin, plate, dish, bag, bucket, jar, bottle, box, packet, pack, tray, spoon, spoonful, pouch",
    "slice, bite, handful, lot, pinch, pile, heap, ball, bundle, tub, tube, sachet, drop, bed, lump, full, sheet, strip",
    "roll, bunch, couple, pair, set, kind, sort, piece, bit, chunk, scrap, shard, fragment, flake, pellet, shaving",
  ),
);
/** "Tennis ball pieces" are a tennis ball. */
const PIECES = new Set(list("piece, bit, chunk, scrap, shard, fragment, flake, pellet, shaving, crumb"));
/** Between two things that are both given. */
const JOINS = new Set(list("and, with, or, plus, containing"));
/** What follows only describes the thing before it. */
const DESCRIBES = new Set(list("for, from, without, to, that, which"));
/** So do these where something is eaten: it comes in a dish. Elsewhere it may happen there. */
const PLACES = new Set(
  list("in, on, at, by, under, off, over, beside, behind, near, into, onto, inside, through, around, between, out"),
);

export class NamedPhrases {
  /** By their first word, so that an item is compared with the few that it could contain. */
  readonly #byFirstWord: ReadonlyMap<string, readonly GroupPhrase[]>;

  constructor(groups: readonly NamedGroup[]) {
    this.#byFirstWord = Map.groupBy(groups.flatMap(phrasesOf), ({ words }) => words[0] ?? "");
  }

  /** The first phrase that counts. A single word that is accepted does not. */
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
            counts(named, words, at, action) &&
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

/** Whether the phrase stands at this position, and nothing around it makes it harmless. */
function counts(
  { words: phrase, group, except }: GroupPhrase,
  words: readonly string[],
  at: number,
  action: ItemAction,
) {
  if (!phrase.every((word, index) => words[at + index] === word)) return false;
  const end = at + phrase.length;
  if (HARMLESS_BEFORE.has(words[at - 1] ?? "") || HARMLESS_AFTER.has(words[end] ?? "")) return false;
  if (words.slice(Math.max(0, at - FOUGHT_WITHIN), at).some((word) => FOUGHT.has(word))) return false;
  if ((action === "medicine" || action === "clean") && isAim(words, at)) return false;
  if (group.isDrug === true && words.some((word) => VET.has(word))) return false;
  if (group.isObject === true && !isThing(words, end - 1, action)) return false;
  return !except.some((exception) => covers(exception, words, at));
}

/** "Tweezers for the splinter": it is what the thing helps against. */
function isAim(words: readonly string[], at: number): boolean {
  const before = DETERMINERS.has(words[at - 1] ?? "") ? at - 2 : at - 1;
  return AIMS.has(words[before] ?? "");
}

/** Whether the word at this position is a thing that is given or used, and does not only describe another. */
function isThing(words: readonly string[], at: number, action: ItemAction): boolean {
  const next = words[at + (PIECES.has(words[at + 1] ?? "") ? 2 : 1)] ?? "and";
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

/** Whether the harmless phrase stands over position `at`. */
function covers(exception: readonly string[], words: readonly string[], at: number): boolean {
  const start = positionOf(exception, words, Math.max(0, at - exception.length + 1));
  return start >= 0 && start <= at;
}
