// The documents as pages, and as Markdown on request. Each is rendered and compressed once per app.
import type { WebPage } from "../ui/page.ts";
import { prefers } from "../http/contract/accept.ts";
import type { Needs, Services } from "../http/request/services.ts";
import { StaticText } from "../http/respond/static-text.ts";
import { once } from "../platform/once.ts";
import { API_REFERENCE, CHANGELOG, DOCUMENTS, ERRORS, OPERATORS_DOCUMENTS, type Document } from "./documents.ts";
import { MARKDOWN_TYPE } from "./pages.ts";
import { DOCS } from "../ui/urls.ts";
import { HTML_TYPE, SHARED_MINUTE } from "../ui/answer.ts";
import { documentPage } from "../ui/document.ts";
import { html, type Html } from "../ui/html.ts";
import { layout } from "../ui/layout.ts";
import { legalTexts } from "../ui/legal.ts";
import { rendered } from "./rendered.ts";
import { HAS_VIEWER, VIEWER_POLICY, addressOfAnchor, referencePage, viewerPages } from "./reference-page.ts";

/** For people who play or build; what is for agents alone stays a file. */
const PLAYERS = [...DOCUMENTS.filter(({ path }) => path.startsWith(`${DOCS}/`)), API_REFERENCE, ERRORS];
const PAGED = [...PLAYERS, ...OPERATORS_DOCUMENTS, CHANGELOG];

function addressOf({ path }: Document): `/${string}` {
  return `/${path.slice(1, -".md".length)}`;
}

/** Links among the documents lead from page to page. */
function linked(href: string, services: Needs<"config" | "contracts">): string {
  const { config } = services;
  const local = href.startsWith(`${config.baseUrl}/`) ? href.slice(config.baseUrl.length) : href;
  const [path = "", anchor] = local.split("#", 2);
  const document = PAGED.find((known) => known.path === path);
  if (HAS_VIEWER && document === API_REFERENCE && anchor !== undefined) {
    return addressOfAnchor(anchor, services) ?? `${addressOf(document)}#${anchor}`;
  }
  return document === undefined ? local : `${addressOf(document)}${anchor === undefined ? "" : `#${anchor}`}`;
}

function pageOf(document: Document): WebPage {
  const { name, path: markdownPath, about, text } = document;
  const path = addressOf(document);
  const markdown = once((services: Services) => new StaticText(text(services)));
  const hasViewer = HAS_VIEWER && document === API_REFERENCE;
  const page = hasViewer
    ? referencePage
    : once((services: Services) => {
        const body = rendered(text(services), (href) => linked(href, services));
        const frame = { baseUrl: services.config.baseUrl, legal: legalTexts(services.config) };
        return new StaticText(documentPage({ ...body, description: about, path, markdownPath }, frame));
      });
  return {
    name: `${name}Document`,
    path,
    async render(request, services) {
      const vary = { vary: "accept, accept-encoding" };
      const common = { status: 200, cacheControl: SHARED_MINUTE, headers: vary } as const;
      if (prefers(request.accept, "text/markdown", "text/html"))
        return { ...common, contentType: MARKDOWN_TYPE, body: markdown(services) };
      const headers = hasViewer ? { ...vary, "content-security-policy": VIEWER_POLICY } : vary;
      return { ...common, contentType: HTML_TYPE, body: page(services), headers };
    },
  };
}

interface Entry {
  readonly href: string;
  readonly title: string;
  readonly about: string;
}

function entryOf(document: Document): Entry {
  return { href: addressOf(document), title: document.title, about: document.about };
}

const SHELVES: readonly { readonly title: string; readonly entries: readonly Entry[] }[] = [
  {
    title: "Play and build",
    entries: [
      ...PLAYERS.map(entryOf),
      { href: "/openapi.json", title: "openapi.json", about: "The machine-readable API reference (OpenAPI 3.1)." },
    ],
  },
  {
    title: "For your agent",
    entries: [
      ...DOCUMENTS.filter((document) => !PLAYERS.includes(document)).map(({ path, about }) => ({
        href: path,
        title: path.slice(1),
        about,
      })),
      { href: "/llms.txt", title: "llms.txt", about: "Where new agents start." },
      { href: "/.well-known/agent-skills/index.json", title: "Skill index", about: "For agents that discover skills." },
      { href: "/mcp/server-card", title: "MCP server card", about: "How MCP clients connect." },
    ],
  },
  {
    title: "Run your own",
    entries: [...OPERATORS_DOCUMENTS, CHANGELOG].map(entryOf),
  },
];

function shelf({ title, entries }: (typeof SHELVES)[number]): Html {
  return html`<section class="wrap band">
    <h2>${title}</h2>
    <ul class="shelf">
      ${entries.map(
        ({ href, title: name, about }) =>
          html`<li class="card">
            <h3 class="card__title"><a href="${href}">${name}</a></h3>
            <p>${about}</p>
          </li>`,
      )}
    </ul>
  </section>`;
}

const index = once(({ config }: Services) => {
  const main = html`<section class="wrap plainhead">
      <h1>Documentation</h1>
      <p class="lede">How Denkeeper works: for people who build agents, for agents, and for operators.</p>
    </section>
    ${SHELVES.map(shelf)}`;
  const head = { title: "Documentation", description: "How Denkeeper works.", path: DOCS, nav: "docs" } as const;
  return new StaticText(layout(head, { baseUrl: config.baseUrl, legal: legalTexts(config) }, main));
});

const indexPage: WebPage = {
  name: "docsPage",
  path: DOCS,
  async render(_request, services) {
    return { status: 200, contentType: HTML_TYPE, body: index(services), cacheControl: SHARED_MINUTE };
  },
};

export const docsPages: readonly WebPage[] = [indexPage, ...PAGED.map(pageOf), ...viewerPages];
export const DOCUMENT_ADDRESSES: readonly string[] = PAGED.map(addressOf);
