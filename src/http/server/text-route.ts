// A route for a static text, such as the API description.
import { createHash } from "node:crypto";
import { knowsTag } from "../respond/tags.ts";
import type { Services } from "../request/services.ts";
import type { Route } from "./route.ts";

export interface Text {
  readonly name: string;
  readonly path: `/${string}`;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly limit: Route["limit"];
  readonly render: (services: Services) => string;
}

export function textRoute({ name, path, limit, contentType, cacheControl, render }: Text): Route {
  return {
    name,
    method: "GET",
    path,
    limit,
    async answer({ request }, services) {
      const text = render(services);
      const etag = `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
      const headers = { "content-type": contentType, "cache-control": cacheControl, etag };
      return knowsTag(request, etag) ? { status: 304, text: "", headers } : { status: 200, text, headers };
    },
  };
}
