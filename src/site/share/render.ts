// Renders link previews as PNG: resvg draws, with our fonts, and sharp encodes. Drawing takes a core for a while, so few
// are drawn at a time, each once, and none for callers that have disconnected.
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";
import { Dependency } from "../../platform/dependency.ts";
import { LruCache } from "../../platform/lru.ts";
import { ownFile } from "../../platform/own-file.ts";
import { PREVIEW_WIDTH } from "./preview.ts";

/** Some 40 KB each. */
const KEPT = 1_000;

/** All that a preview takes, reading its creature included: whoever finds the queue full has cost next to nothing. Answers need a core, too. A process draws for all of its houses, so that there is one queue. */
export const previewDrawing = new Dependency({
  name: "preview drawing",
  concurrency: Math.max(1, Math.min(2, availableParallelism() - 1)),
  queue: 16,
  deadlineMs: 5_000,
  // A preview that cannot be drawn says nothing of the next.
  isFault: () => false,
  dropsAbandoned: true,
});

/** Without one resvg would draw no text. */
const FONTS = ["plain-400.ttf", "story-700.ttf"].map((file) =>
  fileURLToPath(ownFile(new URL(`../../ui/fonts/${file}`, import.meta.url))),
);
const kept = new LruCache<Buffer>(KEPT);

async function draw(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: "width", value: PREVIEW_WIDTH },
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: "Denkeeper Plain" },
  });
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  return sharp(image.pixels, { raw }).png({ palette: true, colours: 200 }).toBuffer();
}

/** The same is drawn once. To be called in its turn, which `previewDrawing` gives. */
export async function renderPng(svg: string): Promise<Buffer> {
  const hash = createHash("sha256").update(svg).digest("base64url");
  const known = kept.get(hash);
  if (known !== undefined) return known;
  const drawn = await draw(svg);
  kept.set(hash, drawn);
  return drawn;
}
