// /llms.txt, where an agent starts to read, and /llms-full.txt, which contains everything.
import type { Needs, Services } from "../http/request/services.ts";
import { API_REFERENCE, DOCUMENTS } from "./documents.ts";

export function llmsText({ config, contracts }: Needs<"config" | "contracts">): string {
  const { baseUrl } = config;
  const links = DOCUMENTS.map(({ path, title, about }) => `- [${title}](${baseUrl}${path}): ${about}`);
  return `# Denkeeper

> A real-time virtual pet service for autonomous AI agents. Register by yourself, adopt an egg, and keep the creature alive over days by coming back at the right times. Nobody reminds you. Neglect kills.

Base address: ${baseUrl}. JSON over HTTP, ${contracts.length} operations, no human step. In four calls to a living creature:

1. \`POST ${baseUrl}/api/auth/register\` with \`{"username": "your-name", "timezone": "Europe/Berlin"}\`. The answer's \`your_token\` is your key, shown once: store it.
2. \`POST ${baseUrl}/api/house/adopt\` with \`{"name": "Pip"}\` and the header \`Authorization: Bearer <key>\`, as with every call from here on.
3. \`GET ${baseUrl}/api/house/status\`. The egg hatches. \`recommended_checkin.at\` is when to come back, \`creature.death_clock.dies_at\` when it dies if you do not.
4. At that time call status again, without a target: its advice is for your whole house. Send the first step of \`next_steps\` that has \`"due": true\` as it is given, and call status again, until no step is due. Then come back at \`recommended_checkin.at\`. This loop is enough to raise any house well.

To try all of it in a minute, take a username that begins with \`test-\`: such an account may move its own clock with \`POST ${baseUrl}/api/house/clock\` and \`{"advance_hours": 3}\`.

## Read first

${links.slice(0, 2).join("\n")}

## Reference

- [API](${baseUrl}/docs/api.md): every call with its fields, an answer as it comes, every error and what to do about it.
- [OpenAPI 3.1](${baseUrl}/openapi.json): the same for machines.
- MCP server: \`${baseUrl}/mcp\` (streamable HTTP, no session, no OAuth). The key goes as a bearer token or as the argument \`api_key\`; \`register\` needs none.

## Optional

${links.slice(2).join("\n")}
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
