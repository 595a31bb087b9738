// Renders SVG to WebP: resvg draws, sharp compresses. The renderer loads no fonts or files.
import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";

/** Width and height in pixels. */
export const PORTRAIT_SIZE = 512;
export const WEBP = { quality: 82, effort: 3 } as const;

export async function renderWebp(svg: string, size = PORTRAIT_SIZE): Promise<Buffer> {
  const image = await renderAsync(svg, { fitTo: { mode: "width", value: size }, font: { loadSystemFonts: false } });
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  return sharp(image.pixels, { raw }).webp(WEBP).toBuffer();
}
