// Serves a text that does not change while the process runs, compressed once per coding at its first use.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import { preferredCoding } from "../contract/accept.ts";
import { headerOf, type Reply, type RequestContext } from "../message/request-context.ts";
import { matchesTag } from "./tags.ts";

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const gzipCompress = promisify(gzip);

/** Supported codings, the one with the smallest output first. */
const CODINGS = ["br", "zstd", "gzip"] as const;
type Coding = (typeof CODINGS)[number];

/** Shorter texts fit into one packet without compression. */
export const COMPRESS_FROM_BYTES = 1_000;
const ZSTD_LEVEL = 19;
/** Brotli's best quality takes a second per megabyte, so larger texts get a lower quality. */
const MAX_BYTES_AT_BEST_QUALITY = 300_000;
const QUALITY_OF_LARGE_TEXTS = 5;

const COMPRESS: Readonly<Record<Coding, (bytes: Uint8Array) => Promise<Buffer>>> = {
  br: (bytes) => {
    const isLarge = bytes.length > MAX_BYTES_AT_BEST_QUALITY;
    const quality = isLarge ? QUALITY_OF_LARGE_TEXTS : constants.BROTLI_MAX_QUALITY;
    const { BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_QUALITY } = constants;
    return brotli(bytes, { params: { [BROTLI_PARAM_SIZE_HINT]: bytes.length, [BROTLI_PARAM_QUALITY]: quality } });
  },
  zstd: (bytes) => zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL } }),
  gzip: (bytes) => gzipCompress(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

export class StaticText {
  readonly text: string;
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #hash: string;
  readonly #compressions = new Map<Coding, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(text: string) {
    this.text = text;
    this.#bytes = new TextEncoder().encode(text);
    this.#hash = createHash("sha256").update(this.#bytes).digest("base64url").slice(0, 22);
  }

  /** Replies in the coding that the client prefers, or with a 304. */
  async reply(request: RequestContext, headers: Readonly<Record<string, string>>): Promise<Reply> {
    const isSmall = this.#bytes.length < COMPRESS_FROM_BYTES;
    const coding = isSmall ? undefined : preferredCoding(headerOf(request, "accept-encoding"), CODINGS);
    // Each coding has its own ETag, so that caches do not confuse them.
    const etag = coding === undefined ? `"${this.#hash}"` : `"${this.#hash}-${coding}"`;
    const encoding = coding === undefined ? {} : { "content-encoding": coding };
    const replyHeaders = { vary: "accept-encoding", ...headers, etag, ...encoding };
    if (matchesTag(request, etag)) return { status: 304, text: "", headers: replyHeaders };
    const text = coding === undefined ? this.#bytes : await this.#compressed(coding);
    return { status: 200, text, headers: replyHeaders };
  }

  async #compressed(coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
    const started = this.#compressions.get(coding);
    if (started !== undefined) return started;
    const compression = COMPRESS[coding](this.#bytes).then((bytes) => new Uint8Array(bytes));
    this.#compressions.set(coding, compression);
    return compression;
  }
}
