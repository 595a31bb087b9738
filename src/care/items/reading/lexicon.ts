// Translates foreign words for things and dangers into English phrases by a table of a few thousand forms. Other words remain
// unknown.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { ownFile } from "../../../platform/own-file.ts";
import type { WordTest } from "./english-words.ts";

const formsByLanguage = z.record(z.string(), z.array(z.string()));
const lexicon = z.object({
  note: z.string(),
  words: z.record(z.string(), formsByLanguage),
  little: formsByLanguage,
  emoji: z.record(z.string(), z.string()),
});
export type Lexicon = z.infer<typeof lexicon>;

const FILE = ownFile(new URL("lexicon.json", import.meta.url));

export function readLexicon(): Lexicon {
  return lexicon.parse(JSON.parse(readFileSync(FILE, "utf8")));
}

const LATIN = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u;
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const HANGUL = /\p{Script=Hangul}/u;
/** Particles that may follow a Korean noun. */
const PARTICLES = new Set(["", ..."을 를 이 가 은 는 로 으로 과 와 의 에 에서 도 하기 하다 해주기 해".split(" ")]);
const ARABIC_ARTICLE = "ال";
const APOSTROPHE = /['’]/u;
const ACCENTS = /(\p{Script=Latin})\p{M}+/gu;
/** Maximum number of letters after a stem in Latin script. */
const LONGEST_ENDING = 6;
/** Minimum letters of a Latin form that also matches without its accents. Shorter forms would match too many other words. */
const MIN_LENGTH_WITHOUT_ACCENTS = 5;

export function isLatin(text: string): boolean {
  return LATIN.test(text);
}

export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/** Removes the accents of Latin letters, and replaces special letters such as "ß". */
export function fold(text: string): string {
  const bare = text.normalize("NFKD").replaceAll(ACCENTS, "$1").normalize("NFC");
  return bare
    .replaceAll("ß", "ss")
    .replaceAll("ё", "е")
    .replaceAll("œ", "oe")
    .replaceAll("ł", "l")
    .replaceAll("ı", "i");
}

type LexiconEntry = readonly [form: string, english: string];

export interface Translation {
  /** Empty for a function word, such as an article. */
  readonly english: string;
  /** Number of tokens that were translated. */
  readonly count: number;
}

/** A piece of unspaced text. `english` is missing if the table does not contain it. */
export interface LexiconPiece {
  readonly text: string;
  readonly english?: string;
}

export class Translator {
  readonly #isEnglish: WordTest;
  /** Forms that match one or more whole tokens. */
  readonly #phrases = new Map<string, string>();
  /** Forms of word beginnings, of parts of an unspaced run, and of Korean nouns. Each list is sorted longest first. */
  readonly #stems: readonly LexiconEntry[];
  readonly #unspaced: readonly LexiconEntry[];
  readonly #hangul: readonly LexiconEntry[];
  #longest = 1;

  constructor({ words, little }: Lexicon, isEnglish: WordTest) {
    this.#isEnglish = isEnglish;
    const stems: LexiconEntry[] = [];
    const unspaced: LexiconEntry[] = [];
    const hangul: LexiconEntry[] = [];
    const add = (form: string, english: string) => {
      const text = form.normalize("NFKC").toLowerCase();
      if (text.endsWith("*")) stems.push([fold(text.slice(0, -1)), english]);
      else if (isUnspaced(text)) unspaced.push([text, english]);
      else if (HANGUL.test(text) && !text.includes(" ")) hangul.push([text, english]);
      else this.#addPhrase(text, english);
    };
    for (const [english, forms] of Object.entries(words)) {
      for (const form of Object.values(forms).flat()) add(form, english);
    }
    for (const form of Object.values(little).flat()) if (!HANGUL.test(form)) add(form, "");
    this.#stems = longestFirst(stems);
    this.#unspaced = longestFirst(unspaced);
    this.#hangul = longestFirst(hangul);
  }

  /** Translates the tokens from `at` that one form covers. Plain English is only translated by forms of several tokens. */
  translate(tokens: readonly string[], at: number, isPlainEnglish: boolean): Translation | undefined {
    const token = tokens[at] ?? "";
    const phrase = this.#phrase(tokens, at, isPlainEnglish ? 2 : 1);
    if (phrase !== undefined) return phrase;
    const english = isPlainEnglish ? undefined : this.#inflected(token);
    if (english !== undefined) return { english, count: 1 };
    const korean = HANGUL.test(token) ? this.#korean(token) : undefined;
    return korean === undefined ? undefined : { english: korean, count: 1 };
  }

  /** Splits a run of Chinese, Japanese or Thai at the forms in the table. */
  cut(run: string): readonly LexiconPiece[] {
    let pieces: readonly LexiconPiece[] = [{ text: run }];
    for (const [form, english] of this.#unspaced) {
      if (run.includes(form)) pieces = pieces.flatMap((piece) => cutAt(piece, form, english));
    }
    return pieces;
  }

  #addPhrase(text: string, english: string): void {
    const folded = fold(text);
    this.#phrases.set(text, english);
    if (folded.length >= MIN_LENGTH_WITHOUT_ACCENTS || !isLatin(text)) this.#phrases.set(folded, english);
    this.#longest = Math.max(this.#longest, text.split(" ").length);
  }

  #form(text: string): string | undefined {
    return this.#phrases.get(text) ?? this.#phrases.get(fold(text));
  }

  #phrase(tokens: readonly string[], at: number, least: number): Translation | undefined {
    for (let count = Math.min(this.#longest, tokens.length - at); count >= least; count--) {
      const english = this.#form(tokens.slice(at, at + count).join(" "));
      if (english !== undefined) return { english, count };
    }
    const token = tokens[at] ?? "";
    if (least > 1 || !token.startsWith(ARABIC_ARTICLE)) return undefined;
    const english = this.#phrases.get(token.slice(ARABIC_ARTICLE.length));
    return english === undefined ? undefined : { english, count: 1 };
  }

  /** Matches "l'eau" by the part after the apostrophe, and "Thunfischen" by its stem. */
  #inflected(token: string): string | undefined {
    const elided = APOSTROPHE.test(token) ? this.#form(token.split(APOSTROPHE).at(-1) ?? "") : undefined;
    if (elided !== undefined) return elided;
    const folded = fold(token);
    const isInLatin = isLatin(token);
    const found = this.#stems.find(
      ([stem]) => folded.startsWith(stem) && (!isInLatin || folded.length - stem.length <= LONGEST_ENDING),
    );
    if (found === undefined) return undefined;
    const [stem, english] = found;
    return isInLatin && stem.length < 4 && this.#isEnglish(token) ? undefined : english;
  }

  #korean(token: string): string | undefined {
    const found = this.#hangul.find(
      ([form]) =>
        (token.startsWith(form) && PARTICLES.has(token.slice(form.length))) ||
        (form.length > 1 && token.includes(form)),
    );
    return found?.[1];
  }
}

function longestFirst(entries: readonly LexiconEntry[]): readonly LexiconEntry[] {
  return entries.toSorted(([a], [b]) => b.length - a.length);
}

/** Splits a piece at a form. A single character is not cut out of a longer word, where it may mean something else. */
function cutAt(piece: LexiconPiece, form: string, english: string): readonly LexiconPiece[] {
  if (piece.english !== undefined || (form.length === 1 && piece.text !== form)) return [piece];
  const at = piece.text.indexOf(form);
  if (at < 0) return [piece];
  const before = piece.text.slice(0, at);
  const after = piece.text.slice(at + form.length);
  return [{ text: before }, { text: form, english }, { text: after }].filter(({ text }) => text !== "");
}
