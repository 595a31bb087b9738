// Routes of the documents and descriptions that are served as text. src/docs/docs-page.ts renders documents as pages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract, Limit } from "../http/contract/contract.ts";
import type { Services } from "../http/request/services.ts";
import type { Route } from "../http/server/route.ts";
import { textRoute, type StaticTextPage } from "./text-route.ts";
import { CLI_ROUTES } from "./command-line.ts";
import { SERVED_DOCUMENTS, ownAddresses, type DocsDocument } from "./documents.ts";
import { DISCOVERY_FILES } from "./discovery.ts";
import { llmsFullText, llmsText, type SizeAt } from "./llms.ts";
import { once } from "../platform/once.ts";
import { JSON_TYPE } from "../http/message/request-context.ts";
import { openApi } from "./openapi.ts";
import { smallPages } from "./small-pages.ts";

const openApiText: StaticTextPage = {
  name: "openApi",
  path: "/openapi.json",
  contentType: JSON_TYPE,
  cacheControl: "public, max-age=300",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  render: once(({ contracts, config }) => JSON.stringify(openApi(contracts, config.baseUrl))),
};

export const MARKDOWN_TYPE = "text/markdown; charset=utf-8";
const PLAIN_TYPE = "text/plain; charset=utf-8";
const COMMON = {
  cacheControl: "public, max-age=300",
  limit: { by: "ip", max: 60, windowSeconds: 60, counter: "reading" } satisfies Limit,
} as const;

function pageOf({ name, path, text }: Pick<DocsDocument, "name" | "path" | "text">): StaticTextPage {
  return { ...COMMON, name: `${name}.md`, path, contentType: MARKDOWN_TYPE, render: text };
}

function fileAt(file: (typeof DISCOVERY_FILES)[number]): StaticTextPage {
  return { ...COMMON, ...file };
}

/** Serves a file of the project with the addresses of this service. */
function program(name: string, folder: string): StaticTextPage {
  const text = readFileSync(join(import.meta.dirname, "..", "..", folder, name), "utf8");
  return {
    ...COMMON,
    name,
    path: `/docs/${name}`,
    contentType: PLAIN_TYPE,
    render: ({ config }) => ownAddresses(text, config.baseUrl),
  };
}

type SizedText = (services: Services, sizeAt: SizeAt) => string;

/** Returns all texts about these contracts. Some of them state the sizes of others. */
export function textsAbout(contracts: readonly Contract[]): readonly StaticTextPage[] {
  const sizeAt = (path: string, services: Services): number => {
    const page = texts.find((text) => text.path === path);
    if (page === undefined) throw new Error(`no page is served at ${path}`);
    return Buffer.byteLength(page.render(services));
  };
  const withSizes = (write: SizedText) =>
    once((services: Services) => write(services, (path) => sizeAt(path, services)));
  const texts: readonly StaticTextPage[] = [
    openApiText,
    { ...COMMON, name: "llms", path: "/llms.txt", contentType: PLAIN_TYPE, render: withSizes(llmsText) },
    { ...COMMON, name: "llmsFull", path: "/llms-full.txt", contentType: PLAIN_TYPE, render: withSizes(llmsFullText) },
    ...SERVED_DOCUMENTS.map(pageOf),
    ...smallPages(contracts).map((page) => pageOf({ name: "small", ...page })),
    program("denkeeper.py", "packages/python"),
    program("keep-once.sh", "examples/schedule"),
    program("denkeeper-keep.service", "examples/schedule"),
    program("denkeeper-keep.timer", "examples/schedule"),
    ...DISCOVERY_FILES.map(fileAt),
  ];
  return texts;
}

export function textRoutes(contracts: readonly Contract[]): readonly Route[] {
  return [...textsAbout(contracts).map(textRoute), ...CLI_ROUTES];
}
