// A route for a static text, such as the API description.
import { StaticText } from "../http/respond/static-text.ts";
import type { Services } from "../http/request/services.ts";
import type { Route } from "../http/server/route.ts";

export interface Text {
  readonly name: string;
  readonly path: `/${string}`;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly limit: Route["limit"];
  /** Called for each request; returns the same string while nothing changes. */
  readonly render: (services: Services) => string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function textRoute({ name, path, limit, contentType, cacheControl, render, headers = {} }: Text): Route {
  const kept = new WeakMap<Services, StaticText>();
  return {
    name,
    method: "GET",
    path,
    limit,
    crossOrigin: true,
    async answer({ request }, services) {
      const text = render(services);
      const known = kept.get(services);
      const made = known?.text === text ? known : new StaticText(text);
      kept.set(services, made);
      return made.reply(request, { "content-type": contentType, "cache-control": cacheControl, ...headers });
    },
  };
}
