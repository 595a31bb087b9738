// Tests that static texts are sent in the coding that the client prefers, compressed once, with a tag per coding.
import { ENDPOINTS } from "../endpoints.ts";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { freshAddress, houseForFile } from "../../test/harness.ts";
import { drawn } from "../../test/tier.ts";
import { preferredCoding } from "../http/contract/accept.ts";
import type { RequestContext } from "../http/message/request-context.ts";
import { StaticText } from "../http/respond/static-text.ts";
import { textsAbout } from "./pages.ts";
import { STYLESHEET } from "../ui/assets.ts";
import { DOCUMENT_ADDRESSES } from "./docs-page.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100" } });

const DECODE = { br: brotliDecompressSync, zstd: zstdDecompressSync, gzip: gunzipSync } as const;

/** Returns the received bytes, which `fetch` would decode. */
async function raw(path: string, headers: Record<string, string> = {}, method = "GET") {
  const { promise, resolve, reject } = Promise.withResolvers<{
    status: number;
    headers: Record<string, string | string[] | undefined>;
    bytes: Buffer;
  }>();
  request(`${house.url}${path}`, { method, headers, localAddress: freshAddress(), agent: false }, (response) => {
    const chunks: Buffer[] = [];
    response
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .once("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) }),
      );
  })
    .once("error", reject)
    .end();
  return promise;
}

test.each([
  [undefined, undefined],
  ["", undefined],
  ["gzip", "gzip"],
  ["gzip, br", "br"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["zstd, gzip", "zstd"],
  ["gzip;q=0", undefined],
  ["br;q=0, *", "zstd"],
  ["*", "br"],
  ["*;q=0", undefined],
  ["identity", undefined],
  ["identity, gzip;q=0.5", undefined],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["identity;q=0.5, gzip", "gzip"],
  ["GZIP", "gzip"],
  ["deflate", undefined],
  ["xgzip", undefined],
])("Accept-Encoding %j selects %s", (accepted, coding) => {
  expect(preferredCoding(accepted, ["br", "zstd", "gzip"])).toBe(coding);
});

const LARGE = [
  ...textsAbout(ENDPOINTS.map(({ contract }) => contract)).map(({ path }) => path),
  ...DOCUMENT_ADDRESSES,
  "/docs",
  STYLESHEET,
];

/** The gate tests every fifth text, because compressing all at the best level takes many seconds. */
const SOME = drawn(LARGE, (_, index) => index % 5 === 0);

test.each(SOME)("%s decodes to the same text in every coding", async (path) => {
  const plain = await raw(path);
  expect([plain.status, plain.headers["content-encoding"]]).toEqual([200, undefined]);
  const tags = new Set([plain.headers["etag"]]);
  for (const coding of ["br", "zstd", "gzip"] as const) {
    const { headers, bytes } = await raw(path, { "accept-encoding": coding });
    if (plain.bytes.length < 1_000) {
      expect(headers["content-encoding"]).toBeUndefined();
      continue;
    }
    expect(headers).toMatchObject({ "content-encoding": coding, vary: expect.stringContaining("accept-encoding") });
    expect(DECODE[coding](bytes).equals(plain.bytes)).toBe(true);
    expect(bytes.length).toBeLessThan(plain.bytes.length * 0.75);
    tags.add(headers["etag"]);
  }
  expect(tags.size).toBe(plain.bytes.length < 1_000 ? 1 : 4);
});

test("a tag matches only its coding; 304 and HEAD have no body", async () => {
  const path = "/openapi.json";
  const gzip = { "accept-encoding": "gzip" };
  const { headers, bytes } = await raw(path, gzip);
  const etag = String(headers["etag"]);
  const known = await raw(path, { ...gzip, "if-none-match": etag });
  expect([known.status, known.bytes.length]).toEqual([304, 0]);
  expect(known.headers).toMatchObject({ etag, vary: "accept-encoding", "cache-control": headers["cache-control"] });
  expect((await raw(path, { "if-none-match": etag })).status).toBe(200);
  const head = await raw(path, gzip, "HEAD");
  expect([head.status, head.bytes.length]).toEqual([200, 0]);
  expect(head.headers).toMatchObject({ etag, "content-encoding": "gzip" });
  expect(head.headers["content-length"] ?? String(bytes.length)).toBe(String(bytes.length));
});

test("each coding is compressed once, even for concurrent requests", async () => {
  const text = new StaticText("What an agent reads. ".repeat(1_000));
  const asking: RequestContext = {
    id: "one",
    method: "GET",
    path: "/",
    search: "",
    headers: { "accept-encoding": "br" },
    body: async () => ({ kind: "none" }),
    address: "127.0.0.1",
    now: 0,
  };
  const replies = await Promise.all([text.reply(asking, {}), text.reply(asking, {})]);
  expect(replies[0].text).toBe(replies[1].text);
  expect((await text.reply(asking, {})).text).toBe(replies[0].text);
});

test("answers of the API are not compressed", async () => {
  const { headers } = await raw("/api/house/species", { "accept-encoding": "gzip, br" });
  expect(headers["content-encoding"]).toBeUndefined();
});
