// Cards as PNG: resvg draws with the house's own fonts and nothing else, sharp packs. Drawing takes a core for a while, so that
// few are drawn at a time, each once, and none for callers that have hung up.
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";
import { Dependency } from "../../platform/dependency.ts";
import { aside, currentSlot } from "../../platform/slot.ts";
import { LruCache } from "../../providers/similarity/cache.ts";
import { SHARE_WIDTH } from "./card.ts";

const FONTS = ["story-700.ttf", "plain-400.ttf"].map((file) =>
  fileURLToPath(new URL(`../fonts/${file}`, import.meta.url)),
);
/** Some 40 KB each. */
const KEPT = 1_000;

/** Answers need a core, too. A process draws for all of its houses, so that there is one queue. */
export const cardDrawing = new Dependency({
  name: "card drawing",
  concurrency: Math.max(1, Math.min(2, availableParallelism() - 1)),
  queue: 16,
  deadlineMs: 5_000,
  // A card that cannot be drawn says nothing of the next.
  isFault: () => false,
  dropsAbandoned: true,
});

interface Drawing {
  readonly png: Promise<Buffer>;
  /** Whether each of those who wait for it has hung up. */
  readonly waiting: (() => boolean)[];
}

const kept = new LruCache<Buffer>(KEPT);
const drawings = new Map<string, Drawing>();

async function draw(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: "width", value: SHARE_WIDTH },
    font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: "Denkeeper Plain" },
  });
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  return sharp(image.pixels, { raw }).png({ palette: true, colours: 200 }).toBuffer();
}

/** The same card is drawn once. Throws `Unavailable` when too many others are waiting. */
export async function renderCard(svg: string): Promise<Buffer> {
  const hash = createHash("sha256").update(svg).digest("base64url");
  const known = kept.get(hash);
  if (known !== undefined) return known;
  const slot = currentSlot();
  const isGone = (): boolean => slot?.isGone === true;
  const drawing = drawings.get(hash);
  if (drawing === undefined) return begun(hash, svg, isGone);
  drawing.waiting.push(isGone);
  return aside(() => drawing.png);
}

async function begun(hash: string, svg: string, isFirstGone: () => boolean): Promise<Buffer> {
  const waiting = [isFirstGone];
  const isAbandoned = (): boolean => waiting.every((isGone) => isGone());
  const png = cardDrawing
    .ask(
      async () => {
        const drawn = await draw(svg);
        kept.set(hash, drawn);
        return drawn;
      },
      { isAbandoned },
    )
    .finally(() => drawings.delete(hash));
  drawings.set(hash, { png, waiting });
  return png;
}
