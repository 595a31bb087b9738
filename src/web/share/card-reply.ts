// Answers with the link preview image of a page, drawn in its turn.
import type { Needs } from "../../http/request/services.ts";
import type { PageAnswer, PageRequest } from "../page.ts";
import { notFound } from "../pages/lost.ts";
import type { ShareCard } from "./card.ts";
import { shareCard } from "./card.ts";
import { cardDrawing, renderCard } from "./render.ts";

export const SHARE_LIMIT = { by: "ip", max: 60, windowSeconds: 60, counter: "share" } as const;
/** A card changes with the mood at most: those who fetched it may keep it for a while. */
const CARD_CACHE = "public, max-age=60, s-maxage=60";

/** The card at an address, made in its turn. Whether it may be shown is read each time; only what is drawn is kept. */
export async function cardReply(
  request: PageRequest,
  services: Needs<"config">,
  make: () => Promise<ShareCard | undefined>,
): Promise<PageAnswer> {
  const draw = async (): Promise<Buffer | undefined> => {
    const card = await make();
    return card === undefined ? undefined : renderCard(shareCard(card));
  };
  const png = await cardDrawing.ask(draw);
  if (png === undefined) return notFound(request, services, "picture");
  return { status: 200, contentType: "image/png", body: png, cacheControl: CARD_CACHE };
}
