// SVG to pixels: resvg draws, sharp packs. No fonts and no files are ever loaded.
import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";

/** How wide a portrait is, in pixels. */
export const PORTRAIT_SIZE = 512;
/** How every picture is packed. */
export const WEBP = { quality: 82, effort: 3 } as const;

/** A square WebP of a portrait, `size` pixels wide. */
export async function renderWebp(svg: string, size = PORTRAIT_SIZE): Promise<Buffer> {
  const image = await renderAsync(svg, { fitTo: { mode: "width", value: size }, font: { loadSystemFonts: false } });
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  return sharp(image.pixels, { raw }).webp(WEBP).toBuffer();
}
