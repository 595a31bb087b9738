// Decodes and re-encodes a foreign bitmap. Only PNG, JPEG and WebP reach a decoder, identified by their first bytes
// before libvips sees them, with a limit on pixels.
import sharp from "sharp";
import { PORTRAIT_SIZE, WEBP } from "@denkeeper/portraits/render.ts";

const LOADERS = ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"];
const MAX_PIXELS = 4096 * 4096;
const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const JPEG = Buffer.from("ffd8ff", "hex");

// Of this process nobody loads pictures of any other kind.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: LOADERS });

function isBitmap(bytes: Buffer): boolean {
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp || [PNG, JPEG].some((start) => bytes.subarray(0, start.length).equals(start));
}

/** The bitmap as a square WebP without any of its metadata. Throws when it is none, or too large. */
export async function repack(bytes: Buffer): Promise<Buffer> {
  if (!isBitmap(bytes)) throw new Error("the image is neither PNG, JPEG nor WebP");
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
    .resize(PORTRAIT_SIZE, PORTRAIT_SIZE, { fit: "cover" })
    .webp(WEBP)
    .toBuffer();
}
