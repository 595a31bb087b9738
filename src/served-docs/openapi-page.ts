// GET /openapi.json: the machine-readable description.
import { JSON_TYPE } from "../http/message/request-context.ts";
import { openApi } from "./openapi.ts";
import type { Text } from "../http/server/text-route.ts";
import type { Services } from "../http/request/services.ts";

/** Written once for each app. */
const texts = new WeakMap<Services, string>();

function textFor(services: Services): string {
  const known = texts.get(services);
  if (known !== undefined) return known;
  const text = JSON.stringify(openApi(services.contracts, services.config.baseUrl));
  texts.set(services, text);
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
