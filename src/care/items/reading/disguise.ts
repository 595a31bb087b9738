// Undoes spellings that hide a word from the danger list: digits and signs for letters ("ch0c0late"), and Cyrillic or
// Greek letters that look like Latin ones.

const LETTERS_BY_SIGN = pairs("013457@$!", "oieastasi");
const LATIN_BY_LOOKALIKE = pairs("аеорсухкмтвніѕοαεριυν", "aeopcyxkmtbhisoaepiuv");

function pairs(keys: string, values: string): ReadonlyMap<string, string> {
  return new Map(Array.from(keys, (key, index) => [key, values.charAt(index)]));
}

const RUN = /[\p{L}\p{N}@$!]+/gu;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LETTER = /\p{L}/u;
const SIGN = /[013457@$!]/g;
/** An amount with a unit or suffix, such as "5kg" or "2nd", hides no word. */
const AMOUNT = /^\d+\p{L}{1,2}$/u;

export function undisguise(text: string): string {
  return text.replaceAll(RUN, (run) => {
    const plain = LATIN.test(run) && CYRILLIC_OR_GREEK.test(run) ? inLatin(run) : run;
    const isDisguised = LETTER.test(plain) && /[01345789@$!]/.test(plain.slice(0, -1)) && !AMOUNT.test(plain);
    return isDisguised ? plain.replaceAll(SIGN, (sign) => LETTERS_BY_SIGN.get(sign) ?? sign) : plain;
  });
}

function inLatin(word: string): string {
  return Array.from(word, (letter) => LATIN_BY_LOOKALIKE.get(letter) ?? letter).join("");
}
