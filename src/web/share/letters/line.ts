// One line of text in a badge or card. Letters that our fonts have become outlines, measured exactly. Text in any other
// script is left to the reader's fonts, in a viewport of its own that clips it: it cannot cover its neighbors.
import { readFileSync } from "node:fs";
import { readFont, type Font } from "./font.ts";
import { outlineOf } from "./outline.ts";

function load(file: string): Font {
  return readFont(readFileSync(new URL(`../../fonts/${file}`, import.meta.url)));
}

export const STORY = load("story-700.ttf");
export const PLAIN = load("plain-400.ttf");

export interface LetterLine {
  readonly width: number;
  /** Drawn with its baseline at a point, with a class for its color. */
  readonly at: (x: number, y: number, className: string) => string;
}

export interface LineStyle {
  readonly font: Font;
  readonly size: number;
  /** How wide it may get. Longer text is cut and ends with an ellipsis. */
  readonly most: number;
  /** It may be drawn smaller, down to this size, before anything is cut. */
  readonly least?: number;
}

/** Control characters, lone surrogates, invisible characters, and those that change the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Cn}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;

function tidy(text: string): string {
  return text.normalize("NFC").replaceAll(UNSEEN, " ").replaceAll(/\s+/g, " ").trim();
}

export function escaped(text: string): string {
  return tidy(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

function pointsOf(text: string): readonly number[] {
  return Array.from(text, (letter) => letter.codePointAt(0) ?? 32);
}

/** In parts of the size. */
function measured(points: readonly number[], font: Font): number {
  const units = points.reduce((sum, point, i) => {
    const kerning = i === 0 ? 0 : font.kerning(points[i - 1] ?? 0, point);
    return sum + kerning + (font.glyph(point)?.advance ?? 0);
  }, 0);
  return units / font.unitsPerEm;
}

export function widthOf(text: string, font: Font, size: number): number {
  return measured(pointsOf(tidy(text)), font) * size;
}

/** Broken between words, or within a word that is too long. What does not fit into the last line is cut when it is drawn. */
export function wrapped(text: string, { font, size, most }: LineStyle, lines: number): readonly string[] {
  const rows: string[] = [""];
  const fits = (row: string): boolean => widthOf(row, font, size) <= most;
  const add = (part: string, gap: string): void => {
    const row = rows.at(-1) ?? "";
    const longer = row === "" ? part : row + gap + part;
    if (row === "" || fits(longer) || rows.length === lines) rows[rows.length - 1] = longer;
    else rows.push(part);
  };
  for (const word of tidy(text).split(" ")) {
    if (fits(word)) add(word, " ");
    else for (const [i, letter] of Array.from(word).entries()) add(letter, i === 0 ? " " : "");
  }
  return rows;
}

export function line(words: string, style: LineStyle): LetterLine {
  const text = tidy(words);
  const known = pointsOf(text).every((point) => style.font.glyph(point) !== undefined);
  return known ? outlined(text, style) : foreign(text, style);
}

/** A line that was shrunk to fit exactly is not cut for a rounding error. */
const ROUNDING = 1e-6;

function outlined(text: string, { font, size, most, least = size }: LineStyle): LetterLine {
  const natural = measured(pointsOf(text), font);
  const fitting = Math.min(size, Math.max(least, most / Math.max(natural, 0.001)));
  let points = pointsOf(text);
  for (let kept = Array.from(text); kept.length > 0 && measured(points, font) * fitting > most + ROUNDING;) {
    kept = kept.slice(0, -1);
    points = pointsOf(`${kept.join("").trimEnd()}…`);
  }
  const scale = fitting / font.unitsPerEm;
  return {
    width: measured(points, font) * fitting,
    at(x, y, className) {
      let [pen, data] = [x, ""];
      for (const [i, point] of points.entries()) {
        if (i > 0) pen += font.kerning(points[i - 1] ?? 0, point) * scale;
        const glyph = font.glyph(point);
        if (glyph === undefined) continue;
        data += outlineOf(glyph, pen, y, scale);
        pen += glyph.advance * scale;
      }
      return `<path class="${className}" d="${data}"/>`;
    },
  };
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
/** Scripts whose letters join into broad clusters. */
const STACKED =
  /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Myanmar}\p{Script=Khmer}\p{Script=Tibetan}]/u;
const JOINED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const RIGHT_TO_LEFT =
  /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const FALLBACK = "system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,Helvetica,Arial,sans-serif";

/** How wide a letter of an unknown font is at most, in parts of the size. */
function guessed(grapheme: string): number {
  if (WIDE.test(grapheme)) return 1.06;
  if (STACKED.test(grapheme)) return 1.15;
  return JOINED.test(grapheme) ? 0.54 : 0.66;
}

const SEGMENTER = new Intl.Segmenter("en", { granularity: "grapheme" });

function foreign(text: string, { font, size, most }: LineStyle): LetterLine {
  const letters = Array.from(SEGMENTER.segment(text), ({ segment }) => segment);
  let [kept, width] = ["", 0];
  for (const [i, letter] of letters.entries()) {
    const next = width + guessed(letter) * size;
    if (next + (i < letters.length - 1 ? size * 0.8 : 0) > most) {
      kept = `${kept.trimEnd()}…`;
      width = Math.min(most, width + size);
      break;
    }
    [kept, width] = [kept + letter, next];
  }
  const weight = font === STORY ? "700" : "400";
  const direction = RIGHT_TO_LEFT.test(kept) ? ' direction="rtl" text-anchor="end"' : "";
  return {
    width,
    at: (x, y, className) =>
      `<svg x="${x}" y="${y - size * 1.25}" width="${Math.ceil(width)}" height="${size * 1.75}">` +
      `<text class="${className}" y="${size * 1.25}" font-family="${FALLBACK}" font-size="${size * 0.94}" ` +
      `font-weight="${weight}"${direction}>${escaped(kept)}</text></svg>`,
  };
}
