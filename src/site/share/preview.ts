// Draws the link preview image of a page, 1200 x 630 pixels: a portrait in an arch, a name, and some lines.
import type { Family } from "@denkeeper/rules/species/species.ts";
import { escapeXml, line, widthOf, wrapText } from "./text.ts";

export const PREVIEW_WIDTH = 1200;

export interface Preview {
  readonly family: Family;
  /** Portrait as a complete SVG. */
  readonly portrait: string;
  readonly name: string;
  readonly lines: readonly string[];
  /** If true, draws the portrait in grays, in an arch of stone at dusk. */
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
const ROOM = PREVIEW_WIDTH - LEFT - 48;
/** Matches letters that the fonts lack. */
const NOT_DRAWN =
  /[^\u{20}-\u{7E}\u{A0}-\u{FF}\u{152}\u{153}\u{2013}\u{2014}\u{2018}\u{2019}\u{201C}\u{201D}\u{2026}]/gu;

function drawable(words: string): string {
  return words.normalize("NFC").replaceAll(NOT_DRAWN, "").trim();
}

const NAME = { story: true, size: 104, least: 60, most: ROOM } as const;
const SMALL_NAME = { story: true, size: 56, least: 30, most: ROOM } as const;

/** Draws a name in one line, or in two smaller ones if it is too long. */
function nameIn(name: string): string {
  if (widthOf(name, { story: true, size: NAME.least }) <= ROOM) return line(name, NAME).at(LEFT, 236, "ink");
  return wrapText(name, SMALL_NAME, 2)
    .map((row, i) => line(row, SMALL_NAME).at(LEFT, 176 + i * 64, "ink"))
    .join("");
}

const ROW = { size: 34, least: 28, most: ROOM } as const;
/** Maximum number of rows; more would overlap the hill. */
const MOST_ROWS = 4;

export function previewSvg({ family, portrait, name, lines, grave }: Preview): string {
  const [ground, ink, soft] = grave ? ["#2e3c53", "#f6efd2", "#ccd0cf"] : [GROUNDS[family], "#1f3029", "#3a4a40"];
  const [frame, ring, hill] = grave ? ["#c3beab", "#e3e0d2", "#13211f"] : ["#2a3029", "#cf9f4c", "#3f6d49"];
  const rows = lines.flatMap((text) => wrapText(drawable(text), ROW, 2)).slice(0, MOST_ROWS);
  // Embedded as an image, so that its ids cannot collide with others.
  const inside = `data:image/svg+xml;base64,${Buffer.from(portrait).toString("base64")}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1200 630">
<title>${escapeXml(name)}</title><style>.ink{fill:${ink}}.soft{fill:${soft}}.sign{fill:#fdfaea}</style>
<defs><filter id="stone"><feColorMatrix type="saturate" values="0.12"/></filter><clipPath id="arch"><path d="${ARCH}"/></clipPath></defs>
<rect width="1200" height="630" fill="${ground}"/>
<path d="M0 560C220 520 480 512 720 534 940 554 1080 552 1200 530V630H0Z" fill="${hill}"/>
<path d="${ARCH}" fill="none" stroke="${ring}" stroke-width="40"/>
<path d="${ARCH}" fill="${frame}" stroke="${frame}" stroke-width="18"/>
<g clip-path="url(#arch)"${grave ? ' filter="url(#stone)"' : ""}><image x="40" y="80" width="480" height="480" preserveAspectRatio="xMidYMid slice" xlink:href="${inside}"/></g>
${nameIn(drawable(name))}${rows.map((row, index) => line(row, ROW).at(LEFT, 320 + index * 54, "soft")).join("")}
${line("Denkeeper", { story: true, size: 34, most: ROOM }).at(LEFT, 600, "sign")}
</svg>`;
}
