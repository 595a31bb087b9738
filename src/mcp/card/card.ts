// Offers the house as a card to hosts that support MCP Apps (protocol 2026-01-26). The card's data is in the metadata of
// check_status, which no model reads, so the content of an answer is the same with and without a card.
import { readFileSync } from "node:fs";
import type { McpServer } from "@modelcontextprotocol/server";
import { status } from "../../care/status.get/contract.ts";
import type { Tool } from "../tools.ts";

const URI = "ui://denkeeper/house";
const MIME_TYPE = "text/html;profile=mcp-app";
const PAGE = readFileSync(new URL("house.html", import.meta.url), "utf8").replaceAll(/^ +/gm, "");

/** Metadata field of a check_status result. Contains the card's data. */
export const CARD_FIELD = "denkeeper/card";

/** Returns the fields of a tool's list entry that declare the card. Only check_status has any. */
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
