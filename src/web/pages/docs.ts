// The documents as pages, and as Markdown on request. Each is rendered once per app.
import type { PageRequest, WebPage } from "../page.ts";
import { prefers } from "../../http/contract/accept.ts";
import type { Needs, Services } from "../../http/request/services.ts";
import type { Document } from "../../served-docs/documents.ts";
import { API_REFERENCE, DOCUMENTS, OPERATORS_DOCUMENTS, once } from "../../served-docs/documents.ts";
import { MARKDOWN_TYPE } from "../../served-docs/pages.ts";
import { DOCS, OUTAGES } from "../urls.ts";
import { PAGE_LIMIT, SHARED_MINUTE, frameOf, shown } from "../answer.ts";
import { documentPage } from "../document.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import type { Rendered } from "../markdown.ts";
import { rendered } from "../markdown.ts";

/** For people who play or build; what is for agents alone stays a file. */
const PLAYERS = [...DOCUMENTS.filter(({ path }) => path.startsWith(`${DOCS}/`)), API_REFERENCE];
const PAGED = [...PLAYERS, ...OPERATORS_DOCUMENTS];

function addressOf({ path }: Document): `/${string}` {
  return `/${path.slice(1, -".md".length)}`;
}

/** Links among the documents lead from page to page. */
function linked(href: string, { config }: Needs<"config">): string {
  const local = href.startsWith(`${config.baseUrl}/`) ? href.slice(config.baseUrl.length) : href;
  const [path = "", anchor] = local.split("#", 2);
  const document = PAGED.find((known) => known.path === path);
  return document === undefined ? local : `${addressOf(document)}${anchor === undefined ? "" : `#${anchor}`}`;
}

function pageOf(document: Document): WebPage {
  const { name, path: markdownPath, about, text } = document;
  const path = addressOf(document);
  const body = once((services): Rendered => rendered(text(services), (href) => linked(href, services)));
  return {
    name: `${name}Document`,
    path,
    limit: PAGE_LIMIT,
    async render(request, services) {
      const answer = prefers(request.accept, "text/markdown", "text/html")
        ? ({ status: 200, contentType: MARKDOWN_TYPE, body: text(services), cacheControl: SHARED_MINUTE } as const)
        : documentPage({ ...body(services), description: about, path, markdownPath }, frameOf(request, services));
      return { ...answer, headers: { vary: "accept, accept-encoding" } };
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
    ],
  },
  {
    title: "Run your own",
    entries: [
      ...OPERATORS_DOCUMENTS.map(entryOf),
      {
        href: OUTAGES,
        title: "Outages",
        about: "When the service was down. Downtime never counts against a creature.",
      },
    ],
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

const indexPage: WebPage = {
  name: "docsPage",
  path: DOCS,
  limit: PAGE_LIMIT,
  async render(request: PageRequest, services: Services) {
    const main = html`<section class="wrap plainhead">
        <h1>Documentation</h1>
        <p class="lede">How Denkeeper works: for people who build agents, for agents, and for operators.</p>
      </section>
      ${SHELVES.map(shelf)}`;
    const head = {
      title: "Documentation",
      description: "How Denkeeper works.",
      path: DOCS,
      nav: "docs",
    } as const;
    return shown(head, frameOf(request, services), main);
  },
};

export const docsPages: readonly WebPage[] = [indexPage, ...PAGED.map(pageOf)];
export const DOCUMENT_ADDRESSES: readonly string[] = PAGED.map(addressOf);
