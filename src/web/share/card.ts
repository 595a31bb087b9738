// The link preview image of a page: 1200 x 630, the doorway or the stone with a name beside it.
import type { Family } from "@denkeeper/rules/species/species.ts";
import { PLAIN, STORY, line, widthOf, wrapped, type LetterLine } from "./letters/line.ts";

export const SHARE_WIDTH = 1200;

export interface ShareCard {
  readonly family: Family;
  /** The portrait, a complete SVG. */
  readonly portrait: string;
  readonly name: string;
  readonly lines: readonly string[];
  /** A closed arch under an evening sky. */
  readonly grave: boolean;
}

const GROUNDS: Readonly<Record<Family, string>> = {
  cat: "#f8dc8b",
  dog: "#f4c6a4",
  exotic: "#bce0d1",
  "ai-native": "#d2d4f0",
};

const ARCH = "M90 560V270a190 190 0 0 1 380 0v290Z";
const LEFT = 540;
const ROOM = 1200 - LEFT - 48;
/** Only letters that the fonts have are left: others would be empty boxes. */
const NOT_DRAWN =
  /[^\u{20}-\u{7E}\u{A0}-\u{FF}\u{152}\u{153}\u{2013}\u{2014}\u{2018}\u{2019}\u{201C}\u{201D}\u{2026}]/gu;

function drawable(words: string): string {
  return words.normalize("NFC").replaceAll(NOT_DRAWN, "").trim();
}

/** Sizes for a name in two lines, the largest first. */
const SMALLER = [62, 56, 50, 44, 38, 34, 30];

/** A name in one line if it fits, else in two smaller ones. Nothing is cut from a name of 40 letters. */
function nameIn(name: string, ink: string): string {
  const text = drawable(name);
  const size = Math.min(104, (104 * ROOM) / Math.max(1, widthOf(text, STORY, 104)));
  if (size >= 64) return `<g fill="${ink}">${line(text, { font: STORY, size, most: ROOM + 1 }).at(LEFT, 236, "")}</g>`;
  const tries = SMALLER.map((smaller) => {
    const style = { font: STORY, size: smaller, most: ROOM };
    return { style, rows: wrapped(text, style, 2) };
  });
  const fitting = tries.find(({ style, rows }) => rows.every((row) => widthOf(row, STORY, style.size) <= ROOM));
  const { style, rows } = fitting ?? { style: { font: STORY, size: 30, most: ROOM }, rows: [text] };
  const drawn = rows.map((row, i) => line(row, style).at(LEFT, 236 + (i + 1 - rows.length) * style.size * 1.16, ""));
  return `<g fill="${ink}">${drawn.join("")}</g>`;
}

/** More would stand on the hill. */
const MOST_ROWS = 4;

/** In one row, shrunk a little if need be; a sentence that is longer in several. */
function rowsOf(text: string, most: number): readonly LetterLine[] {
  const one = { font: PLAIN, size: 36, most: ROOM, least: 28 };
  if (widthOf(text, PLAIN, one.least) <= ROOM) return [line(text, one)];
  const several = { font: PLAIN, size: 32, most: ROOM };
  return wrapped(text, several, most).map((row) => line(row, several));
}

/** A portrait as an image within: its ids cannot meet those of the card. */
function embedded(svg: string): string {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
}

export function shareCard({ family, portrait, name, lines, grave }: ShareCard): string {
  const ground = grave ? "#2e3c53" : GROUNDS[family];
  const ink = grave ? "#f6efd2" : "#1f3029";
  const soft = grave ? "#ccd0cf" : "#3a4a40";
  const frame = grave ? "#c3beab" : "#2a3029";
  const ring = grave ? "#e3e0d2" : "#cf9f4c";
  const hill = grave ? "#13211f" : "#3f6d49";
  const written = lines.flatMap((text) => rowsOf(drawable(text), MOST_ROWS + 1 - lines.length)).slice(0, MOST_ROWS);
  const sign = line("Denkeeper", { font: STORY, size: 34, most: ROOM });
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1200 630">
<defs><filter id="stone"><feColorMatrix type="saturate" values="0.12"/></filter><clipPath id="arch"><path d="${ARCH}"/></clipPath></defs>
<rect width="1200" height="630" fill="${ground}"/>
<path d="M0 560C220 520 480 512 720 534 940 554 1080 552 1200 530V630H0Z" fill="${hill}"/>
<path d="${ARCH}" fill="none" stroke="${ring}" stroke-width="40"/>
<path d="${ARCH}" fill="${frame}" stroke="${frame}" stroke-width="18"/>
<g clip-path="url(#arch)"${grave ? ' filter="url(#stone)"' : ""}><image x="40" y="80" width="480" height="480" preserveAspectRatio="xMidYMid slice" xlink:href="${embedded(portrait)}"/></g>
${nameIn(name, ink)}
<g fill="${soft}">${written.map((row, index) => row.at(LEFT, 320 + index * 54, "")).join("")}</g>
<g fill="#fdfaea">${sign.at(LEFT, 600, "")}</g>
</svg>`;
}
