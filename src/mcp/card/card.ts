// The house as a card, in hosts that show one (MCP Apps, protocol 2026-01-26): one page without any code of others. What it
// shows comes beside the answer of check_status, where no model reads it. Other hosts see the same answers as ever.
import { readFileSync } from "node:fs";
import type { McpServer } from "@modelcontextprotocol/server";
import { status } from "../../care/status.get/contract.ts";
import type { Tool } from "../tools.ts";

const URI = "ui://denkeeper/house";
const MIME_TYPE = "text/html;profile=mcp-app";
const PAGE = readFileSync(new URL("house.html", import.meta.url), "utf8").replaceAll(/^ +/gm, "");

/** Where a result has what the card shows. */
export const CARD_FIELD = "denkeeper/card";

/** What the list says of a tool that has the card. */
export function cardOf({ operations }: Tool) {
  const has = operations.some(({ endpoint }) => endpoint.contract.name === status.name);
  return has ? { _meta: { ui: { resourceUri: URI } } } : {};
}

export function addCard(server: McpServer, baseUrl: string): void {
  const _meta = { ui: { csp: { resourceDomains: [new URL(baseUrl).origin] }, prefersBorder: true } };
  server.registerResource("card", URI, { title: "House card", mimeType: MIME_TYPE }, (uri) => ({
    contents: [{ uri: uri.href, mimeType: MIME_TYPE, text: PAGE, _meta }],
  }));
}
