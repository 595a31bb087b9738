// A text that stays the same while the process runs. Each coding is compressed once, when it is first asked for, as well
// as possible. Each has its own ETag: caches must not mix them up.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip, zstdCompress } from "node:zlib";
import { preferredCoding } from "../contract/accept.ts";
import { headerOf, type Reply, type RequestContext } from "../message/request-context.ts";
import { matchesTag } from "./tags.ts";

const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);
const gzipped = promisify(gzip);

/** The smallest first. */
const CODINGS = ["br", "zstd", "gzip"] as const;
type Coding = (typeof CODINGS)[number];

/** A smaller text fits into one packet anyway. */
export const COMPRESS_FROM_BYTES = 1_000;
const ZSTD_LEVEL = 19;
/** As well as possible takes a second for each megabyte: too long for whoever asks first. */
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

  /** The text as the client wants it, or 304 when it has it. */
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
    return { status: 200, text: coding === undefined ? this.#bytes : await this.#in(coding), headers: all };
  }

  async #in(coding: Coding): Promise<Uint8Array<ArrayBuffer>> {
    const known = this.#compressed.get(coding);
    if (known !== undefined) return known;
    const made = COMPRESS[coding](this.#bytes).then((bytes) => new Uint8Array(bytes));
    this.#compressed.set(coding, made);
    return made;
  }
}
