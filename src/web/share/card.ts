// The link preview image of a page: 1200 x 630, the doorway or the stone with a name beside it.
import type { Family } from "@denkeeper/rules/species/species.ts";
import { shortened } from "../words.ts";

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
const NAME_AT_MOST = 22;
const LINE_AT_MOST = 38;
/** Only letters that the fonts have are left: others would be empty boxes. */
const NOT_DRAWN =
  /[^\u{20}-\u{7E}\u{A0}-\u{FF}\u{152}\u{153}\u{2013}\u{2014}\u{2018}\u{2019}\u{201C}\u{201D}\u{2026}]/gu;

function text(words: string, most: number): string {
  return shortened(words.normalize("NFC").replaceAll(NOT_DRAWN, "").trim(), most)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
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
  const shown = text(name, NAME_AT_MOST);
  const nameSize = shown.length > 14 ? 76 : 104;
  const written = lines.map(
    (line, index) =>
      `<text x="540" y="${320 + index * 54}" font-family="Denkeeper Plain" font-size="36" fill="${soft}">${text(line, LINE_AT_MOST)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 1200 630">
<defs><clipPath id="arch"><path d="${ARCH}"/></clipPath></defs>
<rect width="1200" height="630" fill="${ground}"/>
<path d="M0 560C220 520 480 512 720 534 940 554 1080 552 1200 530V630H0Z" fill="${hill}"/>
<path d="${ARCH}" fill="none" stroke="${ring}" stroke-width="40"/>
<path d="${ARCH}" fill="${frame}" stroke="${frame}" stroke-width="18"/>
<g clip-path="url(#arch)"><image x="40" y="80" width="480" height="480" preserveAspectRatio="xMidYMid slice" xlink:href="${embedded(portrait)}"/></g>
<text x="540" y="236" font-family="Denkeeper Story" font-weight="700" font-size="${nameSize}" fill="${ink}">${shown}</text>
${written.join("\n")}
<text x="540" y="600" font-family="Denkeeper Story" font-weight="700" font-size="34" fill="#fdfaea">Denkeeper</text>
</svg>`;
}
