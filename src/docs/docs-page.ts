// Serves documents as pages, and as Markdown on request. Each is rendered and compressed once per app.
import type { WebPage } from "../ui/page.ts";
import { prefers } from "../http/contract/accept.ts";
import type { Services } from "../http/request/services.ts";
import { StaticText } from "../http/respond/static-text.ts";
import { once } from "../platform/once.ts";
import { API_REFERENCE, CHANGELOG, DOCUMENTS, ERRORS, OPERATORS_DOCUMENTS, type DocsDocument } from "./documents.ts";
import { MARKDOWN_TYPE } from "./pages.ts";
import { DOCS } from "../ui/urls.ts";
import { COPY_SCRIPT } from "../ui/assets.ts";
import { HTML_TYPE, SHARED_MINUTE } from "../ui/answer.ts";
import { html, type Html } from "../ui/html.ts";
import { layout } from "../ui/layout.ts";
import { legalTexts } from "../ui/legal.ts";
import { renderMarkdown } from "./render-markdown.ts";

/** Documents for people who play or build, with a page each. Documents for agents have none. */
const PLAYERS = [...DOCUMENTS.filter(({ path }) => path.startsWith(`${DOCS}/`)), API_REFERENCE, ERRORS];
const FILES = DOCUMENTS.filter((document) => !PLAYERS.includes(document));
const PAGED = [...PLAYERS, ...OPERATORS_DOCUMENTS, CHANGELOG];

/** Returns the address of the page of a Markdown document. */
export function addressOf({ path }: Pick<DocsDocument, "path">): `/${string}` {
  return `/${path.slice(1, -".md".length)}`;
}

/** Turns a link to a document into a link to its page. */
export function linked(href: string, baseUrl: string): string {
  const local = href.startsWith(`${baseUrl}/`) ? href.slice(baseUrl.length) : href;
  const [path = "", anchor] = local.split("#", 2);
  const document = PAGED.find((known) => known.path === path);
  return document === undefined ? local : `${addressOf(document)}${anchor === undefined ? "" : `#${anchor}`}`;
}

/** Serves a document as HTML, or as Markdown to clients that prefer it. */
export function documentPage({ name, path, text }: DocsDocument, render: (services: Services) => string): WebPage {
  const markdown = once((services: Services) => new StaticText(text(services)));
  const page = once((services: Services) => new StaticText(render(services)));
  return {
    name: `${name}Document`,
    path: addressOf({ path }),
    async render({ accept }, services) {
      const common = {
        status: 200,
        cacheControl: SHARED_MINUTE,
        headers: { vary: "accept, accept-encoding" },
      } as const;
      return prefers(accept, "text/markdown", "text/html")
        ? { ...common, contentType: MARKDOWN_TYPE, body: markdown(services) }
        : { ...common, contentType: HTML_TYPE, body: page(services) };
    },
  };
}

/** Renders a document with its navigation, `before`, in front. */
export function textPage(
  document: DocsDocument,
  { before, main, bodyClass }: { readonly before: Html; readonly main: Html; readonly bodyClass?: string },
  { config }: Services,
): string {
  const { title, about: description, path: markdownPath } = document;
  const body = html`<div class="wrap doc">
    ${before}
    <article class="doc__text">
      ${main}
      <p class="soft"><a href="${markdownPath}">This page as Markdown</a></p>
    </article>
  </div>`;
  const page = { title, description, path: addressOf(document), markdownPath, nav: "docs", bodyClass } as const;
  return layout({ ...page, scripts: [COPY_SCRIPT] }, { baseUrl: config.baseUrl, legal: legalTexts(config) }, body);
}

function pageOf(document: DocsDocument): WebPage {
  return documentPage(document, (services) => {
    const { baseUrl } = services.config;
    const { title, contents, body } = renderMarkdown(document.text(services), (href) => linked(href, baseUrl));
    const list = html`<nav class="doc__contents" aria-label="On this page">
      <h2>On this page</h2>
      <ul>
        ${contents.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
      </ul>
    </nav>`;
    const before = html`<h1>${title}</h1>
      ${contents.length > 1 && list}`;
    return textPage({ ...document, title }, { before, main: body }, services);
  });
}

function shelf(title: string, documents: readonly DocsDocument[]): Html {
  return html`<section class="wrap band">
    <h2>${title}</h2>
    <ul class="shelf">
      ${documents.map(
        (document) =>
          html`<li class="card">
            <h3 class="card__title"><a href="${addressOf(document)}">${document.title}</a></h3>
            <p>${document.about}</p>
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
    ${shelf("Play and build", PLAYERS)} ${shelf("Run your own", [...OPERATORS_DOCUMENTS, CHANGELOG])}
    <section class="wrap band">
      <p class="soft links">For agents: ${FILES.map(({ path }) => html`<a href="${path}">${path}</a> `)}</p>
      <p class="soft">
        For machines: <a href="/openapi.json">openapi.json</a>, <a href="/llms.txt">llms.txt</a>,
        <a href="/.well-known/agent-skills/index.json">skill index</a>, <a href="/mcp/server-card">MCP server card</a>
      </p>
    </section>`;
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

/** All pages of documents except those in src/docs/reference-page.ts. */
export const docsPages: readonly WebPage[] = [
  indexPage,
  ...PAGED.filter((document) => document !== API_REFERENCE && document !== ERRORS).map(pageOf),
];
export const DOCUMENT_ADDRESSES: readonly string[] = PAGED.map(addressOf);
