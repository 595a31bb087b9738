// Tests that served documents are complete, in the requested form, and without broken links.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { freshAddress, houseForFile } from "../../test/harness.ts";
import { faultsOfStep } from "../../test/steps.ts";
import { ENDPOINTS } from "../endpoints.ts";
import { errorCatalog, errorCodes, errorsElsewhere, RECORDED_ERRORS } from "./errors-page.ts";
import { DOCUMENT_ADDRESSES } from "./docs-page.ts";
import { highlighted } from "../ui/components/copy.ts";
import { nextStep } from "../http/contract/contract.ts";
import type { JsonSchema } from "../http/contract/json-schema.ts";
import { openApi } from "./openapi.ts";
import { GROUPS_SHOWN } from "./reference-groups.ts";
import { referencePages } from "./reference-page.ts";
import { fieldsOf } from "./api-reference.ts";
import { textsAbout } from "./pages.ts";

const house = await houseForFile({ env: { BASE_URL: "https://den.example" } });
const BASE_URL = house.app.services.config.baseUrl;
const contracts = ENDPOINTS.map(({ contract }) => contract);
const OF_REFERENCE = referencePages(contracts).map(({ path }) => path);
const get = (path: string, headers: Record<string, string> = {}) =>
  house.call("GET", path, undefined, headers, freshAddress());

describe.each(
  textsAbout(ENDPOINTS.map(({ contract }) => contract)).map(({ path, contentType }) => [path, contentType] as const),
)("%s", (path, contentType) => {
  test("is served with its type, a tag and a lifetime", async () => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": contentType,
      "cache-control": "public, max-age=300",
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
    expect(text).not.toContain("localhost:3000");
    expect(text).not.toContain("undefined");
  });

  test("is answered with 304 if the client has it", async () => {
    const etag = (await get(path)).headers.etag ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const { status, text } = await get(path, { "if-none-match": known });
      expect([status, text]).toEqual([304, ""]);
    }
    expect((await get(path, { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("has no broken link", async () => {
    const { text } = await get(path);
    // Code blocks are meant to be copied, so their links are not followed.
    const prose = text.replaceAll(/^```[^]*?^```/gm, "");
    const links = [...prose.matchAll(/\]\(([^)#\s]+)(?:#[\w-]*)?\)|href="([^"#]+)/g)].map(
      ([, md, html]) => md ?? html ?? "",
    );
    for (const link of new Set(links)) {
      const { origin, pathname, search } = new URL(link, `${BASE_URL}${path}`);
      expect(origin, link).toBe(BASE_URL);
      expect((await get(`${pathname}${search}`)).status, `${link} in ${path}`).toBe(200);
    }
  });
});

describe("content negotiation", () => {
  test.each([
    ["text/markdown", "text/markdown; charset=utf-8"],
    ["text/markdown, text/html;q=0.5", "text/markdown; charset=utf-8"],
    ["text/markdown;q=0.2, text/html", "text/html; charset=utf-8"],
    ["text/html,application/xhtml+xml,*/*;q=0.8", "text/html; charset=utf-8"],
    ["*/*", "text/html; charset=utf-8"],
  ])("Accept: %s returns %s", async (accept, contentType) => {
    for (const path of DOCUMENT_ADDRESSES) {
      const { headers, text } = await get(path, { accept });
      expect(headers).toMatchObject({ "content-type": contentType, vary: "accept, accept-encoding" });
      expect(text.startsWith("<!doctype html>")).toBe(contentType.startsWith("text/html"));
    }
  });

  test("gives page and Markdown their own tags and answers 304", async () => {
    for (const path of DOCUMENT_ADDRESSES) {
      const [page, markdown] = [await get(path), await get(path, { accept: "text/markdown" })];
      expect(page.headers.etag).not.toBe(markdown.headers.etag);
      expect(markdown.text).toBe((await get(`${path}.md`)).text);
      const again = await get(path, { accept: "text/markdown", "if-none-match": markdown.headers.etag ?? "" });
      expect([again.status, again.text]).toEqual([304, ""]);
      const other = await get(path, { accept: "text/html", "if-none-match": markdown.headers.etag ?? "" });
      expect(other.status).toBe(200);
    }
  });
});

test("the sitemap lists every document and reference page once", async () => {
  const { text } = await get("/sitemap.xml");
  const listed = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => address.slice(BASE_URL.length));
  expect(listed).toEqual(expect.arrayContaining([...DOCUMENT_ADDRESSES, ...OF_REFERENCE]));
  expect(listed).toHaveLength(new Set(listed).size);
});

describe.each([...new Set([...DOCUMENT_ADDRESSES, ...OF_REFERENCE])])("the page %s", (path) => {
  test("has no inline script or style", async () => {
    const { text, headers } = await get(path);
    expect(text.replaceAll(/<script type="module" src="\/assets\/[^"]+"><\/script>/g, "")).not.toMatch(
      /<script|<style|\sstyle=|\son\w+=|javascript:/i,
    );
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
    expect(headers["content-security-policy"]).toMatch(/style-src 'self'$/);
  });

  test("has no broken link, within the page or to another", async () => {
    const { text } = await get(path);
    expect(text).not.toContain("localhost:3000");
    expect(text).toContain(`<link rel="alternate" type="text/markdown" href="${path}.md"`);
    for (const [, link = ""] of new Set(text.matchAll(/<a [^>]*href="([^"]+)"/g))) {
      const { origin, pathname, search, hash } = new URL(link, `${BASE_URL}${path}`);
      expect(origin, link).toBe(BASE_URL);
      const there = pathname === path ? text : await textAt(`${pathname}${search}`);
      if (hash !== "") expect(there, `${link} in ${path}`).toContain(`id="${hash.slice(1)}"`);
    }
  });
});

/** Caches texts, so that each address is requested once. */
const known = new Map<string, string>();
async function textAt(address: string): Promise<string> {
  const found = known.get(address);
  if (found !== undefined) return found;
  const { status, text } = await get(address, { accept: "text/html" });
  expect(status, address).toBe(200);
  known.set(address, text);
  return text;
}

test("the reference groups all calls, marks the current one, and links neighbors", async () => {
  const index = await textAt("/docs/api");
  const [, , , ...calls] = OF_REFERENCE;
  expect(calls).toHaveLength(contracts.length);
  const listed = [...index.matchAll(/<li>\s*<a href="(\/docs\/api\/\w+)"/g)].map(([, path]) => path);
  expect(listed.slice(-calls.length)).toEqual(calls);
  for (const [place, path] of calls.entries()) {
    const page = await textAt(path);
    expect(page.match(/aria-current="page"/g), path).toHaveLength(2);
    expect(page).toMatch(new RegExp(`href="${path}"\\s+aria-current="page"`));
    const turned = [...page.matchAll(/href="([^"]+)" rel="(?:prev|next)"/g)].map(([, to]) => to);
    expect(turned, path).toEqual([calls[place - 1], calls[place + 1]].filter((each) => each !== undefined));
  }
  const { tags } = openApi(contracts, BASE_URL);
  expect(tags).toEqual(GROUPS_SHOWN.map(({ slug }) => expect.objectContaining({ name: slug })));
});

test("the page of check_status has every field of its Markdown files", async () => {
  const page = await textAt("/docs/api/check_status");
  for (const file of ["check_status", "check_status-fields"])
    for (const [, field] of (await get(`/docs/api/${file}.md`)).text.matchAll(/^- `([\w.[\]]+)/gm))
      expect(page).toContain(`<code>${field}</code>`);
  expect(page).not.toContain(">More</a>");
});

test("coloring code does not change its text", () => {
  const text = '{"a": "x: \\"<b>", "n": -1.5, "t": [true, null]} # not a comment in JSON';
  const colored = String(highlighted(text, "json"));
  expect(colored).toContain('<span class="k">&quot;a&quot;</span>');
  expect(colored).not.toContain("<b>");
  const plain = colored
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  expect(plain).toBe(text);
});

test("the reference has every call, parameter, and error", async () => {
  const { text } = await get("/docs/api.md");
  const common = text.split("\n## Errors that any call may answer with\n")[1]?.split("\n## ")[0] ?? "";
  for (const contract of contracts) {
    const { method, path } = contract;
    const section = text.split(`\n## ${method} ${path}\n`)[1]?.split("\n## ")[0] ?? "";
    expect(section, path).toContain(contract.summary);
    for (const schema of [contract.params, contract.query]) {
      for (const name of Object.keys(schema?.shape ?? {})) expect(section, path).toContain(`\`${name} (`);
    }
    for (const { code, status } of errorCatalog(contract))
      expect(common + section, path).toContain(`- ${status} \`${code}\`: `);
  }
});

test("the list of errors has every code with status, advice, and example", async () => {
  const { text } = await get("/docs/errors.md");
  for (const code of errorCodes(contracts)) {
    const section = text.split(`\n## ${code}\n`)[1]?.split("\n## ")[0] ?? "";
    expect(section, code).toMatch(/^\nStatus \d{3}/);
    expect(section, code).toContain("**What to do:** ");
    const example = JSON.parse(/```json\n(.*?)\n```/s.exec(section)?.[1] ?? "{}");
    expect(example, code).toMatchObject({ code, error: expect.any(String), suggestion: expect.any(String) });
  }
  expect((await get("/docs/errors")).text).toContain('id="which_creature"');
});

test("every step of every example is a valid call", () => {
  const catalog = [...contracts.flatMap((contract) => errorCatalog(contract)), ...errorsElsewhere(contracts)];
  const recorded: Record<string, { next_steps: unknown }> = JSON.parse(readFileSync(RECORDED_ERRORS, "utf8"));
  const steps = [
    ...catalog.map(({ body }) => body["next_steps"] ?? []),
    ...Object.values(recorded).map((each) => each.next_steps),
  ].flat();
  expect(steps.length).toBeGreaterThan(catalog.length);
  for (const step of z.array(nextStep).parse(steps)) expect(faultsOfStep(step), JSON.stringify(step)).toEqual([]);
});

test("skill.md explains every status of the API", async () => {
  const { text } = await get("/skill.md");
  const statuses = new Set(contracts.flatMap((contract) => errorCatalog(contract).map(({ status }) => status)));
  for (const status of statuses) expect(text, String(status)).toMatch(new RegExp(`^\\| ${status} +\\|`, "m"));
});

test("llms.txt links to the main documents, and llms-full.txt contains them", async () => {
  const { text } = await get("/llms.txt");
  expect(text).toMatch(/^# Denkeeper\n\n> /);
  for (const path of [
    "/skill.md",
    "/heartbeat.md",
    "/heartbeat-short.md",
    "/docs/api.md",
    "/docs/rules.md",
    "/docs/playing.md",
    "/docs/api/index.md",
    "/docs/denkeeper.py",
    "/docs/keep-once.sh",
    "/openapi.json",
    "/mcp",
  ]) {
    expect(text).toContain(`${BASE_URL}${path}`);
  }
  const full = (await get("/llms-full.txt")).text;
  for (const title of [
    "# Joining and caring",
    "# The routine",
    "# Denkeeper heartbeat",
    "# Playing by hand",
    "# The rule book",
    "# Denkeeper API",
  ]) {
    expect(full).toContain(`\n${title}\n`);
  }
});

test("llms.txt states the size of every link", async () => {
  const { text } = await get("/llms.txt");
  const links = [...text.matchAll(/\]\(([^)]+)\)(?: \(([\d.]+) KB\))?/g)];
  expect(links.length).toBeGreaterThan(DOCUMENT_ADDRESSES.length / 2);
  for (const [, link = "", size] of links) {
    const bytes = Buffer.byteLength((await get(new URL(link).pathname)).text);
    expect(Math.abs(Number(size) * 1_000 - bytes), link).toBeLessThan(Math.max(1_000, bytes / 10));
  }
});

test("fields of a schema are listed with their types", () => {
  const schema: JsonSchema = {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string", minLength: 1, maxLength: 50 },
      page: { type: "integer", minimum: 1, default: 1 },
      mood: { anyOf: [{ enum: ["happy", "sick"] }, { type: "null" }] },
      list: {
        type: "array",
        maxItems: 6,
        items: { type: "object", properties: { url: { type: "string", format: "uri" } } },
      },
    },
  };
  expect(fieldsOf(schema).map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ["name", "string, 1 to 50 characters", true],
    ["page", "integer, from 1, default `1`", false],
    ["mood", "`happy`, `sick` or null", false],
    ["list", "list of object, up to 6 entries", false],
    ["list[].url", "URL", false],
  ]);
});
