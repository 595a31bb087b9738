// Removes invisible characters from agents' texts, because they can hide instructions or make two names look alike.

const LINE_ENDS = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;
/** Matches control, format, private, unassigned, surrogate, and default-ignorable characters. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}]/gu;
/** Normalizing a run of marks takes quadratic time. Unicode's stream-safe format allows 30. */
const LONG_RUN_OF_MARKS = /(\p{M}{30})\p{M}+/gu;

const ZERO_WIDTH_JOINER = "\u200d";
const EMOJI_PRESENTATION = "\ufe0f";
const ENDS_WITH_PICTOGRAPH = /\p{Extended_Pictographic}$/u;
const ENDS_WITH_EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?$/u;
const STARTS_WITH_PICTOGRAPH = /^\p{Extended_Pictographic}/u;
/** A pictograph has up to two code units, and its modifier has up to two more. */
const EMOJI_UNITS = 4;

/** Returns the text on one line, in NFC and without invisible characters. */
export function cleanLine(text: string): string {
  return normalized(visible(text.replaceAll(LINE_ENDS, " ").replaceAll("\t", " ")));
}

/** Cleans each line. The first `mostLineFeeds` line ends become line feeds, and all others become spaces. */
export function cleanLines(text: string, mostLineFeeds: number): string {
  let lineFeeds = 0;
  return text
    .replaceAll(LINE_ENDS, () => (lineFeeds++ < mostLineFeeds ? "\n" : " "))
    .split("\n")
    .map(cleanLine)
    .join("\n");
}

/** Returns whether a text contains invisible characters, including line ends and tabs. */
export function hasInvisible(text: string): boolean {
  return visible(text) !== text;
}

/** Returns one line of at most `most` characters, with an ellipsis if it was truncated. */
export function cutLine(text: string, most: number): string {
  const characters = Array.from(cleanLine(text));
  return characters.length <= most ? characters.join("") : `${characters.slice(0, most - 1).join("")}…`;
}

/** Counts code points, so that an emoji outside the basic plane counts as one. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

function normalized(text: string): string {
  return text.replaceAll(LONG_RUN_OF_MARKS, "$1").normalize("NFC");
}

function visible(text: string): string {
  return text.replaceAll(INVISIBLE, (character, at: number) => (isPartOfEmoji(character, at, text) ? character : ""));
}

/** Returns whether a character is a joiner between two pictographs or the emoji presentation of one. */
function isPartOfEmoji(character: string, at: number, text: string): boolean {
  if (character !== ZERO_WIDTH_JOINER && character !== EMOJI_PRESENTATION) return false;
  const before = text.slice(Math.max(0, at - EMOJI_UNITS), at);
  if (character === EMOJI_PRESENTATION) return ENDS_WITH_PICTOGRAPH.test(before);
  return ENDS_WITH_EMOJI.test(before) && STARTS_WITH_PICTOGRAPH.test(text.slice(at + 1, at + 1 + EMOJI_UNITS));
}
