// Badges and cards at stable addresses. They always answer 200: an image proxy shows any other
// answer as a broken picture, so whoever is not public is shown as nobody.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { preferredCoding } from "../../http/contract/accept.ts";
import { headerOf } from "../../http/message/request-context.ts";
import type { Needs } from "../../model/services.ts";
import { matchesTag } from "../../http/respond/tags.ts";
import { pictureRoute } from "../../http/server/picture-route.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { LruCache } from "../../platform/lru.ts";
import { badgeSvg, shieldsJson, type Badge } from "./badge.ts";
import { cardSvg, type Card } from "./card.ts";
import { creatureBadge, creatureCard, shareCreature } from "./creature-share.ts";
import { keeperBadge, keeperCard, shareKeeper } from "./keeper-share.ts";
import { themeIn, type Theme } from "./theme.ts";

/** Nothing runs and nothing is loaded, even if the file is opened as a page. Its own style is inline. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Some 15 KB each. */
const KEPT = 2_000;
const compress = promisify(gzip);

/** A file, compressed. Few clients want it otherwise. */
interface CompressedImage {
  readonly etag: string;
  readonly gzipped: Buffer;
}

const drawn = new LruCache<CompressedImage>(KEPT);

type ShareServices = Needs<"config" | "database" | "outages">;

/** The same content is drawn and compressed once. Whether it may be shown is read each time. */
async function drawing<Content>(
  content: Content,
  call: RouteCall,
  draw: (content: Content, theme: Theme) => string,
): Promise<CompressedImage> {
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
  make: (call: RouteCall, services: ShareServices) => Promise<CompressedImage>,
): Route {
  return pictureRoute(name, path, async (call, services) => {
    const { request } = call;
    const { etag, gzipped } = await make(call, services);
    const headers = { ...HEADERS, "content-type": contentType, etag };
    if (matchesTag(request, etag)) return { status: 304, text: "", headers };
    if (preferredCoding(headerOf(request, "accept-encoding"), ["gzip"]) === undefined)
      return { status: 200, text: new Uint8Array(gunzipSync(gzipped)), headers };
    return { status: 200, text: new Uint8Array(gzipped), headers: { ...headers, "content-encoding": "gzip" } };
  });
}

const SVG = "image/svg+xml; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";

interface ShareImages {
  readonly badge: Badge;
  readonly card: Card;
}

/** The three files of somebody. Who is not public is shown as nobody. */
function filesOf(
  who: string,
  path: Route["path"],
  shownOf: (call: RouteCall, services: ShareServices) => Promise<ShareImages>,
) {
  return [
    route(`${who}Badge`, `${path}/badge.svg`, SVG, async (call, services) =>
      drawing((await shownOf(call, services)).badge, call, badgeSvg),
    ),
    route(`${who}Shield`, `${path}/badge.json`, JSON_TYPE, async (call, services) =>
      drawing((await shownOf(call, services)).badge, call, shieldsJson),
    ),
    route(`${who}Card`, `${path}/card.svg`, SVG, async (call, services) =>
      drawing((await shownOf(call, services)).card, call, cardSvg),
    ),
  ];
}

export const SHARE_ROUTES: readonly Route[] = [
  ...filesOf("creature", "/agents/{username}/creatures/{id}", async ({ params, request }, services) => {
    const seen = await shareCreature(services, params, request.now);
    return { badge: creatureBadge(seen), card: creatureCard(seen) };
  }),
  ...filesOf("keeper", "/agents/{username}", async ({ params, request }, services) => {
    const seen = await shareKeeper(services, params, request.now);
    return { badge: keeperBadge(seen), card: keeperCard(seen) };
  }),
];
