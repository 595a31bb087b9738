// The API reference as pages with a sidebar, rendered from the Markdown that agents read: an index, the section on all calls, a
// page for each call next to its example, and all errors.
import { snakeCase, type Contract } from "../http/contract/contract.ts";
import type { Services } from "../http/request/services.ts";
import { once } from "../platform/once.ts";
import { html, type Html } from "../ui/html.ts";
import type { WebPage } from "../ui/page.ts";
import { callText, headingOf } from "./api-reference.ts";
import { addressOf, documentPage, linked, textPage } from "./docs-page.ts";
import { API_REFERENCE, ERRORS, type DocsDocument } from "./documents.ts";
import { json, renderMarkdown } from "./render-markdown.ts";
import { GROUPS_SHOWN, groupOf } from "./reference-groups.ts";
import { EVERY_CALL, smallPageOf } from "./small-pages.ts";

type DocumentedCall = DocsDocument & { readonly contract: Contract };

/** Returns a call's document. Its title is the call's name in words. */
function documentedCall(contract: Contract): DocumentedCall {
  const { name, summary: about } = contract;
  const title = snakeCase(name)
    .replaceAll("_", " ")
    .replace(/^./, (first) => first.toUpperCase());
  return { ...smallPageOf(contract), name, title, about, contract };
}

const grouped = once((contracts: readonly Contract[]) =>
  GROUPS_SHOWN.map(({ title, about, slug }) => {
    const inGroup = contracts.filter((contract) => groupOf(contract).slug === slug);
    return { title, about, calls: inGroup.map(documentedCall) };
  }),
);

function sideBar({ path }: DocsDocument, contracts: readonly Contract[]): Html {
  const list = (documents: readonly DocsDocument[]) => {
    const links = documents.map((document) => {
      const current = document.path === path && html`aria-current="page"`;
      return html`<li><a href="${addressOf(document)}" ${current}>${document.title}</a></li>`;
    });
    return html`<ul>
      ${links}
    </ul>`;
  };
  const groups = grouped(contracts).map(({ title, calls }) => {
    const open = calls.some((call) => call.path === path) && html`open`;
    return html`<details ${open}>
      <summary>${title}</summary>
      ${list(calls)}
    </details>`;
  });
  return html`<details class="doc__contents calls">
    <summary>All calls</summary>
    <nav aria-label="API reference">${list([API_REFERENCE, EVERY_CALL, ERRORS])} ${groups}</nav>
  </details>`;
}

/** Renders a document of the reference next to the sidebar. */
function pageOf(document: DocsDocument, main: (services: Services) => Html): WebPage {
  return documentPage(document, (services) => {
    const parts = { before: sideBar(document, services.contracts), main: main(services), bodyClass: "broad" };
    return textPage(document, parts, services);
  });
}

/** Renders Markdown for people: names of fields and errors above their descriptions, calls as links, and JSON indented. */
function bodyOf(markdown: string, { config, contracts }: Services): Html {
  const calls = new Map(contracts.map((contract) => [headingOf(contract), addressOf(smallPageOf(contract))]));
  const text = markdown
    .replaceAll(/^```json\n(\{.*\})\n```$/gm, (_, answer: string) => json(JSON.parse(answer)))
    .replaceAll(/^- (\d{3}) (`(\w+)`): /gm, `- [$2](${addressOf(ERRORS)}#$3) *$1*\\\n  `)
    .replaceAll(/^- (`[^:\n]*`): ?/gm, "- $1\\\n  ")
    .replaceAll(/`(\S+) \((\w+(?:, required)?)\)`/g, "`$1` *$2*")
    .replaceAll(/`([A-Z]+ \/api[^`]*)`/g, (code, call: string) =>
      calls.has(call) ? `[${code}](${calls.get(call)})` : code,
    );
  return renderMarkdown(text, (href) => linked(href, config.baseUrl)).body;
}

function methodAndPath({ method, path }: Contract): Html {
  return html`<b class="method method--${method.toLowerCase()}">${method}</b> <code>${path}</code>`;
}

const index = pageOf(API_REFERENCE, ({ config, contracts }) => {
  const row = (call: DocumentedCall) =>
    html`<li><a href="${addressOf(call)}">${methodAndPath(call.contract)}</a> ${call.about}</li>`;
  const groups = grouped(contracts).map(
    ({ title, about, calls }) =>
      html`<h2>${title}</h2>
        <p>${about}</p>
        <ul class="index">
          ${calls.map(row)}
        </ul>`,
  );
  return html`<h1>API reference</h1>
    <p class="lede">
      JSON over HTTP at <code>${config.baseUrl}</code>. Start with
      <a href="${addressOf(EVERY_CALL)}">what holds for every call</a>. For programs:
      <a href="/openapi.json">openapi.json</a>.
    </p>
    ${groups}`;
});

const everyCall = pageOf(EVERY_CALL, (services) => {
  return html`<h1>${EVERY_CALL.title}</h1>
    ${bodyOf(EVERY_CALL.text(services), services)}`;
});

function callPage(
  call: DocumentedCall,
  before: DocumentedCall | undefined,
  after: DocumentedCall | undefined,
): WebPage {
  const { contract, title } = call;
  const turn = (rel: string, word: string, to: DocumentedCall | undefined) =>
    html`<span>${to && html`<a href="${addressOf(to)}" rel="${rel}"><small>${word}</small>${to.title}</a>`}</span>`;
  return pageOf(call, (services) => {
    const text = callText(contract, services.config.baseUrl, "#");
    const [input = "", example = "", answer = ""] = text
      .split(/(```sh[^]*\n```)/)
      .map((part) => bodyOf(part, services));
    return html`<div class="call">
        <div class="doc__text">
          <p class="soft">${groupOf(contract).title}</p>
          <h1>${title}</h1>
          <p>${methodAndPath(contract)}</p>
          ${input}
        </div>
        <aside class="doc__text" aria-label="Example">${example}</aside>
        <div class="doc__text">${answer}</div>
      </div>
      <nav class="pager" aria-label="Calls">${turn("prev", "Previous", before)} ${turn("next", "Next", after)}</nav>`;
  });
}

/** Shows one line per code with its status and a sentence. The rest unfolds on a click or through a link to the code. */
const errors = pageOf(ERRORS, (services) => {
  const [introduction = "", ...sections] = ERRORS.text(services).split("\n## ");
  const folds = sections.map((section) => {
    const [, code = "", status, words = ""] = /^(\w+)\n\nStatus ([^:]+): .*?`\. (.*)/.exec(section) ?? [];
    const [sentence] = words.replaceAll("`", "").split(/\.(?: |$)/, 1);
    return html`<details>
      <summary><code>${code}</code> <b>${status}</b> <span>${sentence}.</span></summary>
      <div class="doc__text" id="${code}">${bodyOf(section.slice(code.length), services)}</div>
    </details>`;
  });
  return html`<h1>Errors</h1>
    ${bodyOf(introduction, services)}
    <div class="errors">${folds}</div>`;
});

export function referencePages(contracts: readonly Contract[]): readonly WebPage[] {
  const calls = grouped(contracts).flatMap((group) => group.calls);
  return [index, everyCall, errors, ...calls.map((call, at) => callPage(call, calls[at - 1], calls[at + 1]))];
}
