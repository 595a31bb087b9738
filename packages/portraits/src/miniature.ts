// A portrait as a handful of pixels, for places that have no pictures: a terminal draws two of them in a character.
import { renderAsync } from "@resvg/resvg-js";
import sharp from "sharp";

/** Drawn this much larger first, so that a pixel is the mean of what it stands for. */
const OVERSAMPLING = 4;

/** Red, green and blue of each pixel, row by row; `size` pixels wide and high. */
export async function miniatureOf(svg: string, size: number): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: "width", value: size * OVERSAMPLING },
    font: { loadSystemFonts: false },
  });
  const raw = { width: image.width, height: image.height, channels: 4 } as const;
  return sharp(image.pixels, { raw }).resize(size, size, { kernel: "lanczos3" }).removeAlpha().raw().toBuffer();
}
