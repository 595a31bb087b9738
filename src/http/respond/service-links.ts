// Links to the API's description, documentation, and health, for Link headers and the API catalog.
export const CATALOG_PATH = "/.well-known/api-catalog";

interface Link {
  readonly rel: string;
  readonly href: `/${string}`;
  readonly type: string;
}

export const SERVICE_LINKS: readonly Link[] = [
  { rel: "service-desc", href: "/openapi.json", type: "application/json" },
  { rel: "service-doc", href: "/docs/api", type: "text/html" },
  { rel: "status", href: "/api/health", type: "application/json" },
];

/** The Link header of HTML pages and of the discovery document. */
export const LINKS = [
  ...SERVICE_LINKS,
  { rel: "describedby", href: "/llms.txt", type: "text/plain" },
  { rel: "api-catalog", href: CATALOG_PATH, type: "application/linkset+json" },
]
  .map(({ rel, href, type }) => `<${href}>; rel="${rel}"; type="${type}"`)
  .join(", ");
