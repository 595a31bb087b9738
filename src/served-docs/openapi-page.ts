// GET /openapi.json: the machine-readable description.
import { JSON_TYPE } from "../http/message/request-context.ts";
import { openApi } from "./openapi.ts";
import type { Text } from "../http/server/text-route.ts";
import type { Services } from "../http/request/services.ts";

/** Apps that offer the same calls at the same address share a text: it takes a fifth of a second to write. */
const texts = new WeakMap<Services["contracts"], Map<string, string>>();

function textFor({ contracts, config: { baseUrl } }: Services): string {
  const byAddress = texts.get(contracts) ?? new Map<string, string>();
  const text = byAddress.get(baseUrl) ?? JSON.stringify(openApi(contracts, baseUrl));
  texts.set(contracts, byAddress.set(baseUrl, text));
  return text;
}

export const openApiText: Text = {
  name: "openApi",
  path: "/openapi.json",
  contentType: JSON_TYPE,
  cacheControl: "public, max-age=300",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  render: textFor,
};
