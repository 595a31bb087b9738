// Tests that no two adult species look alike at a glance. Coats overlap between species (any cat may be ginger), so a species
// must be recognizable by its form: all are drawn in the same color and place, with the same dice. A distance is the root mean
// square of the differences in OKLab over all pixels, in hundredths. Pairs that people had called alike were the closest before
// they were redrawn: housecat and tabby were 4.5 apart, and retriever and Labrador 6.4.
import { renderAsync } from "@resvg/resvg-js";
import { converter } from "culori";
import sharp from "sharp";
import { expect, it } from "vitest";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import { drawn as drawnIn } from "../../../test/tier.ts";
import { cutout, portraitSvg } from "./portrait.ts";

/** Width in pixels of the compared pictures, small enough to blur details. */
const SIZE = 32;
/** Portraits are drawn larger by this factor and scaled down, so that each pixel is an average. */
const OVERSAMPLING = 4;
const CLOSEST = 8;
/** Width in pixels of a portrait in the list of species. */
const OUTLINE_SIZE = 84;
/** The allowed overlap of two outlines as a part of their union. Siamese and mirror had 0.91 before they were redrawn. */
const SHARED = 0.86;
/** The minimum distance of siblings, which share a body and differ mainly in coat, markings, collar, and direction. */
const CLOSEST_SIBLINGS = 2.5;

const oklab = converter("oklab");

/** Returns the lightness and both color axes of each pixel, in hundredths. */
async function pixelsOf(svg: string): Promise<Float64Array> {
  const image = await renderAsync(svg, {
    fitTo: { mode: "width", value: SIZE * OVERSAMPLING },
    font: { loadSystemFonts: false },
  });
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  const small = sharp(image.pixels, { raw }).resize(SIZE, SIZE, { kernel: "lanczos3" });
  const rgb = await small.removeAlpha().raw().toBuffer();
  const known = new Map<number, readonly [number, number, number]>();
  const pixels = new Float64Array(rgb.length);
  for (let at = 0; at < rgb.length; at += 3) {
    const [red, green, blue] = [rgb.readUInt8(at), rgb.readUInt8(at + 1), rgb.readUInt8(at + 2)];
    const key = (red << 16) | (green << 8) | blue;
    const { l, a, b } = oklab({ mode: "rgb", r: red / 255, g: green / 255, b: blue / 255 });
    const colour = known.get(key) ?? ([l * 100, a * 100, b * 100] as const);
    known.set(key, colour);
    pixels.set(colour, at);
  }
  return pixels;
}

function distance(one: Float64Array, other: Float64Array): number {
  const squares = one.reduce((sum, value, at) => sum + (value - (other[at] ?? 0)) ** 2, 0);
  return Math.sqrt(squares / (SIZE * SIZE));
}

function draw(speciesSlug: string, family: Family, id: string, prompt: string): Promise<Float64Array> {
  const plain = { stage: "adult", mood: "content", path: "balanced", memorial: false, words: [] } as const;
  return pixelsOf(portraitSvg({ ...plain, id, prompt, speciesSlug, family }));
}

interface Drawn {
  readonly name: string;
  readonly pixels: Float64Array;
}

/** Lists the pairs that are closer than the allowed distance. */
function alike(drawn: readonly Drawn[], allowed: number): readonly string[] {
  return drawn.flatMap((one, index) =>
    drawn
      .slice(index + 1)
      .map((other) => ({ pair: `${one.name} and ${other.name}`, apart: distance(one.pixels, other.pixels) }))
      .filter(({ apart }) => apart < allowed)
      .map(({ pair, apart }) => `${pair}: ${apart.toFixed(2)}`),
  );
}

it(`no two adult species are closer than ${CLOSEST} to each other`, async () => {
  const drawn: Drawn[] = [];
  for (const { slug, family } of CATALOG)
    drawn.push({ name: slug, pixels: await draw(slug, family, "neutral", "grey in a meadow") });
  expect(alike(drawn, CLOSEST)).toEqual([]);
});

/** Returns an adult's outline at list size: 1 where the body covers more than half of a pixel, ignoring lights and shadow. */
async function outlineOf(speciesSlug: string, family: Family): Promise<Buffer> {
  const own = { id: "neutral", prompt: "", speciesSlug, family, stage: "adult", mood: "content", words: [] } as const;
  const { defs, art } = cutout({ ...own, path: null, memorial: false });
  const lights = defs.matchAll(/<radialGradient id="(d\d+)"[^>]*>(?:<stop [^>]*>)*?<stop [^>]*opacity="0"\/>/g);
  const shapes = [...lights].reduce((left, [, id]) => left.replaceAll(`url(#${id})`, "none"), art);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><defs>${defs}</defs>${shapes}</svg>`;
  const { pixels } = await renderAsync(drawing.replaceAll(/<ellipse[^>]*#1a1030[^>]*>/g, ""), {
    fitTo: { mode: "width", value: OUTLINE_SIZE },
  });
  return Buffer.from(pixels.filter((_, at) => at % 4 === 3).map((alpha) => (alpha > 127 ? 1 : 0)));
}

it(`no two adult outlines at ${OUTLINE_SIZE} px overlap by more than ${SHARED}`, async () => {
  const outlines: { readonly slug: string; readonly outline: Buffer }[] = [];
  for (const { slug, family } of CATALOG) outlines.push({ slug, outline: await outlineOf(slug, family) });
  const near = outlines.flatMap(({ slug, outline }, index) =>
    outlines.slice(index + 1).flatMap((other) => {
      const both = outline.filter((covered, at) => covered + (other.outline[at] ?? 0) === 2).length;
      const shared = both / outline.filter((covered, at) => covered + (other.outline[at] ?? 0) > 0).length;
      return shared > SHARED ? [`${slug} and ${other.slug}: ${shared.toFixed(2)}`] : [];
    }),
  );
  expect(near).toEqual([]);
});

it(`no two of eight siblings are closer than ${CLOSEST_SIBLINGS} to each other`, async () => {
  for (const { slug, family } of drawnIn(CATALOG, (_, index) => index % 8 === 0)) {
    const siblings: Drawn[] = [];
    for (let number = 0; number < 8; number++)
      siblings.push({ name: `${slug} ${number}`, pixels: await draw(slug, family, `s${number}`, "in a meadow") });
    expect(alike(siblings, CLOSEST_SIBLINGS)).toEqual([]);
  }
});
