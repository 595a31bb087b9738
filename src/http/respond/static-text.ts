// Serves a text that does not change while the process runs. Each coding is compressed once, on first use, and has its own ETag
// so that caches do not mix codings up.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import { preferredCoding } from "../contract/accept.ts";
import { headerOf, type Reply, type RequestContext } from "../message/request-context.ts";
import { matchesTag } from "./tags.ts";

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const gzipped = promisify(gzip);

/** Supported codings, smallest output first. */
const CODINGS = ["br", "zstd", "gzip"] as const;
type Coding = (typeof CODINGS)[number];

/** A smaller text already fits into one packet. */
export const COMPRESS_FROM_BYTES = 1_000;
const ZSTD_LEVEL = 19;
/** The best quality takes a second per megabyte, which is too long for a first request. */
const LARGE_BYTES = 300_000;
const LARGE_QUALITY = 5;

const COMPRESS: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  br: (bytes) => {
    const quality = bytes.length > LARGE_BYTES ? LARGE_QUALITY : constants.BROTLI_MAX_QUALITY;
    const { BROTLI_PARAM_SIZE_HINT: hint, BROTLI_PARAM_QUALITY: best } = constants;
    return brotli(bytes, { params: { [hint]: bytes.length, [best]: quality } });
  },
  zstd: (bytes) => zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } }),
  gzip: (bytes) => gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

export class StaticText {
  readonly text: string;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #hash: string;
  readonly #compressed = new Map<Coding, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(text: string) {
    this.text = text;
    this.#bytes = new TextEncoder().encode(text);
    this.#hash = createHash("sha256").update(this.#bytes).digest("base64url").slice(0, 22);
  }

  /** Replies in the coding that the client prefers, or with a 304. */
  async reply(request: RequestContext, headers: Readonly<Record<string, string>>): Promise<Reply> {
    const isSmall = this.#bytes.length < COMPRESS_FROM_BYTES;
    const coding = isSmall ? undefined : preferredCoding(headerOf(request, "accept-encoding"), CODINGS);
    const etag = `"${this.#hash}${coding === undefined ? "" : `-${coding}`}"`;
    const all = {
      vary: "accept-encoding",
      ...headers,
      etag,
      ...(coding === undefined ? {} : { "content-encoding": coding }),
    };
    if (matchesTag(request, etag)) return { status: 304, text: "", headers: all };
    return { status: 200, text: coding === undefined ? this.#bytes : await this.#compress(coding), headers: all };
  }

  async #compress(coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#compressed.get(coding);
    if (known !== undefined) return known;
    const compressed = COMPRESS[coding](this.#bytes).then((bytes) => new Uint8Array(bytes));
    this.#compressed.set(coding, compressed);
    return compressed;
  }
}
