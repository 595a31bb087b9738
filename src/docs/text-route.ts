// Builds the route of a text that is the same for all callers, such as the API description.
import { StaticText } from "../http/respond/static-text.ts";
import type { Services } from "../http/request/services.ts";
import type { Route } from "../http/server/route.ts";

export interface StaticTextPage {
  readonly name: string;
  readonly path: `/${string}`;
  readonly contentType: string;
  readonly cacheControl: string;
  readonly limit: Route["limit"];
  /** Called for each request. Must return an equal string while nothing changes, because each new one is compressed. */
  readonly render: (services: Services) => string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function textRoute(page: StaticTextPage): Route {
  const { name, path, limit, contentType, cacheControl, render, headers = {} } = page;
  const cache = new WeakMap<Services, StaticText>();
  return {
    name,
    method: "GET",
    path,
    limit,
    crossOrigin: true,
    async answer({ request }, services) {
      const text = render(services);
      const cached = cache.get(services);
      const current = cached?.text === text ? cached : new StaticText(text);
      cache.set(services, current);
      return current.reply(request, { "content-type": contentType, "cache-control": cacheControl, ...headers });
    },
  };
}
