// Tests that portraits contain only allowed SVG, differ where creatures differ, and are otherwise reproducible.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { differenceEuclidean } from "culori";
import { describe, expect, it } from "vitest";
import { EVOLUTION_PATHS, MOODS, STAGES } from "@denkeeper/rules/creature/creature.ts";
import { MARKS } from "@denkeeper/rules/creature/memory.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { FAMILIES } from "@denkeeper/rules/species/species.ts";
import { diceOf } from "./kit/dice.ts";
import { cutout, portraitSvg, type PortraitInput } from "./portrait.ts";
import type { Coat } from "./subject/subject.ts";
import { findLook } from "./species/index.ts";
import { FULL, drawn as drawnIn } from "../../../test/tier.ts";

function portrait(change: Partial<PortraitInput> = {}): PortraitInput {
  return {
    id: "one",
    prompt: "",
    speciesSlug: "tabby",
    family: "cat",
    stage: "adult",
    mood: "content",
    path: null,
    memorial: false,
    words: [],
    ...change,
  };
}

/** Attributes that any shape may have. */
const PAINT = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-linejoin",
  "stroke-linecap",
  "opacity",
  "fill-opacity",
  "transform",
];

/** Every element and attribute that a portrait may contain. Any other is a mistake or an attack. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  svg: ["xmlns", "viewBox", "width", "height"],
  defs: [],
  g: ["transform", "opacity", "clip-path", "mask"],
  path: ["d", ...PAINT],
  ellipse: ["cx", "cy", "rx", "ry", ...PAINT],
  circle: ["cx", "cy", "r", ...PAINT],
  rect: ["x", "y", "width", "height", "rx", ...PAINT],
  linearGradient: ["id", "x1", "y1", "x2", "y2"],
  radialGradient: ["id", "cx", "cy", "r"],
  stop: ["offset", "stop-color", "stop-opacity"],
  clipPath: ["id"],
  mask: ["id"],
};

const NUMBERS = /^-?[0-9.]+( -?[0-9.]+)*$/;
const COLOUR = /^(#[0-9a-f]{3}|#[0-9a-f]{6}|none|url\(#d[0-9]+\))$/;
const PATH_DATA = /^[MLHVCSQTAZmlhvcsqtaz0-9. -]+$/;
const TRANSFORM = /^((translate|scale|rotate)\([-0-9. ]+\) ?)+$/;

function valueFits(name: string, value: string): boolean {
  if (name === "xmlns") return value === "http://www.w3.org/2000/svg";
  if (name === "id") return /^d[0-9]+$/.test(value);
  if (name === "d") return PATH_DATA.test(value);
  if (name === "fill" || name === "stroke" || name === "stop-color") return COLOUR.test(value);
  if (name === "transform") return TRANSFORM.test(value);
  if (name === "clip-path" || name === "mask") return /^url\(#d[0-9]+\)$/.test(value);
  if (name === "stroke-linejoin" || name === "stroke-linecap") return value === "round";
  return NUMBERS.test(value);
}

/** Lists everything in an SVG that is not allowed, reading tag by tag without gaps. */
function notAllowed(svg: string): readonly string[] {
  const wrong: string[] = [];
  const open: string[] = [];
  let at = 0;
  for (const match of svg.matchAll(/<(\/?)([A-Za-z]+)((?: [A-Za-z0-9-]+="[^"<>]*")*)(\/?)>/g)) {
    if (match.index !== at) wrong.push(`text: ${svg.slice(at, match.index)}`);
    at = match.index + match[0].length;
    const [, closing, name = "", attributes = "", selfClosing] = match;
    if (closing === "/") {
      if (open.pop() !== name) wrong.push(`unbalanced: ${name}`);
      continue;
    }
    if (selfClosing !== "/") open.push(name);
    const known = ALLOWED[name];
    if (known === undefined) wrong.push(`element: ${name}`);
    for (const [, attribute = "", value = ""] of attributes.matchAll(/ ([A-Za-z0-9-]+)="([^"]*)"/g)) {
      if (known?.includes(attribute) !== true) wrong.push(`attribute: ${name} ${attribute}`);
      else if (!valueFits(attribute, value)) wrong.push(`value: ${attribute}="${value}"`);
    }
  }
  if (at !== svg.length) wrong.push(`rest: ${svg.slice(at)}`);
  if (open.length > 0) wrong.push(`left open: ${open.join()}`);
  return wrong;
}

/** Lists references without a definition, and ids that are defined twice. */
function brokenReferences(svg: string): readonly string[] {
  const defined = Array.from(svg.matchAll(/ id="(d[0-9]+)"/g), ([, id]) => id ?? "");
  const used = Array.from(svg.matchAll(/url\(#(d[0-9]+)\)/g), ([, id]) => id ?? "");
  return [
    ...used.filter((id) => !defined.includes(id)),
    ...defined.filter((id, index) => defined.indexOf(id) !== index),
  ];
}

function everyState(speciesSlug: string, family: PortraitInput["family"]): readonly PortraitInput[] {
  const own = { speciesSlug, family };
  return [
    ...STAGES.flatMap((stage) => MOODS.map((mood) => portrait({ ...own, stage, mood }))),
    ...EVOLUTION_PATHS.map((path) => portrait({ ...own, path })),
    ...STAGES.map((stage) => portrait({ ...own, stage, memorial: true })),
    portrait({ ...own, marks: MARKS }),
  ];
}

const NASTY = [
  "<script>alert(1)</script>",
  '"><svg onload=alert(1)>',
  'xlink:href="http://evil.example/x.png"',
  "url(javascript:alert(1))",
  "</defs><style>*{display:none}</style>",
  "<foreignObject><iframe></iframe></foreignObject>",
  "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>&a;",
  "]]><text>hello</text>",
  "\u0000\u202e\uD800",
  "__proto__ constructor toString",
  "NaN Infinity -1e999",
  "%3Cscript%3E",
];
const WORDS = [
  ..."red blue green cat dog dragon owl robot crown wizard glasses pirate halo scarf".split(" "),
  ..."space ocean snow neon slime fox tiny huge 🐉 quantum void frog deer bees".split(" "),
];

/** Returns a prompt of ordinary words, hostile text, and noise, determined by its number. */
function fuzzed(number: number): string {
  const dice = diceOf(`fuzz|${number}`);
  const parts: string[] = [];
  const count = Math.floor(dice.between(0, 9));
  for (let part = 0; part < count; part++) {
    const kind = dice.roll();
    if (kind < 0.45) parts.push(WORDS[Math.floor(dice.roll() * WORDS.length)] ?? "");
    else if (kind < 0.75) parts.push(NASTY[Math.floor(dice.roll() * NASTY.length)] ?? "");
    else parts.push(String.fromCharCode(...Array.from({ length: 12 }, () => Math.floor(dice.roll() * 0x1_0000))));
  }
  return parts.join(dice.odds(0.5) ? " " : "");
}

const FUZZED = FULL ? 1000 : 300;

describe("content of a portrait", () => {
  // The merge gate draws each species in a third of the states and each state for a third of the species.
  it.each(CATALOG.map(({ slug, family }, place) => [slug, family, place] as const))(
    "%s contains only allowed elements in every state",
    (...own) => {
      const [slug, family, place] = own;
      for (const input of drawnIn(everyState(slug, family), (_, state) => (state + place) % 3 === 0)) {
        const svg = portraitSvg(input);
        expect(notAllowed(svg)).toEqual([]);
        expect(brokenReferences(svg)).toEqual([]);
      }
    },
  );

  it("a waiting creature looks worried in every calm mood", () => {
    for (const { slug, family } of CATALOG) {
      for (const stage of STAGES.filter((each) => each !== "egg")) {
        const own = { speciesSlug: slug, family, stage };
        const drawn = MOODS.map((mood) => [mood, portraitSvg(portrait({ ...own, mood, waiting: true }))] as const);
        const waiting = new Map(drawn);
        const [face, ...calm] = (["content", "happy", "curious"] as const).map((mood) => waiting.get(mood));
        expect(new Set(calm), `${slug}, ${stage}`).toEqual(new Set([face]));
        for (const [mood, svg] of drawn) {
          expect(notAllowed(svg)).toEqual([]);
          expect(svg, `${slug}, ${stage}, ${mood}`).not.toBe(portraitSvg(portrait({ ...own, mood })));
        }
        const body = (changes: Partial<PortraitInput>) => cutout(portrait({ ...own, ...changes })).art;
        expect(body({ waiting: true }), `the face of ${slug}, ${stage}`).not.toBe(body({}));
      }
    }
  });

  it("waiting does not change eggs and memorials", () => {
    for (const own of [{ stage: "egg" as const }, { memorial: true }])
      expect(portraitSvg(portrait({ ...own, waiting: true }))).toBe(portraitSvg(portrait(own)));
  });

  it(`${FUZZED} fuzzed prompts, names, and words add no forbidden content`, () => {
    for (let number = 0; number < FUZZED; number++) {
      const text = fuzzed(number);
      const builtIn = number % 3 === 0 ? CATALOG[number % CATALOG.length] : undefined;
      const input = portrait({
        id: `${number}${text}`,
        prompt: text,
        speciesSlug: builtIn?.slug ?? text,
        family: builtIn?.family ?? FAMILIES[number % 4] ?? "exotic",
        stage: STAGES[number % 5] ?? "adult",
        mood: MOODS[number % 7] ?? "content",
        path: EVOLUTION_PATHS[number % 5] ?? null,
        memorial: number % 11 === 0,
        words: [fuzzed(number + 1000)],
      });
      const svg = portraitSvg(input);
      const wrong = [...notAllowed(svg), ...brokenReferences(svg)];
      expect(wrong, JSON.stringify(text)).toEqual([]);
    }
  });

  it("the allow-list detects forbidden elements, attributes, and values", () => {
    const around = (inner: string): string => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
    expect(notAllowed(around("<script>x</script>"))).not.toEqual([]);
    expect(notAllowed(around('<path d="M0 0" onload="x"/>'))).not.toEqual([]);
    expect(notAllowed(around('<path fill="url(http://a)"/>'))).not.toEqual([]);
    expect(notAllowed(around("<text>a</text>"))).not.toEqual([]);
    expect(notAllowed(around('<path d="MNaN 0"/>'))).not.toEqual([]);
    expect(notAllowed(around("<g>"))).not.toEqual([]);
    expect(notAllowed(around('<path d="M0 0"/>'))).toEqual([]);
  });
});

describe("portraits of a creature", () => {
  it("a creature is drawn with identical bytes in another process", () => {
    const inputs = CATALOG.map(({ slug, family }, number) =>
      portrait({
        id: `creature-${number}`,
        speciesSlug: slug,
        family,
        prompt: "a purple wizard",
        stage: STAGES[number % 5] ?? "adult",
      }),
    );
    const script = `
      const { portraitSvg } = await import(${JSON.stringify(new URL("portrait.ts", import.meta.url).href)});
      const { createHash } = await import("node:crypto");
      const hash = createHash("sha256");
      for (const input of ${JSON.stringify(inputs)}) hash.update(portraitSvg(input));
      console.log(hash.digest("hex"));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
    const hash = createHash("sha256");
    for (const input of inputs) hash.update(portraitSvg(input));
    expect(stdout.trim()).toBe(hash.digest("hex"));
  });

  it("every stage, mood, path, and memorial looks different", () => {
    for (const { slug, family } of CATALOG) {
      const own = { speciesSlug: slug, family };
      const drawn = [
        ...STAGES.map((stage) => portraitSvg(portrait({ ...own, stage }))),
        ...MOODS.filter((mood) => mood !== "content").map((mood) => portraitSvg(portrait({ ...own, mood }))),
        ...EVOLUTION_PATHS.map((path) => portraitSvg(portrait({ ...own, path }))),
        portraitSvg(portrait({ ...own, memorial: true })),
      ];
      expect(new Set(drawn).size, slug).toBe(drawn.length);
    }
  });

  it("a creature keeps most of its colors from baby to adult", () => {
    const baseOf = (input: PortraitInput): ReadonlySet<string> => new Set(portraitSvg(input).match(/#[0-9a-f]{6}/g));
    for (const { slug, family } of CATALOG) {
      const baby = baseOf(portrait({ speciesSlug: slug, family, stage: "baby" }));
      const adult = baseOf(portrait({ speciesSlug: slug, family }));
      const shared = [...adult].filter((colour) => baby.has(colour)).length;
      expect(shared / adult.size, slug).toBeGreaterThan(0.5);
    }
  });

  it("words of a creature's prompt change its portrait", () => {
    const plain = portraitSvg(portrait());
    expect(portraitSvg(portrait({ prompt: "with a crown" }))).not.toBe(plain);
    expect(portraitSvg(portrait({ prompt: "in space" }))).not.toBe(plain);
  });
});

function coloursOf(svg: string): string {
  return [...new Set(svg.match(/fill="#[0-9a-f]{6}"/g))].toSorted().join();
}

const apart = differenceEuclidean("oklab");

/** Returns the largest color difference between two coats. A creature's own shade moves a lightness by at most 0.04. */
function distance(one: Coat, other: Coat): number {
  const of = (part: keyof Coat): number => {
    const [[l, c, h], [l2, c2, h2]] = [one[part], other[part]];
    return apart({ mode: "oklch", l, c, h }, { mode: "oklch", l: l2, c: c2, h: h2 });
  };
  return Math.max(of("base"), of("mark"), of("belly"), of("eye"));
}

describe("creatures of one species", () => {
  it.each(CATALOG.map(({ slug, family }) => [slug, family] as const))(
    "%s has at least five distinct coats, varied by creature",
    (slug, family) => {
      const coats = findLook(slug)?.coats ?? [];
      expect(coats.length).toBeGreaterThanOrEqual(5);
      const near = coats.flatMap((one, index) =>
        coats.slice(index + 1).filter((other) => distance(one, other) < 0.065),
      );
      expect(near).toEqual([]);
      const draw = (number: number): string =>
        coloursOf(portraitSvg(portrait({ id: `${number}`, speciesSlug: slug, family })));
      expect(new Set(Array.from({ length: 40 }, (_, number) => draw(number))).size).toBeGreaterThan(25);
    },
  );

  it("a hundred tabbies have a hundred different portraits", () => {
    const tabbies = Array.from({ length: 100 }, (_, number) => portraitSvg(portrait({ id: `tabby-${number}` })));
    expect(new Set(tabbies).size).toBe(100);
    expect(new Set(tabbies.map(coloursOf)).size).toBeGreaterThan(95);
  });
});
