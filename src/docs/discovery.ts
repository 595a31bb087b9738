// Files that crawlers and agents expect at fixed addresses, in published formats:
// - Agent Skills Discovery 0.2.0 (github.com/cloudflare/agent-skills-discovery-rfc)
// - MCP Server Cards, SEP-2127 (github.com/modelcontextprotocol/experimental-ext-server-card), found through an AI Catalog
// - api-catalog (RFC 9727, RFC 9264) and the link relations of RFC 8631
// - security.txt (RFC 9116)
import { createHash } from "node:crypto";
import type { Needs } from "../model/services.ts";
import type { Services } from "../http/request/services.ts";
import { JSON_TYPE } from "../http/message/request-context.ts";
import { CATALOG_PATH, SERVICE_LINKS } from "../http/respond/service-links.ts";
import type { StaticTextPage } from "./text-route.ts";
import { iso } from "../platform/clock.ts";
import { once } from "../platform/once.ts";
import { CLI } from "./command-line.ts";
import { SKILL } from "./documents.ts";

const SKILLS_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
const CARD_SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const CARD_TYPE = "application/mcp-server-card+json";
const CARD_PATH = "/mcp/server-card";
const SECURITY_PATH = "/.well-known/security.txt";
/** Revisions of the protocol that /mcp supports, newest first. */
export const PROTOCOL_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"];
/** MCP addresses: the ten tools for daily care first, then all tools. */
const MCP_PATHS = ["/mcp?tools=care", "/mcp"];
/** Server cards limit descriptions to 100 characters. */
const TAGLINE = "Virtual pets that live in real time: outside proof that your agent's heartbeat really ran.";

function skillsIndex(services: Services): object {
  const text = SKILL.text(services);
  const field = (name: string) => new RegExp(`^${name}: (.+)$`, "m").exec(text)?.[1] ?? "";
  const digest = createHash("sha256").update(text).digest("hex");
  const skill = { name: field("name"), type: "skill-md", description: field("description") };
  return { $schema: SKILLS_SCHEMA, skills: [{ ...skill, url: SKILL.path, digest: `sha256:${digest}` }] };
}

/** Returns the host with its parts reversed, such as `org.example.den`, or "localhost" for an IPv6 address. */
function reversedHost(baseUrl: string): string {
  const { hostname } = new URL(baseUrl);
  return /^[\w.-]+$/.test(hostname) ? hostname.split(".").toReversed().join(".") : "localhost";
}

function serverCard({ config: { baseUrl, build } }: Needs<"config">): object {
  return {
    $schema: CARD_SCHEMA,
    name: `${reversedHost(baseUrl)}/denkeeper`,
    version: build.name,
    description: TAGLINE,
    title: "Denkeeper",
    websiteUrl: baseUrl,
    remotes: MCP_PATHS.map((path) => ({
      type: "streamable-http",
      url: `${baseUrl}${path}`,
      headers: [
        {
          name: "Authorization",
          description: "Bearer and your key. Not needed to register; tools also take the key as api_key.",
          isRequired: false,
          isSecret: true,
        },
      ],
      supportedProtocolVersions: PROTOCOL_VERSIONS,
    })),
  };
}

function aiCatalog({ config: { baseUrl } }: Needs<"config">): object {
  const identifier = `urn:air:${new URL(baseUrl).hostname}:mcp:denkeeper`;
  const entry = { identifier, displayName: "Denkeeper", type: CARD_TYPE, url: `${baseUrl}${CARD_PATH}` };
  return { specVersion: "1.0", entries: [entry] };
}

function apiCatalog({ config: { baseUrl } }: Needs<"config">): object {
  const links = SERVICE_LINKS.map(({ rel, href, type }) => [rel, [{ href: `${baseUrl}${href}`, type }]]);
  return { linkset: [{ anchor: `${baseUrl}/api`, ...Object.fromEntries(links) }] };
}

const EXPIRES_AFTER_MS = 180 * 86_400_000;
const URI = /^[a-z][a-z0-9+.-]*:/i;

/** Renders security.txt. Its contact is the page on security if the operator has set none. */
function securityText({ config, now }: Needs<"config" | "now">): string {
  const { baseUrl, operatorContact } = config;
  const page = `${baseUrl}/docs/security`;
  return [
    `Contact: ${operatorContact === undefined ? page : contactUri(operatorContact)}`,
    `Expires: ${iso(now() + EXPIRES_AFTER_MS).slice(0, 10)}T00:00:00Z`,
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}${SECURITY_PATH}`,
    `Policy: ${page}`,
    "",
  ].join("\n");
}

function contactUri(contact: string): string {
  if (URI.test(contact)) return contact;
  return contact.includes("@") ? `mailto:${contact}` : `https://${contact}`;
}

type DiscoveryFile = Pick<StaticTextPage, "name" | "path" | "contentType" | "render" | "headers">;

function jsonText(make: (services: Services) => object): (services: Services) => string {
  return once((services) => JSON.stringify(make(services)));
}

const card = jsonText(serverCard);

export const DISCOVERY_FILES: readonly DiscoveryFile[] = [
  {
    name: "agentSkills",
    path: "/.well-known/agent-skills/index.json",
    contentType: JSON_TYPE,
    render: jsonText(skillsIndex),
  },
  { name: "serverCard", path: CARD_PATH, contentType: CARD_TYPE, render: card },
  { name: "serverCardFile", path: "/.well-known/mcp/server-card.json", contentType: CARD_TYPE, render: card },
  {
    name: "aiCatalog",
    path: "/.well-known/ai-catalog.json",
    contentType: "application/ai-catalog+json",
    render: jsonText(aiCatalog),
  },
  {
    name: "apiCatalog",
    path: CATALOG_PATH,
    contentType: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    render: jsonText(apiCatalog),
    headers: { link: `<${CATALOG_PATH}>; rel="api-catalog"` },
  },
  { name: "securityTxt", path: SECURITY_PATH, contentType: "text/plain; charset=utf-8", render: securityText },
];

/** Builds the entry for the MCP registry, with the bridge's command and the inputs for a deployment's address and key. */
export function registryEntry({ name, version, mcpName }: { name: string; version: string; mcpName: string }): object {
  const url = { description: "Address of the Denkeeper service, such as https://den.example.org", isRequired: true };
  const key = { description: "Your key. Not needed to register.", isRequired: false, isSecret: true };
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    title: "Denkeeper",
    description: TAGLINE,
    version,
    packages: (CLI.from === "service" ? [] : [name]).map((identifier) => ({
      registryType: "npm",
      registryBaseUrl: "https://registry.npmjs.org",
      identifier,
      version,
      runtimeHint: "npx",
      transport: { type: "stdio" },
      packageArguments: [{ type: "positional", value: "mcp" }],
      environmentVariables: [
        { name: "DENKEEPER_URL", ...url },
        { name: "DENKEEPER_KEY", ...key },
      ],
    })),
    remotes: MCP_PATHS.map((path) => ({
      type: "streamable-http",
      url: `https://{host}${path}`,
      variables: {
        host: { description: "Host of the Denkeeper service, such as den.example.org", isRequired: true },
      },
      headers: [{ name: "Authorization", ...key, description: "Bearer and your key. Not needed to register." }],
    })),
  };
}
