// Badges and cards at stable addresses. Badges and cards always answer 200: an image proxy shows any other
// answer as a broken picture, so whoever is not public is shown as nobody.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { readAgent } from "../../endpoints/agents/agent.get/read.ts";
import { readReliability } from "../../endpoints/agents/reliability.get/read.ts";
import { preferredCoding } from "../../contracts/kit/accept.ts";
import { headerOf } from "../../http/message/request-context.ts";
import type { Needs } from "../../http/request/services.ts";
import { knowsTag } from "../../http/respond/tags.ts";
import { pictureRoute } from "../../http/server/picture-route.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { LruCache } from "../../platform/lru.ts";
import { badgeSvg, shieldsJson, type Badge } from "./badge.ts";
import { creatureCardSvg } from "./creature-card.ts";
import { keeperCardSvg } from "./keeper-card.ts";
import { creatureBadge, creatureCard, seenCreature } from "./of-creature.ts";
import { keeperBadge, keeperCard, type SeenKeeper } from "./of-keeper.ts";
import { themeIn, type Theme } from "./theme.ts";

/** Nothing runs and nothing is loaded, even if the file is opened as a page. Its own style is inline. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Some 15 KB each. */
const KEPT = 2_000;
const compress = promisify(gzip);

/** A file, compressed. Few clients want it otherwise. */
interface Drawn {
  readonly etag: string;
  readonly gzipped: Buffer;
}

const drawn = new LruCache<Drawn>(KEPT);

type Services = Needs<"config" | "database" | "outages">;

/** The same content is drawn and compressed once. Whether it may be shown is read each time. */
async function drawing<Content>(
  content: Content,
  call: RouteCall,
  draw: (content: Content, theme: Theme) => string,
): Promise<Drawn> {
  const theme = themeIn(new URLSearchParams(call.request.search));
  const key = `${draw.name} ${theme} ${JSON.stringify(content)}`;
  const known = drawn.get(key);
  if (known !== undefined) return known;
  const text = draw(content, theme);
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const made = { etag, gzipped: await compress(text) };
  drawn.set(key, made);
  return made;
}

const HEADERS = {
  "cache-control": "public, max-age=300",
  "content-security-policy": POLICY,
  vary: "accept-encoding",
};

function route(
  name: string,
  path: Route["path"],
  contentType: string,
  make: (call: RouteCall, services: Services) => Promise<Drawn>,
): Route {
  return pictureRoute(name, path, async (call, services) => {
    const { request } = call;
    const { etag, gzipped } = await make(call, services);
    const headers = { ...HEADERS, "content-type": contentType, etag };
    if (knowsTag(request, etag)) return { status: 304, text: "", headers };
    if (preferredCoding(headerOf(request, "accept-encoding"), ["gzip"]) === undefined)
      return { status: 200, text: new Uint8Array(gunzipSync(gzipped)), headers };
    return { status: 200, text: new Uint8Array(gzipped), headers: { ...headers, "content-encoding": "gzip" } };
  });
}

async function badgeOfCreature({ params, request }: RouteCall, services: Services): Promise<Badge> {
  return creatureBadge(await seenCreature(services, params, request.now));
}

async function seenKeeper({ params, request }: RouteCall, services: Services): Promise<SeenKeeper | undefined> {
  const username = params["username"] ?? "";
  const [answer, record] = await Promise.all([
    readAgent(services, username, request.now),
    readReliability(services, username, request.now),
  ]);
  return answer === undefined || record === undefined ? undefined : { answer, record };
}

async function badgeOfKeeper(call: RouteCall, services: Services): Promise<Badge> {
  return keeperBadge(services, await seenKeeper(call, services), call.request.now);
}

const SVG = "image/svg+xml; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";
const CREATURE = "/agents/{username}/creatures/{id}";
const KEEPER = "/agents/{username}";

export const SHARE_ROUTES: readonly Route[] = [
  route("creatureBadge", `${CREATURE}/badge.svg`, SVG, async (call, services) =>
    drawing(await badgeOfCreature(call, services), call, badgeSvg),
  ),
  route("creatureShield", `${CREATURE}/badge.json`, JSON_TYPE, async (call, services) =>
    drawing(await badgeOfCreature(call, services), call, shieldsJson),
  ),
  route("creatureCard", `${CREATURE}/card.svg`, SVG, async (call, services) =>
    drawing(creatureCard(await seenCreature(services, call.params, call.request.now)), call, creatureCardSvg),
  ),
  route("keeperBadge", `${KEEPER}/badge.svg`, SVG, async (call, services) =>
    drawing(await badgeOfKeeper(call, services), call, badgeSvg),
  ),
  route("keeperShield", `${KEEPER}/badge.json`, JSON_TYPE, async (call, services) =>
    drawing(await badgeOfKeeper(call, services), call, shieldsJson),
  ),
  route("keeperCard", `${KEEPER}/card.svg`, SVG, async (call, services) => {
    const seen = await seenKeeper(call, services);
    return drawing(await keeperCard(services, seen, call.request.now), call, keeperCardSvg);
  }),
];
