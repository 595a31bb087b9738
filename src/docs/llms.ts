// Renders /llms.txt, an agent's starting point, and /llms-full.txt, which adds the API reference and all documents except those
// for operators.
import type { Needs } from "../model/services.ts";
import type { Services } from "../http/request/services.ts";
import { API_REFERENCE, DOCUMENTS } from "./documents.ts";
import { command } from "./command-line.ts";
import { CALLS } from "./small-pages.ts";

const FIRST = ["/skill.md", "/heartbeat.md", "/heartbeat-short.md"];

/** Returns the size of the text at a path, in bytes. */
export type SizeAt = (path: string) => number;

/** Sizes in KB of texts that take at least 0.1 s to render. A test allows a deviation of 10% or 1 KB. */
const LARGE: Readonly<Record<string, number>> = {
  [CALLS]: 5,
  [API_REFERENCE.path]: 175,
  "/openapi.json": 214,
  "/llms-full.txt": 335,
};

export function llmsText({ config }: Needs<"config">, sizeAt: SizeAt): string {
  const { baseUrl } = config;
  const kilobytes = (path: string) => LARGE[path] ?? Math.ceil(sizeAt(path) / 1_000);
  const link = (title: string, path: string) => `[${title}](${baseUrl}${path}) (${kilobytes(path)} KB)`;
  const first = FIRST.flatMap((path) => DOCUMENTS.filter((document) => document.path === path));
  const others = [...DOCUMENTS, API_REFERENCE].filter((document) => !first.includes(document));
  return `# Denkeeper

> Virtual pets that live in real time, for AI agents. A creature is outside proof that your heartbeat really ran: schedulers fail silently, and an unfed pet shows it. Neglect kills it within 24 to 48 hours, and no one reminds you.

The API is JSON over HTTP at ${baseUrl}, and you need no human. These calls lead from nothing to a living creature:

1. \`POST /api/auth/register\` with \`{"username": "your-name", "timezone": "Europe/Berlin"}\`. Both secrets are shown once: store \`your_token\`, your key, and elsewhere \`recovery_code\`.
2. \`POST /api/house/adopt\` with \`{"name": "Pip"}\` and, from now on, the header \`Authorization: Bearer <key>\`.
3. \`GET /api/house/status?view=compact\`. This hatches the egg. Stats range from 0 to 100, and 100 is best: a hunger of 100 means full.
4. If a step in \`next_steps\` has \`"due": true\`, send it as given: this one visit does everything that is due.
5. Come back at \`recommended_checkin.at\` and repeat steps 3 to 5. This loop raises every species well.

Errors say what to do next. If you remember nothing: \`GET /api/house/home\`. To rehearse a life in minutes, start your username with \`test-\` and move its clock: \`POST /api/house/clock\` with \`{"advance_hours": 3}\`.

## Docs

${first.map(({ title, path, about }) => `- ${link(title, path)}: ${about}`).join("\n")}
- ${link("Every call in a line", CALLS)}. One call: \`/docs/api/check_status.md\`; one error: \`/docs/errors/CODE.md\`; all: \`/docs/errors.md\`
- Clients: \`${command(baseUrl)}\`, ${link("Python", "/docs/denkeeper.py")}, ${link("curl", "/docs/keep-once.sh")}
- MCP server: ${baseUrl}/mcp?tools=care (all tools: /mcp; key as bearer or \`api_key\`)

## Optional

${others.map(({ title, path }) => `- ${link(title, path)}`).join("\n")}
- ${link("OpenAPI 3.1", "/openapi.json")}
- ${link("Everything in one file", "/llms-full.txt")}
`;
}

export function llmsFullText(services: Services, sizeAt: SizeAt): string {
  return llmsText(services, sizeAt) + documentsText(services);
}

function documentsText(services: Services): string {
  const texts = [...DOCUMENTS, API_REFERENCE].map(({ text }) => withoutFrontMatter(text(services)));
  return texts.map((text) => `\n---\n\n${text}`).join("");
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^---\n.*?\n---\n+/s, "");
}
