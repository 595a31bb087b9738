// Tests that badges and cards in all states and themes, also with difficult names, are small, self-contained, well-formed, and
// readable.
import { gzipSync } from "node:zlib";
import { Resvg } from "@resvg/resvg-js";
import { wcagContrast } from "@denkeeper/portraits/kit/colour.ts";
import { describe, expect, test } from "vitest";
import {
  BADGES,
  CARDS,
  HOSTILE_NAMES,
  KEEPER_BADGES,
  KEEPER_CARDS,
  NAMED_BADGES,
  NAMED_CARDS,
} from "../../../test/shared-pictures.ts";
import { MESSAGE_MOST, badgeSvg, shieldsJson } from "./badge.ts";
import { cardSvg } from "./card.ts";
import { LOOKS, STATES } from "../../community/keepers/states.ts";
import { line, widthOf } from "./text.ts";
import { COLORS } from "./theme.ts";

const THEMES = ["auto", "light", "dark"] as const;
const MOST_BYTES = 20 * 1024;

interface Drawn {
  readonly what: string;
  readonly svg: string;
}

const BADGE_SVGS = [...BADGES, ...NAMED_BADGES, ...KEEPER_BADGES].flatMap((badge) =>
  THEMES.map((theme): Drawn => ({ what: `badge ${badge.state} ${theme}`, svg: badgeSvg(badge, theme) })),
);
const CARD_SVGS = [...CARDS, ...NAMED_CARDS, ...KEEPER_CARDS].flatMap((card) =>
  THEMES.map((theme): Drawn => ({ what: `card ${card.state} ${theme}`, svg: cardSvg(card, theme) })),
);
const ALL = [...BADGE_SVGS, ...CARD_SVGS];

/** Lists the left and right edges of all texts of a class, from their stated widths. */
function extentsOf(svg: string, className: string): readonly (readonly [left: number, right: number])[] {
  const lines = svg.matchAll(new RegExp(`<text class="${className}" x="([\\d.]+)"[^>]*? textLength="([\\d.]+)"`, "g"));
  return Array.from(lines, ([, x, width]) => [Number(x), Number(x) + Number(width)] as const);
}

describe("every badge and card", () => {
  test("the fixtures cover every state", () => {
    expect(new Set(BADGES.map(({ state }) => state))).toEqual(new Set(STATES));
    expect(new Set(CARDS.map(({ state }) => state))).toEqual(new Set(STATES));
  });

  test("stays under 20 KB compressed", () => {
    for (const { what, svg } of ALL) expect(gzipSync(svg).length, what).toBeLessThan(MOST_BYTES);
  });

  test("refers to nothing outside itself and runs nothing", () => {
    for (const { what, svg } of ALL) {
      const bare = svg.replace(' xmlns="http://www.w3.org/2000/svg"', "").replaceAll(/(?:>|aria-label=")[^<>"]+/g, ">");
      expect(bare, what).not.toMatch(
        /https?:|href|src=|@import|<script|<image|<foreignObject| on\w+=|data:|javascript/i,
      );
      for (const [, target] of svg.matchAll(/url\(([^)]*)\)/g)) expect(target, what).toMatch(/^#\w+$/);
      const ids = Array.from(svg.matchAll(/ id="(\w+)"/g), ([, id]) => id);
      expect(new Set(ids).size, what).toBe(ids.length);
      for (const [, id] of svg.matchAll(/url\(#(\w+)\)/g)) expect(ids, what).toContain(id);
    }
  });

  test("is well-formed", () => {
    // The parser rejects malformed XML, as the second expectation proves.
    for (const { what, svg } of inOneTheme(ALL)) expect(() => new Resvg(svg), what).not.toThrow();
    expect(() => new Resvg('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')).toThrow(/tag/i);
  });

  test("moves only for readers who allow motion", () => {
    for (const { svg } of CARD_SVGS) {
      const still = svg.replaceAll(/@media\(prefers-reduced-motion:no-preference\)\{(?:[^{}]*\{[^{}]*\})*\}/g, "");
      expect(still).not.toMatch(/animation:/);
    }
    expect(CARD_SVGS[0]?.svg).toContain('class="breathes"');
    expect(CARD_SVGS.some(({ svg }) => svg.includes('<g class="shut">'))).toBe(true);
  });
});

/** Returns the drawings of one theme, for tests of what does not depend on the theme. */
function inOneTheme(drawn: readonly Drawn[]): readonly Drawn[] {
  return drawn.filter((_, i) => i % THEMES.length === 0);
}

test("no text exceeds the space reserved for it", () => {
  for (const { what, svg } of inOneTheme(BADGE_SVGS)) {
    const width = Number(/ width="(\d+)"/.exec(svg)?.[1]);
    const split = Number(/class="field" d="M(\d+)/.exec(svg)?.[1]);
    for (const [left, right] of extentsOf(svg, "ink")) expect([left >= 27, right <= split], what).toEqual([true, true]);
    const fields = extentsOf(svg, "fieldInk");
    expect(fields, what).toHaveLength(1);
    for (const [left, right] of fields) expect([left >= split, right <= width - 5], what).toEqual([true, true]);
    expect(width, what).toBeLessThan(400);
  }
  for (const { what, svg } of inOneTheme(CARD_SVGS)) {
    const pill = Number(/class="field" x="([\d.]+)"/.exec(svg)?.[1]);
    const lines = [...extentsOf(svg, "ink"), ...extentsOf(svg, "soft")];
    expect(lines.length, what).toBeGreaterThan(1);
    for (const [left, right] of lines) expect([left >= 171, right <= 475.5], what).toEqual([true, true]);
    // The name is the first line, followed by the state.
    expect(extentsOf(svg, "ink")[0]?.[1], what).toBeLessThan(pill);
  }
});

test("a line that was shrunk to fit is not cut", () => {
  for (const words of ["streak", "consistency", "Captain Biscuit of the Third Floor"])
    for (let size = 8; size < 14; size += 0.37) {
      const most = widthOf(words, { size });
      expect(line(words, { size: 14, most, least: 8 }).width).toBeCloseTo(most);
      expect(line(words, { size: 14, most, least: 8 }).at(0, 0, "ink")).not.toContain("…");
    }
});

test("the words of every standing fit on a badge", () => {
  for (const { message } of KEEPER_BADGES)
    expect(widthOf(message, { size: 12 }), message).toBeLessThanOrEqual(MESSAGE_MOST);
});

test("names are shown as text, and invisible characters are dropped", () => {
  for (const name of HOSTILE_NAMES) {
    const svg = badgeSvg({ state: "content", name, message: "content", subject: null }, "auto");
    expect(svg).not.toMatch(/<script|<!--|\]\]>/);
    expect(svg).not.toMatch(/[\p{Cc}\u202A-\u202E\uFFFE]/u);
  }
});

test("every text has a contrast of at least 4.5 in both themes", () => {
  const pairs = [
    ...STATES.map((state) => [state, LOOKS[state].field, LOOKS[state].fieldInk] as const),
    ...(
      [
        ["paper", "ink"],
        ["paper", "soft"],
        ["hill", "hillInk"],
      ] as const
    ).map(([ground, ink]) => [ink, COLORS[ground] ?? ["", ""], COLORS[ink] ?? ["", ""]] as const),
  ];
  for (const [what, ground, ink] of pairs)
    for (const time of [0, 1] as const)
      expect(wcagContrast(ground[time], ink[time]), `${what} ${time}`).toBeGreaterThanOrEqual(4.5);
});

test("the JSON for shields.io matches its schema", () => {
  for (const badge of [...BADGES, ...KEEPER_BADGES])
    expect(JSON.parse(shieldsJson(badge))).toEqual({
      schemaVersion: 1,
      label: badge.name,
      message: badge.message,
      color: expect.stringMatching(/^[0-9a-f]{6}$/),
      labelColor: "1f3029",
      isError: badge.state === "nobody",
      cacheSeconds: 300,
    });
});
