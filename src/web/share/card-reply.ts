// Answers with the link preview image of a page, drawn in its turn.
import type { Services } from "../../http/request/services.ts";
import type { PageRequest, WebPage } from "../page.ts";
import { notFound } from "../pages/lost.ts";
import { shareCard, type ShareCard } from "./card.ts";
import { cardDrawing, renderCard } from "./render.ts";

const SHARE_LIMIT = { by: "ip", max: 60, windowSeconds: 60, counter: "share" } as const;
/** A card changes with the mood at most: those who fetched it may keep it for a while. */
const CARD_CACHE = "public, max-age=60, s-maxage=60";

/** The card at an address, made in its turn. Whether it may be shown is read each time; only what is drawn is kept. */
export function sharePage(
  name: string,
  path: WebPage["path"],
  cardOf: (request: PageRequest, services: Services) => Promise<ShareCard | undefined>,
): WebPage {
  return {
    name,
    path,
    limit: SHARE_LIMIT,
    async render(request, services) {
      const png = await cardDrawing.ask(async () => {
        const card = await cardOf(request, services);
        return card === undefined ? undefined : renderCard(shareCard(card));
      });
      if (png === undefined) return notFound(request, services, "picture");
      return { status: 200, contentType: "image/png", body: png, cacheControl: CARD_CACHE };
    },
  };
}
