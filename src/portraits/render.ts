// SVG to pixels: resvg draws, sharp packs. No fonts and no files are ever loaded.
import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";

const QUALITY = 82;

/** A square WebP of a portrait, `size` pixels wide. */
export async function renderWebp(svg: string, size = 512): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: "width", value: size },
    font: { loadSystemFonts: false },
  });
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  return sharp(image.pixels, { raw }).webp({ quality: QUALITY, effort: 3 }).toBuffer();
}
