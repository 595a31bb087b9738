// GET /openapi.json: the machine-readable description.
import { JSON_TYPE } from "../http/message/request-context.ts";
import { openApi } from "./openapi.ts";
import type { Page } from "../http/server/page.ts";
import type { Parts } from "../http/request/services.ts";

/** Written once for each app. */
const texts = new WeakMap<Parts, string>();

function textFor(parts: Parts): string {
  const known = texts.get(parts);
  if (known !== undefined) return known;
  const text = JSON.stringify(openApi(parts.contracts, parts.config.baseUrl));
  texts.set(parts, text);
  return text;
}

export const openApiPage: Page = {
  name: "openApi",
  path: "/openapi.json",
  contentType: JSON_TYPE,
  cacheControl: "public, max-age=300",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  render: textFor,
};
