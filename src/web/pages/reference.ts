// The API reference as pages: an index with a search box, and a page per group. The same as one file: /docs/api.md.
import type { Contract } from "../../contracts/kit/contract.ts";
import type { Services } from "../../http/request/services.ts";
import { StaticText } from "../../http/respond/static-text.ts";
import {
  GENERAL,
  KEY_NEEDED,
  answerFields,
  commonErrors,
  curlOf,
  headingOf,
  inputFields,
  limitOf,
  ownErrors,
  toolText,
} from "../../served-docs/api-reference.ts";
import { once } from "../../platform/once.ts";
import { exampleAnswer } from "../../served-docs/example-answer.ts";
import type { Field } from "../../served-docs/fields.ts";
import { slugOf } from "../../served-docs/markdown.ts";
import { GROUPS_SHOWN, groupOf, type ReferenceGroup } from "../../served-docs/reference-groups.ts";
import { HTML_TYPE, SHARED_MINUTE } from "../answer.ts";
import { COPY_SCRIPT, FILTER_SCRIPT } from "../assets.ts";
import { codeBlock } from "../components/copy.ts";
import { html, type Html } from "../html.ts";
import { layout } from "../layout.ts";
import { legalTexts } from "../legal.ts";
import { rendered, renderedLine } from "../markdown.ts";
import type { WebPage } from "../page.ts";
import { API_DOCS } from "../urls.ts";

const MARKDOWN = `${API_DOCS}.md`;

function pathOf({ slug }: ReferenceGroup): `/${string}` {
  return `${API_DOCS}/${slug}`;
}

function anchorOf(contract: Contract): string {
  return slugOf(headingOf(contract));
}

/** Where a call is described, for links that name its heading; undefined when no call has it. */
export function addressOfAnchor(anchor: string, { contracts }: Pick<Services, "contracts">): string | undefined {
  const contract = contracts.find((each) => anchorOf(each) === anchor);
  return contract === undefined ? undefined : `${pathOf(groupOf(contract))}#${anchor}`;
}

function callsOf(group: ReferenceGroup, contracts: readonly Contract[]): readonly Contract[] {
  return contracts.filter((contract) => groupOf(contract) === group);
}

function signature({ method, path }: Contract): Html {
  return html`<span class="verb verb--${method.toLowerCase()}">${method}</span><code>${path}</code>`;
}

/** What a search finds a call by, besides its path and summary. */
function wordsOf(contract: Contract): string {
  const names = [...inputFields(contract), ...answerFields(contract)].map(({ name }) => name);
  return [...new Set([contract.name, ...names, ...ownErrors(contract).map(({ code }) => code)])].join(" ");
}

function groupInIndex(group: ReferenceGroup, contracts: readonly Contract[]): Html {
  return html`<section class="calls" data-filtered-group>
    <h2><a href="${pathOf(group)}">${group.title}</a></h2>
    <p class="soft">${group.about}</p>
    <ul>
      ${callsOf(group, contracts).map(
        (contract) =>
          html`<li data-filtered="${wordsOf(contract)}">
            <a href="${pathOf(group)}#${anchorOf(contract)}">${signature(contract)}</a>
            <span>${contract.summary}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}

export const referenceIndex = once((services: Services): StaticText => {
  const { contracts, config } = services;
  const { baseUrl } = config;
  const general = rendered(`${GENERAL}\n\n${commonErrors(contracts, baseUrl)}`, (href) =>
    href.startsWith(baseUrl) ? href.slice(baseUrl.length).replace(/\.md$/, "") : href,
  );
  const main = html`<div class="wrap reference">
    <header>
      <h1>API reference</h1>
      <p class="lede">
        ${contracts.length} calls, grouped. Bodies and answers are JSON. Base address: <code>${baseUrl}</code>
      </p>
      <p class="soft">
        For machines: <a href="/openapi.json">openapi.json</a>, <a href="${MARKDOWN}">one Markdown file</a>, or the MCP
        server at <code>${baseUrl}/mcp</code>.
      </p>
      <label class="filter" hidden data-filter-box>
        Find a call, a field or an error code
        <input type="search" data-filter autocomplete="off" spellcheck="false" />
        <span class="soft" role="status" data-filter-count></span>
      </label>
    </header>
    <div class="reference__groups">${GROUPS_SHOWN.map((group) => groupInIndex(group, contracts))}</div>
    <article class="doc__text">${general.body}</article>
  </div>`;
  const description = "Every API call: its fields, responses, errors and how to handle them.";
  return new StaticText(
    layout(
      {
        title: "API reference",
        description,
        path: API_DOCS,
        markdownPath: MARKDOWN,
        nav: "docs",
        scripts: [COPY_SCRIPT, FILTER_SCRIPT],
      },
      { baseUrl, legal: legalTexts(config) },
      main,
    ),
  );
});

/** Longer lists and answers are folded: nothing scrolls inside of the page. */
const FIELDS_OPEN = 12;
const LINES_OPEN = 40;

interface Described {
  readonly field: Field;
  readonly note: string;
}

/** Fields of which the same is said are one entry. */
function fieldList(title: string, fields: readonly Described[]): Html | false {
  const same = Map.groupBy(fields, ({ field, note }, at) =>
    field.meaning === "" ? at : JSON.stringify([note, field.kind, field.meaning]),
  );
  return (
    fields.length > 0 &&
    html`<details class="fields" ${fields.length <= FIELDS_OPEN && html`open`}>
      <summary>${title} <small>${fields.length}</small></summary>
      <dl>
        ${[...same.values()].flatMap((entry) =>
          entry.map(({ field, note }, at) => {
            const isLast = at === entry.length - 1;
            const kinds = isLast ? [note, field.kind].filter((part) => part !== "") : [];
            return html`<dt>
                <code>${field.name}</code>
                <span class="soft">${kinds.map((part, index) => html`${index > 0 && ", "}${renderedLine(part)}`)}</span>
              </dt>
              ${isLast && html`<dd>${renderedLine(field.meaning)}</dd>`}`;
          }),
        )}
      </dl>
    </details>`
  );
}

function errorList(contract: Contract): Html | false {
  const errors = ownErrors(contract);
  return (
    errors.length > 0 &&
    html`<details class="fields">
      <summary>Errors</summary>
      <dl>
        ${errors.map(
          ({ status, code, error, description, suggestion }) =>
            html`<dt><code>${code}</code> <span class="soft">${status}, “${error}”</span></dt>
              <dd>${renderedLine(`${description} ${suggestion}`)}</dd>`,
        )}
      </dl>
    </details>`
  );
}

function call(contract: Contract, baseUrl: string): Html {
  const { summary, description, auth, status, alternative } = contract;
  const input = inputFields(contract).map((field) => ({
    field,
    note: `${field.where}, ${field.required ? "required" : "optional"}`,
  }));
  const lines = JSON.stringify(exampleAnswer(contract, baseUrl), null, 2).split("\n");
  const answer = answerFields(contract).map((field) => ({ field, note: field.required ? "" : "not always" }));
  return html`<section class="call" id="${anchorOf(contract)}">
    <div class="call__text">
      <h2>${signature(contract)}</h2>
      <p>${renderedLine(`${summary} ${description}`)}</p>
      <p class="soft">Key: ${KEY_NEEDED[auth]}. Limit: ${limitOf(contract)}.${renderedLine(toolText(contract))}</p>
      ${fieldList("Fields to send", input)} ${fieldList("Fields of the answer", answer)} ${errorList(contract)}
    </div>
    <div class="call__code">
      ${codeBlock(curlOf(contract, baseUrl), "sh", `Request: ${headingOf(contract)}`)}
      <details class="fields" ${lines.length <= LINES_OPEN && html`open`}>
        <summary>Answer ${status} <small>${lines.length} lines</small></summary>
        ${alternative !== undefined && html`<p class="soft">${alternative.description} the answer is <code>${alternative.contentType}</code>.</p>`}
        ${codeBlock(lines.join("\n"), "json", `Answer: ${headingOf(contract)}`)}
      </details>
    </div>
  </section>`;
}

function groupPage(group: ReferenceGroup): WebPage {
  const page = once(({ contracts, config }: Services): StaticText => {
    const { baseUrl } = config;
    const calls = callsOf(group, contracts);
    const at = GROUPS_SHOWN.indexOf(group);
    const step = (other: ReferenceGroup | undefined, words: string): Html | false =>
      other !== undefined && html`<a href="${pathOf(other)}">${words}: ${other.title}</a>`;
    const main = html`<div class="wrap reference reference--split">
      <nav class="reference__side" aria-label="API reference">
        <p><a href="${API_DOCS}">API reference</a></p>
        <ul>
          ${GROUPS_SHOWN.map((other) =>
            other === group
              ? html`<li class="reference__here">
                  <a href="${pathOf(other)}" aria-current="page">${other.title}</a>
                  <ul>
                    ${calls.map((contract) => html`<li><a href="#${anchorOf(contract)}">${signature(contract)}</a></li>`)}
                  </ul>
                </li>`
              : html`<li><a href="${pathOf(other)}">${other.title}</a></li>`,
          )}
        </ul>
      </nav>
      <div class="reference__calls">
        <header>
          <h1>${group.title}</h1>
          <p class="lede">${group.about}</p>
        </header>
        ${calls.map((contract) => call(contract, baseUrl))}
        <nav class="reference__beside" aria-label="Previous and next group">
          <span>${step(GROUPS_SHOWN[at - 1], "Previous")}</span><span>${step(GROUPS_SHOWN[at + 1], "Next")}</span>
        </nav>
      </div>
    </div>`;
    return new StaticText(
      layout(
        {
          title: `${group.title}: API reference`,
          description: group.about,
          path: pathOf(group),
          markdownPath: MARKDOWN,
          nav: "docs",
          scripts: [COPY_SCRIPT],
        },
        { baseUrl, legal: legalTexts(config) },
        main,
      ),
    );
  });
  return {
    name: `${group.slug}Reference`,
    path: pathOf(group),
    async render(_request, services) {
      return { status: 200, contentType: HTML_TYPE, body: page(services), cacheControl: SHARED_MINUTE };
    },
  };
}

export const referencePages: readonly WebPage[] = GROUPS_SHOWN.map(groupPage);
export const REFERENCE_ADDRESSES: readonly string[] = GROUPS_SHOWN.map(pathOf);
