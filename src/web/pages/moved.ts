// Pages that no longer exist. Their addresses lead to the page that says it now.
import type { WebPage } from "../page.ts";
import { HALL, STATS } from "../urls.ts";

export const movedPages: readonly WebPage[] = [moved("/compare", HALL), moved("/outages", `${STATS}#outages`)];

function moved(path: WebPage["path"], location: string): WebPage {
  const answer = { contentType: "text/plain", body: "", cacheControl: "public, max-age=3600", headers: { location } };
  return { name: "movedPages", path, render: async () => ({ status: 302, ...answer }) };
}
