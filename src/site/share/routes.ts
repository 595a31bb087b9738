// Serves badges and cards at stable addresses. A missing subject gets an empty doorway with status 200, because image proxies
// show a 404 as a broken picture.
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

/** Allows only the inline style, even if the file is opened as a page. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
/** Maximum number of cached drawings, some 15 KB each. */
const MOST_CACHED = 2_000;
const compress = promisify(gzip);

/** Stored only compressed, because almost all clients accept gzip. */
interface CompressedImage {
  readonly etag: string;
  readonly gzipped: Buffer;
}

const cache = new LruCache<CompressedImage>(MOST_CACHED);

type ShareServices = Needs<"config" | "database" | "outages">;

/** Returns the cached image of equal content, or draws one. Callers have checked the subject's visibility for this request. */
async function drawing<Content>(
  content: Content,
  call: RouteCall,
  draw: (content: Content, theme: Theme) => string,
): Promise<CompressedImage> {
  const theme = themeIn(new URLSearchParams(call.request.search));
  const key = `${draw.name} ${theme} ${JSON.stringify(content)}`;
  const cached = cache.get(key);
  if (cached !== undefined) return cached;
  const text = draw(content, theme);
  const etag = `W/"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
  const image = { etag, gzipped: await compress(text) };
  cache.set(key, image);
  return image;
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

/** Builds the routes of a subject's three files. */
function filesOf<Subject>(
  subject: string,
  path: Route["path"],
  read: (services: ShareServices, params: RouteCall["params"], now: number) => Promise<Subject>,
  { badgeOf, cardOf }: { readonly badgeOf: (subject: Subject) => Badge; readonly cardOf: (subject: Subject) => Card },
) {
  const readIn = ({ params, request }: RouteCall, services: ShareServices) => read(services, params, request.now);
  return [
    route(`${subject}Badge`, `${path}/badge.svg`, SVG, async (call, services) =>
      drawing(badgeOf(await readIn(call, services)), call, badgeSvg),
    ),
    route(`${subject}Shield`, `${path}/badge.json`, JSON_TYPE, async (call, services) =>
      drawing(badgeOf(await readIn(call, services)), call, shieldsJson),
    ),
    route(`${subject}Card`, `${path}/card.svg`, SVG, async (call, services) =>
      drawing(cardOf(await readIn(call, services)), call, cardSvg),
    ),
  ];
}

export const SHARE_ROUTES: readonly Route[] = [
  ...filesOf("creature", "/agents/{username}/creatures/{id}", shareCreature, {
    badgeOf: creatureBadge,
    cardOf: creatureCard,
  }),
  ...filesOf("keeper", "/agents/{username}", shareKeeper, { badgeOf: keeperBadge, cardOf: keeperCard }),
];
