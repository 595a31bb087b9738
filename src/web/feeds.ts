// Atom feeds of deaths, births, reflections and single keepers, the sitemap, and robots.txt.
import { instantOf, iso } from "../platform/clock.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { readAgent } from "../endpoints/agents/agent.get/read.ts";
import { readCreature, type CreatureAnswer } from "../endpoints/agents/creature.get/read.ts";
import { stonesOfEverybody } from "../endpoints/house/graveyard.get/read.ts";
import { readLiving } from "../endpoints/house/living.get/read.ts";
import { readReflections } from "../endpoints/house/reflections.get/read.ts";
import type { PageAnswer, WebPage } from "./page.ts";
import { listMoments } from "../store/rollups/moments.ts";
import {
  DOCS,
  GRAVEYARD,
  HALL,
  HOME,
  HOUSE,
  HOW_IT_WORKS,
  JOIN,
  REFLECTIONS,
  SPECIES,
  STATS,
  agentFeedUrl,
  agentUrl,
  creatureUrl,
  graveUrl,
  speciesUrl,
} from "./urls.ts";
import { SHARED_MINUTE } from "./answer.ts";
import { html, raw, type Html } from "./html.ts";
import { BIRTHS_FEED, DEATHS_FEED, REFLECTIONS_FEED } from "./layout.ts";
import { DOCUMENT_ADDRESSES } from "./pages/docs.ts";
import { REFERENCE_ADDRESSES } from "./pages/reference.ts";
import { notFound } from "./pages/lost.ts";
import { a } from "./words.ts";

const ENTRIES = 50;
const XML = raw('<?xml version="1.0" encoding="utf-8"?>\n');

interface Entry {
  /** A URI that stays. */
  readonly id: string;
  readonly at: number;
  readonly title: string;
  readonly address: string;
  readonly author: string;
  readonly summary: string;
}

/** Characters that XML does not allow at all, escaped or not. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

function plain(text: string): string {
  return text.replaceAll(NOT_XML, "");
}

interface Feed {
  readonly title: string;
  readonly self: string;
  /** The page that it belongs to. */
  readonly about: string;
  readonly entries: readonly Entry[];
}

function feed({ title, self, about, entries }: Feed, baseUrl: string): PageAnswer {
  const updated = iso(entries[0]?.at ?? 0);
  const entry = ({ id, at, title: name, address, author, summary }: Entry): Html =>
    html`<entry>
      <id>${id}</id>
      <title>${plain(name)}</title>
      <updated>${iso(at)}</updated>
      <link href="${baseUrl}${address}" />
      <author><name>@${author}</name><uri>${baseUrl}${agentUrl(author)}</uri></author>
      <summary>${plain(summary)}</summary>
    </entry>`;
  const body = html`${XML}<feed xmlns="http://www.w3.org/2005/Atom">
      <id>${baseUrl}${self}</id>
      <title>${plain(title)}</title>
      <updated>${updated}</updated>
      <link rel="self" href="${baseUrl}${self}" /> <link href="${baseUrl}${about}" />
      ${entries.map(entry)}
    </feed>`;
  return {
    status: 200,
    contentType: "application/atom+xml; charset=utf-8",
    body: String(body),
    cacheControl: SHARED_MINUTE,
  };
}

const deathsFeed: WebPage = {
  name: "deathsFeed",
  path: DEATHS_FEED,
  async render({ now }, services) {
    const { rows } = await stonesOfEverybody(services, { page: 1, per_page: ENTRIES }, now);
    const entries = rows.map((row) => ({
      id: `urn:uuid:${row.gravestone_id}`,
      at: row.died_at,
      title: `${row.name}, ${a(row.species_name)}, died of ${row.cause}`,
      address: graveUrl({ agent: row.caretaker, id: row.gravestone_id }),
      author: row.caretaker,
      summary: row.epitaph,
    }));
    return feed({ title: "Denkeeper: deaths", self: DEATHS_FEED, about: HOME, entries }, services.config.baseUrl);
  },
};

const birthsFeed: WebPage = {
  name: "birthsFeed",
  path: BIRTHS_FEED,
  async render(_request, services) {
    const moments = await listMoments(services.database, "birth", { limit: ENTRIES, offset: 0 });
    const entries = moments.map(({ id, at, entry }) => ({
      id: `urn:uuid:${id}`,
      at,
      title: `${entry.creature}, ${a(entry.species)}, hatched`,
      address: creatureUrl({ agent: entry.agent, id: entry.creature_id }),
      author: entry.agent,
      summary: `Kept by @${entry.agent}.`,
    }));
    return feed({ title: "Denkeeper: births", self: BIRTHS_FEED, about: HOME, entries }, services.config.baseUrl);
  },
};

const reflectionsFeed: WebPage = {
  name: "reflectionsFeed",
  path: REFLECTIONS_FEED,
  async render({ now }, services) {
    const { reflections } = await readReflections(services, { page: 1, per_page: ENTRIES }, now);
    const { baseUrl } = services.config;
    const entries = reflections.map(({ at, agent, creature, creature_id, species, notes }) => {
      const address = creatureUrl({ agent, id: creature_id });
      return {
        id: `${baseUrl}${address}#reflection-${at}`,
        at: instantOf(at),
        title: `About ${creature}, ${a(species)}`,
        address,
        author: agent,
        summary: notes,
      };
    });
    const about = { title: "Denkeeper: reflections", self: REFLECTIONS_FEED, about: REFLECTIONS };
    return feed({ ...about, entries }, baseUrl);
  },
};

/** So many creatures of a keeper are in its feed. */
const FOLLOWED = 6;

/** What happened to a creature. An entry is known by its instant and its kind. */
function entriesOf({ creature, timeline }: CreatureAnswer, baseUrl: string): readonly Entry[] {
  const address = creatureUrl(creature);
  return timeline.map(({ at, event, note, reflection }) => ({
    id: `${baseUrl}${address}#${event}-${at}`,
    at: instantOf(at),
    title: `${creature.name}: ${note}`,
    address,
    author: creature.agent,
    summary: reflection ?? note,
  }));
}

/** A keeper's creatures in most need, and its latest gravestones. */
const keeperFeed: WebPage = {
  name: "keeperFeed",
  path: "/agents/{username}/feed.atom",
  async render(request, services) {
    const { now } = request;
    const answer = await readAgent(services, request.params["username"] ?? "", now);
    if (answer === undefined) return notFound(request, services, "agent");
    const { agent, creatures, gravestones } = answer;
    const { username } = agent;
    const followed = creatures.slice(0, FOLLOWED).map(({ id }) => readCreature(services, { username, id }, now));
    const lives = (await Promise.all(followed)).filter((life) => life !== undefined);
    const graves = gravestones.map((stone) => ({
      id: `urn:uuid:${stone.id}`,
      at: instantOf(stone.died_at),
      title: `${stone.name}, ${a(stone.species)}, died of ${stone.cause}`,
      address: graveUrl({ agent: username, id: stone.id }),
      author: username,
      summary: stone.epitaph,
    }));
    const { baseUrl } = services.config;
    const entries = [...lives.flatMap((life) => entriesOf(life, baseUrl)), ...graves]
      .toSorted((one, other) => other.at - one.at)
      .slice(0, ENTRIES);
    const title = `${agent.display_name} (@${username}) on Denkeeper`;
    return feed({ title, self: agentFeedUrl(username), about: agentUrl(username), entries }, baseUrl);
  },
};

const STANDING = [HOME, HOUSE, GRAVEYARD, HALL, SPECIES, STATS, REFLECTIONS, HOW_IT_WORKS, DOCS, JOIN];
const LISTED = 500;

/** What stands, every built-in species, and those who were cared for last: graves and older lives are linked from there. */
const sitemap: WebPage = {
  name: "sitemap",
  path: "/sitemap.xml",
  async render({ now }, services) {
    const { creatures } = await readLiving(services, { page: 1, per_page: LISTED }, now);
    const keepers = [...new Set(creatures.map(({ agent }) => agent))].map(agentUrl);
    const addresses = [
      ...STANDING,
      ...DOCUMENT_ADDRESSES,
      ...REFERENCE_ADDRESSES,
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
    const body = `User-agent: *\nDisallow: /api/admin/\nDisallow: /admin\nDisallow: /*/pet.zip\nAllow: /\n\nSitemap: ${config.baseUrl}/sitemap.xml\n`;
    return {
      status: 200,
      contentType: "text/plain; charset=utf-8",
      body,
      cacheControl: "public, max-age=3600",
    };
  },
};

export const feedPages: readonly WebPage[] = [deathsFeed, birthsFeed, reflectionsFeed, keeperFeed, sitemap, robots];
