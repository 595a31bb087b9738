// Cards as PNG: resvg draws with the house's own fonts and nothing else, sharp packs. A few at a time, and the last ones
// are kept, since whoever shares a page makes many ask for its picture at once.
import { fileURLToPath } from "node:url";
import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";
import { LruCache } from "../../providers/similarity/cache.ts";
import { SHARE_WIDTH } from "./card.ts";

const FONTS = ["story-700.ttf", "plain-400.ttf"].map((file) =>
  fileURLToPath(new URL(`../fonts/${file}`, import.meta.url)),
);
const AT_A_TIME = 2;
const KEPT = 100;

const kept = new LruCache<Promise<Buffer>>(KEPT);
const waiting: (() => void)[] = [];
let running = 0;

async function inTurn(work: () => Promise<Buffer>): Promise<Buffer> {
  if (running >= AT_A_TIME) {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    await promise;
  }
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

async function draw(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: "width", value: SHARE_WIDTH },
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: "Denkeeper Plain" },
  });
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  return sharp(image.pixels, { raw }).png({ palette: true, colours: 200 }).toBuffer();
}

/** The same card is drawn once. */
export async function renderCard(svg: string): Promise<Buffer> {
  const known = kept.get(svg);
  if (known !== undefined) return known;
  const drawing = inTurn(() => draw(svg));
  kept.set(svg, drawing);
  return drawing;
}
