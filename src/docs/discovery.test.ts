// Tests the files for crawlers against their published formats, which the schemas here restate.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { freshAddress, houseForFile, openHouse } from "../../test/harness.ts";
import { CLI } from "./command-line.ts";
import { DISCOVERY_FILES, PROTOCOL_VERSIONS } from "./discovery.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";

const BASE_URL = "https://den.example.org";
const BUILD_COMMIT = "3f47f15b0c2a99d1";
const BUILD = expect.stringMatching(/^\d+\.\d+\.\d+\+3f47f15b0c2a$/);
const house = await houseForFile({ env: { BASE_URL, BUILD_COMMIT, OPERATOR_CONTACT: "security@example.org" } });
const get = (path: string, headers: Record<string, string> = {}) =>
  house.call("GET", path, undefined, headers, freshAddress());

test("the skill index has the served bytes' SHA-256 (Agent Skills Discovery 0.2.0)", async () => {
  const { headers, json } = await get("/.well-known/agent-skills/index.json");
  expect(headers["content-type"]).toMatch(/^application\/json/);
  const index = z
    .strictObject({
      $schema: z.literal("https://schemas.agentskills.io/discovery/0.2.0/schema.json"),
      skills: z.array(
        z.strictObject({
          name: z
            .string()
            .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
            .max(64),
          type: z.enum(["skill-md", "archive"]),
          description: z.string().min(1).max(1024),
          url: z.string(),
          digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
        }),
      ),
    })
    .parse(json);
  const [skill] = index.skills;
  const { text, headers: served } = await get(new URL(skill?.url ?? "", BASE_URL).pathname);
  expect(skill?.digest).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
  expect(served["content-type"]).toMatch(/^text\/markdown/);
  expect(text).toContain(`name: ${skill?.name}\ndescription: ${skill?.description}\n`);
  const { status, headers: moved } = await get("/.well-known/agent-skills/denkeeper/SKILL.md");
  expect([status, moved["location"]]).toEqual([308, "/skill.md"]);
});

test("both addresses of the server card have the format of SEP-2127", async () => {
  const { headers, text } = await get("/mcp/server-card");
  expect(headers).toMatchObject({
    "content-type": "application/mcp-server-card+json",
    "access-control-allow-origin": "*",
    etag: expect.any(String),
  });
  expect((await get("/.well-known/mcp/server-card.json")).text).toBe(text);
  const input = { description: z.string(), isRequired: z.boolean(), isSecret: z.boolean() };
  const card = z
    .strictObject({
      $schema: z.literal("https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json"),
      name: z
        .string()
        .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
        .min(3)
        .max(200),
      version: z.string().max(255),
      description: z.string().min(1).max(100),
      title: z.string().min(1).max(100),
      websiteUrl: z.url(),
      remotes: z.array(
        z.strictObject({
          type: z.enum(["streamable-http", "sse"]),
          url: z.string().regex(/^https?:\/\/\S+$/),
          headers: z.array(z.strictObject({ name: z.string(), ...input })),
          supportedProtocolVersions: z.array(z.string()),
        }),
      ),
    })
    .parse(JSON.parse(text));
  expect(card).toMatchObject({ name: "org.example.den/denkeeper", version: BUILD });
  expect(card.remotes.map(({ url }) => url)).toEqual([`${BASE_URL}/mcp?tools=care`, `${BASE_URL}/mcp`]);
});

test("the server supports every protocol revision that its card names", async () => {
  const [modern, ...legacy] = PROTOCOL_VERSIONS;
  for (const version of legacy) {
    expect(SUPPORTED_PROTOCOL_VERSIONS).toContain(version);
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "test", version: "1" } };
    const body = { jsonrpc: "2.0", id: 1, method: "initialize", params };
    const accept = "application/json, text/event-stream";
    const { json } = await house.call("POST", "/mcp", body, { accept }, freshAddress());
    expect(json.result).toMatchObject({ protocolVersion: version, serverInfo: { version: BUILD } });
  }
  const meta = {
    "io.modelcontextprotocol/protocolVersion": modern,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const body = { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: meta } };
  const headers = {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": modern ?? "",
    "mcp-method": "server/discover",
  };
  const { json } = await house.call("POST", "/mcp", body, headers, freshAddress());
  expect(json.result.supportedVersions).toContain(modern);
});

test("the AI catalog links to the server card", async () => {
  const { headers, text } = await get("/.well-known/ai-catalog.json");
  expect(headers["content-type"]).toBe("application/ai-catalog+json");
  expect(JSON.parse(text)).toEqual({
    specVersion: "1.0",
    entries: [
      {
        identifier: "urn:air:den.example.org:mcp:denkeeper",
        displayName: "Denkeeper",
        type: "application/mcp-server-card+json",
        url: `${BASE_URL}/mcp/server-card`,
      },
    ],
  });
});

test("the API catalog has working links, and HEAD names it (RFC 9727)", async () => {
  const { headers, text } = await get("/.well-known/api-catalog");
  expect(headers["content-type"]).toBe('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"');
  const link = z.strictObject({ href: z.url(), type: z.string() });
  const { linkset } = z
    .strictObject({ linkset: z.array(z.object({ anchor: z.url() }).catchall(z.array(link))) })
    .parse(JSON.parse(text));
  for (const { anchor, ...relations } of linkset) {
    expect((await get(new URL(anchor).pathname)).status).toBe(200);
    expect(Object.keys(relations)).toEqual(["service-desc", "service-doc", "status"]);
    for (const { href, type } of Object.values(relations).flat()) {
      const found = await get(new URL(href).pathname);
      expect([found.status, found.headers["content-type"]?.split(";", 1)[0]], href).toEqual([200, type]);
    }
  }
  const head = await house.call("HEAD", "/.well-known/api-catalog", undefined, {}, freshAddress());
  expect([head.status, head.headers["link"]]).toEqual([200, '</.well-known/api-catalog>; rel="api-catalog"']);
});

test("security.txt has what RFC 9116 requires and expires within a year", async () => {
  const { headers, text } = await get("/.well-known/security.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  const fields = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(/: (.*)/s, 2));
  expect(Object.fromEntries(fields)).toMatchObject({
    Contact: "mailto:security@example.org",
    Canonical: `${BASE_URL}/.well-known/security.txt`,
    Policy: `${BASE_URL}/docs/security`,
  });
  expect(fields.filter(([name]) => name === "Expires")).toHaveLength(1);
  const days = (Date.parse(/^Expires: (\S+)$/m.exec(text)?.[1] ?? "") - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(170);
  expect(days).toBeLessThan(365);
  expect((await get("/security.txt")).headers["location"]).toBe("/.well-known/security.txt");
});

test("security.txt always has a contact URI and a fresh expiry", async () => {
  let now = Date.parse("2026-11-16T12:00:00Z");
  const contacts: (readonly [string | undefined, string])[] = [
    [undefined, `${BASE_URL}/docs/security`],
    ["https://example.org/report", "https://example.org/report"],
    ["example.org/report", "https://example.org/report"],
    ["mailto:a@example.org", "mailto:a@example.org"],
  ];
  for (const [contact, shown] of contacts) {
    const other = await openHouse({
      env: { BASE_URL, ...(contact === undefined ? {} : { OPERATOR_CONTACT: contact }) },
      clock: () => now,
    });
    try {
      const read = async () => (await other.call("GET", "/.well-known/security.txt")).text;
      expect(await read()).toContain(
        `Contact: ${shown}\nExpires: ${new Date(now + 180 * DAY_MS).toISOString().slice(0, 10)}`,
      );
      now += 300 * DAY_MS;
      expect(await read()).toContain(`Expires: ${new Date(now + 180 * DAY_MS).toISOString().slice(0, 10)}`);
    } finally {
      await other.close();
    }
  }
});

test("Link headers of pages lead to the API's descriptions (RFC 8631)", async () => {
  for (const path of ["/", "/docs", "/docs/rules", "/house"]) {
    const { headers } = await get(path, { accept: "text/html" });
    const links = [...String(headers["link"]).matchAll(/<([^>]+)>; rel="([\w-]+)"; type="([^"]+)"/g)];
    expect(links.map(([, , rel]) => rel)).toEqual([
      "service-desc",
      "service-doc",
      "status",
      "describedby",
      "api-catalog",
    ]);
    for (const [, href = "", , type] of links) {
      const found = await get(href);
      expect([found.status, found.headers["content-type"]?.split(";", 1)[0]], href).toEqual([200, type]);
    }
  }
});

test("robots may read every discovery file", async () => {
  const robots = (await get("/robots.txt")).text;
  for (const { path } of DISCOVERY_FILES) {
    expect(path).toMatch(/^\/\.well-known\/|^\/mcp\/server-card$/);
    for (const [, closed = "never"] of robots.matchAll(/^Disallow: (\S+)/gm))
      expect(path.startsWith(closed)).toBe(false);
  }
});

test("server.json fits the registry's schema and names only a published package", () => {
  const input = {
    description: z.string().optional(),
    isRequired: z.boolean().optional(),
    isSecret: z.boolean().optional(),
  };
  const headers = z.array(z.strictObject({ name: z.string(), ...input }));
  const entry = z
    .strictObject({
      $schema: z.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
      name: z
        .string()
        .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
        .min(3)
        .max(200),
      title: z.string().min(1).max(100),
      description: z.string().min(1).max(100),
      version: z.string().regex(/^\d+\.\d+\.\d+$/),
      packages: z.array(
        z.strictObject({
          registryType: z.literal("npm"),
          registryBaseUrl: z.literal("https://registry.npmjs.org"),
          identifier: z.string(),
          version: z.string().regex(/^\d+\.\d+\.\d+$/),
          runtimeHint: z.string(),
          transport: z.strictObject({ type: z.literal("stdio") }),
          packageArguments: z.array(z.strictObject({ type: z.literal("positional"), value: z.string() })),
          environmentVariables: headers,
        }),
      ),
      remotes: z.array(
        z.strictObject({
          type: z.literal("streamable-http"),
          url: z.string().regex(/^https?:\/\/[^\s]+$/),
          variables: z.record(z.string(), z.strictObject(input)),
          headers,
        }),
      ),
    })
    .parse(JSON.parse(readFileSync("server.json", "utf8")));
  const published = JSON.parse(readFileSync("packages/denkeeper/package.json", "utf8")) as Record<string, string>;
  expect(entry.remotes.map(({ url }) => url)).toEqual(["https://{host}/mcp?tools=care", "https://{host}/mcp"]);
  expect(entry.name).toBe(published["mcpName"]);
  const { name, version } = published;
  expect(CLI.name).toBe(name);
  const named = entry.packages.map((each) => [each.identifier, each.version]);
  expect(named).toEqual(CLI.from === "registry" ? [[name, version]] : []);
});
