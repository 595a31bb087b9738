// Draws lines of text in badges, cards, and previews. Image proxies load no fonts, so readers see their own: each line states its
// width (textLength), over which any font is spread, so that nothing overlaps.

/** Advance widths of " " to "~" in the two fonts, in 32nds of the size, each as a base-36 digit. */
const PLAIN = "9cgjjoj9ccgjadagjjjjjjjjjjaajjjgrmklmiimnffkhsnnjnkiknlxlljcgcdk9iigjhcii99g9qjiiiefdjhohhggbgh";
const STORY = "8adkiqn8cbgi9e9ejeihihihiiaaiihfsnllnkjnpcdnjuookpmilonwnmkcechhbhjgjgcikbakbtkijjfedkiqiigdadi";
const OTHER_LETTER = 0.62;
const WIDE_LETTER = 1.06;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Link previews, which the service renders, use the first font of each list; readers' browsers use the others. */
const FAMILIES = {
  plain: "Denkeeper Plain,Verdana,system-ui,sans-serif",
  story: "Denkeeper Story,Georgia,serif",
} as const;

interface TextStyle {
  readonly size: number;
  /** Maximum width. Longer text is cut and ends with an ellipsis. */
  readonly most: number;
  /** Smallest size to which text shrinks before it is cut. */
  readonly least?: number;
  /** If true, uses the font of names and titles. */
  readonly story?: boolean;
}

interface TextLine {
  readonly width: number;
  /** Draws the line with its baseline at a point, in the color of a class. */
  readonly at: (x: number, y: number, className: string) => string;
}

/** Matches control characters, lone surrogates, unassigned and invisible characters, and those that change the text direction. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Cn}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

function tidy(text: string): string {
  return text.normalize("NFC").replaceAll(UNSEEN, " ").replaceAll(/\s+/g, " ").trim();
}

export function escapeXml(text: string): string {
  return tidy(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

function lettersOf(text: string): readonly string[] {
  return Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
}

/** Returns the width relative to the font size. */
function widthIn(letters: readonly string[], story: boolean): number {
  const known = story ? STORY : PLAIN;
  return letters.reduce((sum, letter) => {
    const digit = known[letter.charCodeAt(0) - 32];
    if (digit !== undefined) return sum + Number.parseInt(digit, 36) / 32;
    return sum + (WIDE.test(letter) ? WIDE_LETTER : OTHER_LETTER);
  }, 0);
}

export function widthOf(text: string, { size, story = false }: Pick<TextStyle, "size" | "story">): number {
  return widthIn(lettersOf(tidy(text)), story) * size;
}

/** Breaks text between words into at most `lines` lines. The last line and single words may be too long; drawing cuts them. */
export function wrapText(text: string, style: TextStyle, lines: number): readonly string[] {
  const rows: string[] = [];
  for (const word of tidy(text).split(" ")) {
    const longer = `${rows.at(-1) ?? ""} ${word}`.trim();
    if (rows.length > 0 && (rows.length === lines || widthOf(longer, style) <= style.most))
      rows[rows.length - 1] = longer;
    else rows.push(word);
  }
  return rows;
}

export function line(words: string, { size, most, least = size, story = false }: TextStyle): TextLine {
  let letters = lettersOf(tidy(words));
  const natural = Math.max(0.001, widthIn(letters, story));
  const fitting = Math.min(size, Math.max(least, most / natural));
  while (letters.length > 1 && widthIn(letters, story) * fitting > most + 0.001)
    letters = [...letters.slice(0, letters.at(-1) === "…" ? -2 : -1), "…"];
  const width = widthIn(letters, story) * fitting;
  const text = letters.join("");
  const font = `font-family="${FAMILIES[story ? "story" : "plain"]}" font-size="${rounded(fitting)}"${story ? ' font-weight="700"' : ""}`;
  return {
    width,
    at: (x, y, className) =>
      text === ""
        ? ""
        : `<text class="${className}" x="${rounded(x)}" y="${rounded(y)}" ${font} textLength="${rounded(width)}" ` +
          `lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`,
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
