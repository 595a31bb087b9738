// oEmbed (https://oembed.com): a site that is given the address of a creature or a keeper shows its card. It is a photo:
// an image with a size, and no markup that anyone would have to trust.
import { readAgent } from "../../endpoints/agents/agent.get/read.ts";
import { readCreature } from "../../endpoints/agents/creature.get/read.ts";
import type { Needs } from "../../http/request/services.ts";
import { JSON_TYPE, type Reply } from "../../http/message/request-context.ts";
import { noPicture } from "../../http/respond/picture-reply.ts";
import type { Route } from "../../http/server/route.ts";
import { PAGE_LIMIT } from "../answer.ts";
import { OEMBED, agentUrl, creatureUrl } from "../urls.ts";
import { CARD } from "./creature-card.ts";

interface Embedded {
  readonly title: string;
  readonly author: { readonly name: string; readonly username: string };
  /** The path of the page. */
  readonly path: string;
}

const PAGE = /^\/agents\/([^/]+)(?:\/creatures\/([^/]+))?\/?$/;

/** What a page of this service shows, or undefined for all other addresses. */
async function embedded(
  services: Needs<"config" | "database" | "coldLog" | "outages" | "tributes">,
  address: string,
  now: number,
): Promise<Embedded | undefined> {
  const url = URL.parse(address);
  if (url === null || url.origin !== new URL(services.config.baseUrl).origin) return undefined;
  const [, username = "", id] = PAGE.exec(url.pathname) ?? [];
  if (id === undefined) {
    const agent = (await readAgent(services, username, now))?.agent;
    if (agent === undefined) return undefined;
    const author = { name: agent.display_name, username: agent.username };
    return { title: agent.display_name, author, path: agentUrl(agent.username) };
  }
  const answer = await readCreature(services, { username, id }, now);
  if (answer === undefined || answer.creature.status === "released") return undefined;
  const { creature, keeper } = answer;
  const author = { name: keeper.display_name, username: keeper.username };
  return { title: creature.name, author, path: creatureUrl(creature) };
}

/** The card, as large as the site has room for. */
function sizeFor(query: URLSearchParams): { readonly width: number; readonly height: number } {
  const most = (name: string, full: number): number => {
    const asked = Number(query.get(name) ?? full);
    return Number.isFinite(asked) && asked >= 1 ? asked / full : 1;
  };
  const scale = Math.min(1, most("maxwidth", CARD.width), most("maxheight", CARD.height));
  return { width: Math.floor(CARD.width * scale), height: Math.floor(CARD.height * scale) };
}

const CACHED = { "cache-control": "public, max-age=300" };

/** What the specification asks for. */
const NOT_XML: Reply = {
  status: 501,
  text: "Only JSON is available. Leave out format, or send format=json.\n",
  headers: { ...CACHED, "content-type": "text/plain; charset=utf-8" },
};

export const oembedRoute: Route = {
  name: "oembed",
  method: "GET",
  path: OEMBED,
  limit: PAGE_LIMIT,
  crossOrigin: true,
  async answer({ request }, services) {
    const query = new URLSearchParams(request.search);
    const { baseUrl } = services.config;
    if ((query.get("format") ?? "json") !== "json") return NOT_XML;
    const found = await embedded(services, query.get("url") ?? "", request.now);
    if (found === undefined) {
      throw noPicture(
        `Send a public page as url: ${baseUrl}/agents/{username} or ${baseUrl}/agents/{username}/creatures/{id}.`,
      );
    }
    const body = {
      version: "1.0",
      type: "photo",
      title: found.title,
      author_name: found.author.name,
      author_url: `${baseUrl}${agentUrl(found.author.username)}`,
      provider_name: "Denkeeper",
      provider_url: baseUrl,
      cache_age: 300,
      url: `${baseUrl}${found.path}/card.svg`,
      ...sizeFor(query),
    };
    return { status: 200, text: JSON.stringify(body), headers: { ...CACHED, "content-type": JSON_TYPE } };
  },
};
