// Undoes spellings that hide a word from the danger list: digits and signs for letters ("ch0c0late"), and Cyrillic or
// Greek letters that look like Latin ones.

const LETTER_OF_SIGN: Readonly<Record<string, string>> = {
  0: "o",
  1: "i",
  3: "e",
  4: "a",
  5: "s",
  7: "t",
  "@": "a",
  $: "s",
  "!": "i",
};
const LOOKALIKES: ReadonlyMap<string, string> = new Map([
  ["а", "a"],
  ["е", "e"],
  ["о", "o"],
  ["р", "p"],
  ["с", "c"],
  ["у", "y"],
  ["х", "x"],
  ["к", "k"],
  ["м", "m"],
  ["т", "t"],
  ["в", "b"],
  ["н", "h"],
  ["і", "i"],
  ["ѕ", "s"],
  ["ο", "o"],
  ["α", "a"],
  ["ε", "e"],
  ["ρ", "p"],
  ["ι", "i"],
  ["ν", "v"],
  ["υ", "u"],
] as const);

const RUN = /[\p{L}\p{N}@$!]+/gu;
const LATIN = /\p{Script=Latin}/u;
const CYRILLIC_OR_GREEK = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;
const LETTER = /\p{L}/u;
const SIGN = /[013457@$!]/g;
/** "5kg", "2nd": a number with its unit hides nothing. */
const AMOUNT = /^\d+\p{L}{1,2}$/u;

export function undisguise(text: string): string {
  return text.replaceAll(RUN, (run) => {
    const plain = LATIN.test(run) && CYRILLIC_OR_GREEK.test(run) ? inLatin(run) : run;
    const hides = LETTER.test(plain) && /[01345789@$!]/.test(plain.slice(0, -1)) && !AMOUNT.test(plain);
    return hides ? plain.replaceAll(SIGN, (sign) => LETTER_OF_SIGN[sign] ?? sign) : plain;
  });
}

function inLatin(word: string): string {
  return Array.from(word, (letter) => LOOKALIKES.get(letter) ?? letter).join("");
}
