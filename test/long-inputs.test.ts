// Tests that no path, query or header is expensive, so that one caller's long texts cannot slow down others.
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { houseForFile } from "./harness.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "100000" } });
const { key } = await house.register();
const LETTERS = 15_500;
/** Covers client and server for one request in one process. The long path that once stopped the service took 280 ms. */
const MAX_CPU_MS = 50;

const filled = (piece: string): string => piece.repeat(Math.floor(LETTERS / piece.length));

const PIECES = [
  "/",
  "a",
  "a/",
  "../",
  "%2F",
  "/pay/",
  "/pay//",
  "%00",
  ",",
  ";",
  " ,",
  "a=",
  "&",
  "[",
  "{}",
  "(",
  "=",
  ".",
  "-",
  "\\",
  '"',
  "1:",
  "::",
];
const PREFIXES = ["", "api/", "api/house/", "agents/", "pay/", "portraits/", "species/", "docs/", "admin/"];

/** Sends one request, ignores its answer, and returns its CPU time. */
async function cpuMsOf(path: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Promise<number> {
  const before = process.cpuUsage();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const sent = request(house.url, { path, method, headers, agent: false }, (response) => {
    response.resume().once("end", resolve).once("error", reject);
  });
  sent.once("error", () => resolve()).end();
  await promise;
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Uses the minimum of several tries, because other threads and the garbage collector inflate single ones. */
async function expectCheap(what: string, ask: () => Promise<number>, most = MAX_CPU_MS): Promise<void> {
  let least = Infinity;
  for (let tries = 0; tries < 20 && least > most; tries++) least = Math.min(least, await ask());
  expect(least, what).toBeLessThan(most);
}

describe("16 KB of one repeated piece cost little CPU", () => {
  const safe = (text: string): string => text.replaceAll(" ", "+");

  test.each(PIECES)("long input in a path is fast: %s", async (piece) => {
    for (const prefix of PREFIXES) {
      const path = safe(`/${prefix}${filled(piece)}x`);
      await expectCheap(path.slice(0, 60), () => cpuMsOf(path));
    }
    await expectCheap(`page ${piece}`, () => cpuMsOf(safe(`/${filled(piece)}x`), { accept: "text/html" }));
    await expectCheap(`PUT ${piece}`, () => cpuMsOf(safe(`/${filled(piece)}x`), {}, "PUT"));
  });

  test.each(PIECES)("long input in a query is fast: %s", async (piece) => {
    for (const path of ["/api/house/status", "/api/house/graveyard", "/house", "/api/agents/x", "/nonsense"]) {
      for (const name of ["", "creature_id=", "agent=", "done=", "species="]) {
        const asked = safe(`${path}?${name}${filled(piece)}x`);
        await expectCheap(asked.slice(0, 60), () => cpuMsOf(asked, { authorization: `Bearer ${key}` }));
      }
    }
  });

  test.each(PIECES)("long input in a header is fast: %s", async (piece) => {
    const names = [
      "authorization",
      "x-api-key",
      "x-admin-key",
      "accept",
      "accept-encoding",
      "if-none-match",
      "cookie",
      "origin",
    ];
    const more = [
      "x-forwarded-for",
      "x-request-id",
      "idempotency-key",
      "payment-signature",
      "payment-authorization",
      "traceparent",
    ];
    // The cost of the home page without long input, which is added to the limit.
    const plain = Math.min(await cpuMsOf("/"), await cpuMsOf("/"));
    for (const name of [...names, ...more]) {
      for (const start of ["", "Bearer ", "Payment "]) {
        const headers = { [name]: `${start}${filled(piece)}x` };
        await expectCheap(`${name}: ${start}${piece}`, () => cpuMsOf("/api/house/status", headers));
      }
      await expectCheap(
        `page ${name}: ${piece}`,
        () => cpuMsOf("/", { [name]: `${filled(piece)}x` }),
        plain + MAX_CPU_MS,
      );
    }
  });
});
