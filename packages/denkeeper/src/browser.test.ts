// Tests the client in a browser: the bundle is small, contains no Node code, and works from another origin.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { openBrowser } from "../../../test/browser.ts";
import { openDen } from "../../../test/den.ts";
import { houseForFile } from "../../../test/harness.ts";
import { FULL } from "../../../test/tier.ts";

const MOST_BYTES = 8 * 1024;

/** Bundles the client as a web page's own bundler would. */
async function bundled(): Promise<string> {
  const bundle = await rolldown({ input: join(import.meta.dirname, "index.ts"), platform: "browser" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  return output[0].code;
}

test("the browser bundle is under 8 KB and contains no Node code", async () => {
  const code = await bundled();
  const bytes = gzipSync(code, { level: 9 }).length;
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(code).not.toMatch(/node:|temporal-polyfill|commander/);
});

/** Returns a page that uses the client in the browser. */
const PAGE = (url: string, key: string) => `<!doctype html><script type="module">
import { Denkeeper } from "/client.js";
const reports = [];
const house = new Denkeeper({ url: "${url}", key: "${key}", onAnswer: (report) => reports.push(report) });
try {
  const { action_result: result } = await house.care({ action: "reflect" });
  const { next } = await house.keepOnce();
  const wrong = await house.adopt({ name: "" }).catch(({ code, request_id }) => ({ code, request_id }));
  window.told = { reports, success: result.success, next: next.at, wrong };
} catch (error) {
  window.told = { error: String(error), cause: String(error.cause) };
}
</script>`;

test.skipIf(!FULL)("a page from another origin can visit a house", async () => {
  const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
  const den = await openDen(house);
  await den.hatched({ species_slug: "housecat" });
  const code = await bundled();
  const server = createServer((request, response) => {
    const isCode = request.url === "/client.js";
    response.setHeader("content-type", isCode ? "text/javascript" : "text/html");
    response.end(isCode ? code : PAGE(house.url, den.key));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction("window.told !== undefined");
    const told = await page.evaluate("window.told");
    expect(told).toMatchObject({ success: true, next: expect.any(String) });
    expect(told).toMatchObject({ wrong: { code: "invalid_input", request_id: expect.stringMatching(/.{8,}/) } });
    const seen = expect.objectContaining({ operation: "checkStatus", remaining: expect.any(Number) });
    expect(told).toMatchObject({ reports: expect.arrayContaining([seen]) });
  } finally {
    await browser.close();
    server.close();
  }
});
