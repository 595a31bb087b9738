// Tests that the service serves its command-line package exactly as packed, at a permanent address, and redirects the addresses
// of other builds there.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { freshUsername, houseForFile } from "../../test/harness.ts";
import { keepOnce } from "../../test/processes/npx.ts";
import { PACKED, command } from "./command-line.ts";

const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000" } });
const OLD = "/cli-0.0.9-0123abcd.tgz";

test("the package is served under its version and hash, cached forever", async () => {
  const { path = "", sha256 } = PACKED ?? {};
  const answer = await fetch(`${house.url}${path}`);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
  expect(path).toBe(`/cli-${house.app.services.config.build.version}-${sha256?.slice(0, 8)}.tgz`);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const etag = answer.headers.get("etag") ?? "";
  expect((await fetch(`${house.url}${path}`, { headers: { "if-none-match": etag } })).status).toBe(304);
  expect(command("https://den.example", "keep")).toBe(`npx -y https://den.example${path} keep`);
});

test.each([OLD, "/cli-latest.tgz"])("%s redirects to the current package", async (path) => {
  for (const accept of ["text/html", "*/*"]) {
    const answer = await fetch(`${house.url}${path}`, { redirect: "manual", headers: { accept } });
    expect(answer.status).toBe(302);
    expect(Object.fromEntries(answer.headers)).toMatchObject({ location: PACKED?.path, "cache-control": "no-store" });
  }
  expect((await fetch(`${house.url}/cli-/x.tgz`)).status).toBe(404);
});

test("the command line from an older address works without a registry", async () => {
  const said = await keepOnce(`${house.url}${OLD}`, house.url, freshUsername("test"));
  expect(said).toContain("Pip");
});
