// Reads an item as English without a model: emoji by their names, other languages by the lexicon, and disguised spellings undone.
// The bounded length of an item bounds the time.
import { kindPhrases } from "../approved-phrases.ts";
import { LONGEST_ITEM, LONGEST_TEXT, normaliseItem } from "../../../model/items/normalise.ts";
import { undisguise } from "./disguise.ts";
import { emojiNames, type EmojiNames } from "./emoji.ts";
import { englishWords, type WordTest } from "./english-words.ts";
import { Translator, fold, isLatin, isUnspaced, readLexicon } from "./lexicon.ts";

export interface ItemReading {
  /** The text to judge; empty if no word was readable. */
  readonly english: string;
  /** All readings of the item. Each is searched for dangers and doubts. */
  readonly texts: readonly string[];
  /** Words that are neither English nor in our phrases nor in the lexicon. */
  readonly unknown: readonly string[];
}

/** Common foreign function words. An item that contains one is not English. */
const FOREIGN = new Set(
  [
    "de en la di au un una une uno unos unas el los las le les del des du der das dem ein eine einen",
    "und mit beim con para por avec et aux chez della gli een het och",
  ].flatMap((line) => line.split(" ")),
);

const TOKEN = /[\p{L}\p{N}\p{M}'’-]+/gu;
const JOINERS = new Set(["'", "’", "-"]);

export class ItemReader {
  readonly #isEnglish: WordTest;
  readonly #emoji: EmojiNames;
  readonly #translator: Translator;

  /** Accepts the words of `phrases` as English. */
  constructor(phrases: Iterable<string>) {
    const lexicon = readLexicon();
    this.#isEnglish = englishWords(phrases);
    this.#emoji = emojiNames(lexicon);
    this.#translator = new Translator(lexicon, this.#isEnglish);
  }

  read(item: string): ItemReading {
    const { rest, names } = this.#emoji.takeOut(item.slice(0, LONGEST_ITEM));
    const text = normaliseItem(rest).slice(0, LONGEST_TEXT);
    const plain = undisguise(text);
    const tokens = tokensOf(text);
    const isAllEnglish = tokens.every((token) => this.#isEnglish(token) && !FOREIGN.has(token));
    const { words, unknown, isTranslated } = this.#words(tokens, isAllEnglish);
    const body = isTranslated || !isAllEnglish ? words.join(" ") : plain;
    // In an item with words, emoji are only searched for dangers and doubts.
    const english = tokens.length > 0 ? body : names.join(" and ");
    return { english, texts: [...new Set([text, plain, body, ...names])].filter((reading) => reading !== ""), unknown };
  }

  #words(tokens: readonly string[], isAllEnglish: boolean) {
    const words: string[] = [];
    const unknown: string[] = [];
    let isTranslated = false;
    for (let at = 0; at < tokens.length;) {
      const token = tokens[at] ?? "";
      const found = this.#translator.translate(tokens, at, isAllEnglish && isLatin(token));
      at += found?.count ?? 1;
      if (found !== undefined) {
        words.push(found.english);
        isTranslated = true;
      } else if (isUnspaced(token)) {
        for (const { text, english } of this.#translator.cut(token)) {
          if (english === undefined) unknown.push(text);
          else words.push(english);
        }
        isTranslated = true;
      } else {
        const spelling = this.#spelling(token);
        if (spelling !== undefined) words.push(spelling);
        else {
          unknown.push(token);
          if (!FOREIGN.has(token) && isLatin(token)) words.push(token);
        }
      }
    }
    return { words: words.filter((word) => word !== ""), unknown, isTranslated };
  }

  /** Returns the token as it is, without disguise, or without accents, whichever is English first. */
  #spelling(token: string): string | undefined {
    if (FOREIGN.has(token)) return undefined;
    return [token, undisguise(token), fold(token)].find((reading) => isLatin(reading) && this.#isEnglish(reading));
  }
}

/** Splits text into words, including their inner apostrophes and hyphens. */
function tokensOf(text: string): readonly string[] {
  return (text.match(TOKEN) ?? []).map(withoutOuterJoiners).filter((token) => token !== "");
}

function withoutOuterJoiners(token: string): string {
  let from = 0;
  let to = token.length;
  while (from < to && JOINERS.has(token.charAt(from))) from++;
  while (to > from && JOINERS.has(token.charAt(to - 1))) to--;
  return token.slice(from, to);
}

let reader: ItemReader | undefined;

/** Returns the process's reader, which is created for the first item, because it takes 5 MB. */
export function itemReader(): ItemReader {
  reader ??= new ItemReader(kindPhrases());
  return reader;
}
