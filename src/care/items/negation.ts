// Finds items that only say what is not given: to the model, "not tuna" is as close to tuna as tuna. Discipline may
// well be a no, and silence is a gift at night, so not every negation counts.
import type { ItemAction } from "@denkeeper/rules/species/species.ts";
import { positionOf, wordsOf } from "./words.ts";

/** At the beginning these deny all that follows. */
const OPENINGS = ["not", "no", "never", "without", "nothing", "none", "neither", "lack of", "absence of"].map(wordsOf);
const ANYTHING_BUT = ["anything but", "everything but", "instead of", "no more"].map(wordsOf);

/** After a "no" or "not" these are promises about the thing, or no denial at all ("not only", "nothing but"). */
const GOOD_TO_LACK = new Set(
  [
    "salt sugar added tear rinse spill slip pull fuss additive preservative grain bone bake artificial colour color",
    "chemical scent odour odor mess noise sound light disturbance alarm stress worry hurry rush pressure sauce",
    "seasoning spice skin shell pit seed stone fragrance perfume dye gluten lactose harm danger fear poison",
    "distraction interruption interference bug error virus malware downtime",
    "only just too yet hot cold spicy sweet salty raw dangerous toxic harmful sharp but fancy special",
  ].flatMap((line) => wordsOf(line)),
);

/** What nobody does well without; denied in the middle of a phrase, it is taken away. */
const ESSENTIALS = ["food", "water", "anything", "air", "oxygen", "love", "rest", "power", "electricity"].map(wordsOf);
const MIDDLE = ["without", "but no", "with no", "minus"].map(wordsOf);
const EMPTY_DISHES = ["empty bowl", "empty plate", "empty dish", "empty tin", "empty can"].map(wordsOf);

/** The words that deny, or undefined. */
export function negationIn(
  item: string,
  action: ItemAction,
  approved: readonly (readonly string[])[],
): readonly string[] | undefined {
  if (action === "discipline") return undefined;
  const words = wordsOf(item);
  const opening = [...ANYTHING_BUT, ...OPENINGS].find((phrase) => positionOf(phrase, words) === 0);
  if (opening !== undefined && !isPromise(item, words, opening.length)) return opening;
  const empty = action === "feed" ? EMPTY_DISHES.find((phrase) => positionOf(phrase, words) >= 0) : undefined;
  if (empty !== undefined) return empty;
  const good = [...ESSENTIALS, ...approved];
  return MIDDLE.find((phrase) => deniesGood(phrase, words, good));
}

/** "No-tears shampoo", "no added salt": the thing is given, and something bad about it is not. */
function isPromise(item: string, words: readonly string[], openingLength: number): boolean {
  const next = words[openingLength];
  return /^no-\p{L}/u.test(item) || (next !== undefined && GOOD_TO_LACK.has(next));
}

function deniesGood(
  denial: readonly string[],
  words: readonly string[],
  good: readonly (readonly string[])[],
): boolean {
  const at = positionOf(denial, words);
  if (at < 1) return false;
  const rest = words.slice(at + denial.length);
  return good.some((phrase) => phrase.length > 0 && positionOf(phrase, rest) === 0);
}
