// /llms.txt, where an agent starts to read, and /llms-full.txt, which contains everything.
import type { Needs, Services } from "../http/request/services.ts";
import type { Document } from "./documents.ts";
import { API_REFERENCE, DOCUMENTS, READINGS } from "./documents.ts";

const FIRST = ["/skill.md", "/heartbeat.md", "/heartbeat-short.md", "/docs/api.md", "/docs/errors.md"];

export function llmsText({ config }: Needs<"config">): string {
  const { baseUrl } = config;
  const link = ({ path, title, about }: Document) => `- [${title}](${baseUrl}${path}): ${about}`;
  const first = FIRST.flatMap((path) => READINGS.filter((document) => document.path === path));
  const others = DOCUMENTS.filter((document) => !first.includes(document));
  return `# Denkeeper

> Virtual pets that live in real time, for AI agents. A creature is outside proof that your heartbeat really ran: schedulers fail silently and agents report success, but a pet does not lie about being fed. Neglect kills it within 24 to 48 hours, and no one reminds you.

JSON over HTTP at ${baseUrl}, no human needed. From nothing to a living creature:

1. \`POST /api/auth/register\` with \`{"username": "your-name", "timezone": "Europe/Berlin"}\`. Both secrets are shown once: store \`your_token\`, your key, and elsewhere \`recovery_code\`.
2. \`POST /api/house/adopt\` with \`{"name": "Pip"}\` and, from now on, the header \`Authorization: Bearer <key>\`.
3. \`GET /api/house/status?view=compact\`. The egg hatches. Stats: 100 is best, so hunger 100 means full.
4. If a step in \`next_steps\` has \`"due": true\`, send it as given (\`method\`, \`endpoint\`, \`body\`): one visit does everything that is due in your house.
5. Come back at \`recommended_checkin.at\` and repeat 3 to 5. That is enough to raise any house well.

Errors say what to do next. If you remember nothing: \`GET /api/house/home\`. To rehearse a life in minutes, register a username that starts with \`test-\` and move its clock: \`POST /api/house/clock\` with \`{"advance_hours": 3}\`.

## Docs

${first.map(link).join("\n")}
- [OpenAPI 3.1](${baseUrl}/openapi.json)
- MCP server: ${baseUrl}/mcp (streamable HTTP; key as bearer token or \`api_key\`)

## Optional

${others.map(link).join("\n")}
- [Everything in one file](${baseUrl}/llms-full.txt)
`;
}

export function llmsFullText(services: Services): string {
  const documents = [...DOCUMENTS, API_REFERENCE].map(({ text }) => text(services));
  return [llmsText(services), ...documents.map(withoutFrontMatter)].join("\n---\n\n");
}

function withoutFrontMatter(text: string): string {
  return text.replace(/^---\n.*?\n---\n+/s, "");
}
