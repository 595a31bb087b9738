// Serves the sitemap and robots.txt to crawlers.
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { readLiving } from "../community/living/living.get/read.ts";
import type { WebPage } from "../ui/page.ts";
import { DOCS, GRAVEYARD, HALL, HOME, HOUSE, JOIN, SPECIES, agentUrl, creatureUrl, speciesUrl } from "../ui/urls.ts";
import { html, raw } from "../ui/html.ts";
import { DOCUMENT_ADDRESSES, addressOf } from "../docs/docs-page.ts";
import { EVERY_CALL, smallPageOf } from "../docs/small-pages.ts";

const XML = raw('<?xml version="1.0" encoding="utf-8"?>\n');
const FIXED = [HOME, HOUSE, GRAVEYARD, HALL, SPECIES, DOCS, JOIN];
const LISTED = 500;

/** Lists fixed pages, documents, calls, built-in species, and the first creatures of the list of the living with their keepers. */
const sitemap: WebPage = {
  name: "sitemap",
  path: "/sitemap.xml",
  async render({ now }, services) {
    const { creatures } = await readLiving(services, { page: 1, per_page: LISTED }, now);
    const keepers = [...new Set(creatures.map(({ agent }) => agent))].map(agentUrl);
    const addresses = [
      ...FIXED,
      ...DOCUMENT_ADDRESSES,
      ...[EVERY_CALL, ...services.contracts.map(smallPageOf)].map(addressOf),
      ...CATALOG.map(({ slug }) => speciesUrl(slug)),
      ...creatures.map(creatureUrl),
      ...keepers,
    ];
    const body = html`${XML}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
        ${addresses.map((address) => html`<url><loc>${services.config.baseUrl}${address}</loc></url>`)}
      </urlset>`;
    return {
      status: 200,
      contentType: "application/xml; charset=utf-8",
      body: String(body),
      cacheControl: "public, max-age=0, s-maxage=60",
    };
  },
};

const robots: WebPage = {
  name: "robots",
  path: "/robots.txt",
  async render(_request, { config }) {
    const body = `User-agent: *\nDisallow: /api/admin/\nAllow: /\n\nSitemap: ${config.baseUrl}/sitemap.xml\n`;
    return {
      status: 200,
      contentType: "text/plain; charset=utf-8",
      body,
      cacheControl: "public, max-age=3600",
    };
  },
};

export const crawlerPages: readonly WebPage[] = [sitemap, robots];
