// Requests pictures from a service with the OpenAI images format. Its output is never served unchanged: one of three loaders
// decodes the bitmap, which is then encoded again.
import { z } from "zod";
import type { ImageOptions } from "../../platform/config/config.ts";
import type { Dependencies, Dependency } from "../../platform/dependency.ts";
import sharp from "sharp";
import { PORTRAIT_SIZE, WEBP } from "@denkeeper/portraits/render.ts";

/** Maximum size of a reply. A PNG of 1024 pixels takes some 3 MB, a third more as base64. */
const MAX_REPLY_BYTES = 16 * 1024 * 1024;
const REQUESTED_SIZE = "1024x1024";
/** Only jobs of the worker call the image service. A call over the limit fails immediately, and its job is retried later. */
const LIMITS = { name: "image provider", concurrency: 4, queue: 0 };

const answer = z.object({ data: z.array(z.object({ b64_json: z.base64().min(1) })).min(1) });

export class RemoteImages {
  readonly #options: ImageOptions;
  readonly #dependency: Dependency;

  constructor(options: ImageOptions, dependencies: Dependencies) {
    this.#options = options;
    this.#dependency = dependencies.add({ ...LIMITS, deadlineMs: options.limitMs });
  }

  /** Returns a square WebP. Throws if the service sends anything else or does not reply in time. */
  async paint(prompt: string): Promise<Buffer> {
    return this.#dependency.ask((signal) => this.#paint(prompt, signal));
  }

  async #paint(prompt: string, signal: AbortSignal): Promise<Buffer> {
    const { url, key, model } = this.#options;
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, prompt, n: 1, size: REQUESTED_SIZE, response_format: "b64_json" }),
      redirect: "error",
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the image service answered ${response.status}`);
    }
    const [first] = answer.parse(JSON.parse(await textOf(response))).data;
    return repack(Buffer.from(first?.b64_json ?? "", "base64"));
  }
}

/** Reads a reply's body. Throws if it exceeds MAX_REPLY_BYTES. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (body === null) return "";
  const stream: AsyncIterable<Uint8Array> = body;
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > MAX_REPLY_BYTES) throw new Error(`the image service sent more than ${MAX_REPLY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

// Only PNG, JPEG, and WebP files reach a decoder. They are identified by their first bytes before libvips reads them.
const LOADERS = ["VipsForeignLoadPngBuffer", "VipsForeignLoadJpegBuffer", "VipsForeignLoadWebpBuffer"];
const MAX_PIXELS = 4096 * 4096;
const PNG = Buffer.from("89504e470d0a1a0a", "hex");
const JPEG = Buffer.from("ffd8ff", "hex");

// Blocks the loaders of all other formats for the whole process.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: LOADERS });

function isBitmap(bytes: Buffer): boolean {
  const isWebp = bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP";
  return isWebp || [PNG, JPEG].some((start) => bytes.subarray(0, start.length).equals(start));
}

/** Encodes a bitmap as a square WebP without metadata. Throws if the bytes are no bitmap or the picture is too large. */
async function repack(bytes: Buffer): Promise<Buffer> {
  if (!isBitmap(bytes)) throw new Error("the image is not a PNG, JPEG, or WebP file");
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error", pages: 1 })
    .resize(PORTRAIT_SIZE, PORTRAIT_SIZE, { fit: "cover" })
    .webp(WEBP)
    .toBuffer();
}
