// What an item says in English, and which of its words are unknown: emoji by their names, other languages by the
// lexicon, disguised spellings undone. It needs no model. The text is bounded, which bounds the time.
import { LONGEST_ITEM, LONGEST_TEXT, normaliseItem } from "../../../model/items/normalise.ts";
import { undisguise } from "./disguise.ts";
import { emojiNames, type EmojiNames } from "./emoji.ts";
import { englishWords, type WordTest } from "./english-words.ts";
import { Translator, fold, isLatin, isUnspaced, readLexicon } from "./lexicon.ts";

export interface ItemReading {
  /** What to judge; empty when nothing of it could be read. */
  readonly english: string;
  /** Every way to read it, to look for dangers in. */
  readonly texts: readonly string[];
  /** The words that neither the English list nor our own phrases have. */
  readonly unknown: readonly string[];
}

/** Short words that no English item has: with one of them, the item is not plain English. */
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

  /** `phrases` are our own: their words are known, whatever the list says. */
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
    // Words beside emoji are what is meant; emoji alone speak for themselves.
    const english = tokens.length > 0 ? body : names.join(" and ");
    return { english, texts: [...new Set([text, plain, body, ...names])].filter((one) => one !== ""), unknown };
  }

  /** The tokens in English, and those that cannot be read. */
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
        if (spelling === undefined) unknown.push(token);
        if (spelling !== undefined) words.push(spelling);
        else if (!FOREIGN.has(token) && isLatin(token)) words.push(token);
      }
    }
    return { words: words.filter((word) => word !== ""), unknown, isTranslated };
  }

  /** How an English word is spelled without disguise and accents; undefined when it is not English. */
  #spelling(token: string): string | undefined {
    if (FOREIGN.has(token)) return undefined;
    return [token, undisguise(token), fold(token)].find((one) => isLatin(one) && this.#isEnglish(one));
  }
}

/** Words with the apostrophes and hyphens inside them. */
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
