// Renders link previews as PNG: resvg draws with the project's fonts, and sharp encodes. Drawing occupies a core, so at most two
// previews are drawn concurrently, drawn ones are cached, and none is drawn for a client that has disconnected.
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";
import { Dependency } from "../../platform/dependency.ts";
import { LruCache } from "../../platform/lru.ts";
import { ownFile } from "../../platform/own-file.ts";
import { PREVIEW_WIDTH } from "./preview.ts";

/** Maximum number of cached previews, some 40 KB each. */
const MOST_CACHED = 1_000;

/**
 * Bounds all the work for a preview, including reading its subject, so a request that finds the queue full costs almost nothing.
 * If there are several cores, one remains free for answers.
 */
export const previewDrawing = new Dependency({
  name: "preview drawing",
  concurrency: Math.max(1, Math.min(2, availableParallelism() - 1)),
  queue: 16,
  deadlineMs: 5_000,
  // One failed preview says nothing about the next, so failures never suspend drawing.
  isFault: () => false,
  dropsAbandoned: true,
});

/** Fonts are passed as files, because resvg draws no text without them. */
const FONTS = ["plain-400.ttf", "story-700.ttf"].map((file) =>
  fileURLToPath(ownFile(new URL(`../../ui/fonts/${file}`, import.meta.url))),
);
const cache = new LruCache<Buffer>(MOST_CACHED);

async function draw(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: "width", value: PREVIEW_WIDTH },
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: "Denkeeper Plain" },
  });
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  return sharp(image.pixels, { raw }).png({ palette: true, colours: 200 }).toBuffer();
}

/** Returns the PNG of an SVG, from the cache if it was drawn before. Must run within `previewDrawing`. */
export async function renderPng(svg: string): Promise<Buffer> {
  const hash = createHash("sha256").update(svg).digest("base64url");
  const png = cache.get(hash) ?? (await draw(svg));
  cache.set(hash, png);
  return png;
}
