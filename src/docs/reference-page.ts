// The API reference: Scalar's viewer over /openapi.json. Its files come from this service and it asks no other one for
// anything. It styles itself, so this page alone allows styles that are not files. The same as text: /docs/api.md.
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "../http/contract/contract.ts";
import type { Services } from "../http/request/services.ts";
import { StaticText } from "../http/respond/static-text.ts";
import { once } from "../platform/once.ts";
import { headingOf } from "./api-reference.ts";
import { slugOf } from "./markdown.ts";
import { groupOf } from "./reference-groups.ts";
import { ASSET_LIMIT, FOREVER, MARK, REFERENCE_SCRIPT, REFERENCE_STYLESHEET } from "../ui/assets.ts";
import { html } from "../ui/html.ts";
import type { WebPage } from "../ui/page.ts";
import { PAGE_POLICY } from "../ui/page-route.ts";
import { API_DOCS, DOCS, HOME } from "../ui/urls.ts";

/** `reference-VERSION`, where scripts/pack.ts has put the viewer. A service that was installed without development packages has none. */
const BUILD = join(import.meta.dirname, "..", "..", "build");
const FOLDER = existsSync(BUILD) ? readdirSync(BUILD).find((name) => name.startsWith("reference-")) : undefined;

export const HAS_VIEWER = FOLDER !== undefined;
export const VIEWER_POLICY = PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/** Where a call is described, for links that name its heading; undefined when no call has it. */
export function addressOfAnchor(anchor: string, { contracts }: Pick<Services, "contracts">): string | undefined {
  const contract = contracts.find((each: Contract) => slugOf(headingOf(each)) === anchor);
  if (contract === undefined) return undefined;
  return `${API_DOCS}#tag/${groupOf(contract).slug}/${contract.method}${contract.path}`;
}

export const referencePage = once(({ config }: Services) => {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference · Denkeeper</title>
        <meta name="description" content="Every API call: its fields, responses and errors." />
        <meta name="color-scheme" content="light dark" />
        <link rel="canonical" href="${config.baseUrl}${API_DOCS}" />
        <link rel="alternate" type="text/markdown" href="${API_DOCS}.md" />
        <link rel="icon" href="${MARK}" type="image/svg+xml" />
        <link rel="stylesheet" href="${REFERENCE_STYLESHEET}" />
        <script type="module" src="${REFERENCE_SCRIPT}"></script>
      </head>
      <body>
        <header class="bar">
          <a href="${HOME}"><b>Denkeeper</b></a>
          <nav aria-label="Documents">
            <a href="${DOCS}">Docs</a> <a href="${DOCS}/errors">Errors</a> <a href="${API_DOCS}.md">Markdown</a>
            <a href="/openapi.json">openapi.json</a>
          </nav>
        </header>
        <main id="reference" data-viewer="/assets/${FOLDER ?? ""}/standalone.esm.js"></main>
        <noscript
          ><p>Without a script, read <a href="${API_DOCS}.md">the reference as text</a>.</p></noscript
        >
      </body>
    </html>`;
  return new StaticText(String(page));
});

const files = new Map<string, StaticText>();

/** Read and compressed when it is first asked for: a visit needs a tenth of them. */
function fileOf(name: string): StaticText | undefined {
  if (FOLDER === undefined || !/^(?:chunks\/)?[\w.-]+\.js$/.test(name)) return undefined;
  const path = join(BUILD, FOLDER, name);
  if (!files.has(name) && existsSync(path)) files.set(name, new StaticText(readFileSync(path, "utf8")));
  return files.get(name);
}

function viewerFile(path: WebPage["path"], prefix: string): WebPage {
  return {
    name: "referenceViewer",
    path,
    limit: ASSET_LIMIT,
    async render({ params }) {
      const body = params["folder"] === FOLDER ? fileOf(`${prefix}${params["file"] ?? ""}`) : undefined;
      return body === undefined
        ? { status: 404, contentType: "text/plain", body: "File not found.\n", cacheControl: "no-store" }
        : { status: 200, contentType: "text/javascript; charset=utf-8", body, cacheControl: FOREVER };
    },
  };
}

export const viewerPages: readonly WebPage[] = [
  viewerFile("/assets/{folder}/{file}", ""),
  viewerFile("/assets/{folder}/chunks/{file}", "chunks/"),
];
