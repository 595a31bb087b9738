// Serves /pay/{token}, where a human pays. Only POST opens a checkout, because link previews send GET.
import { resurrectionCost, resurrectionOffer, returnableSince } from "@denkeeper/rules/care/resurrection.ts";
import { ageMsAt } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";
import { stonesOf } from "../../community/graves/graveyard.get/read.ts";
import { countByAddress } from "../../http/guard/count-address.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { RequestContext, Reply } from "../../http/message/request-context.ts";
import type { Needs } from "../../model/services.ts";
import type { Services } from "../../http/request/services.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { isTestName } from "../../platform/identity/agent-id.ts";
import { takesRealMoney } from "../rails.ts";
import { PAY_PATH, type PayLink } from "../pay-link.ts";
import { ProviderError } from "../provider-error.ts";
import { cardCheckout, type StripeRail } from "../stripe/index.ts";
import { findUsername } from "../../model/agents/store/agents.ts";
import { listDeadSince } from "../../model/creatures/store/creatures.ts";
import type { Database } from "../../platform/database/db.ts";
import { findHasLeft, findDepartingAgent } from "../../model/agents/store/departures.ts";
import { findPurchase } from "../store/purchases.ts";
import type { PageFrame } from "../../ui/layout.ts";
import { legalTexts } from "../../ui/legal.ts";
import { graveUrl, memorialUrl } from "../../ui/urls.ts";
import { a } from "../../ui/words.ts";
import {
  awayPage,
  brokenPage,
  cancelledPage,
  expiredPage,
  payPage,
  thanksPage,
  tooManyPage,
  unknownLinkPage,
  waitingPage,
  type PayOrder,
} from "./pages.ts";

const ADDRESS = {
  path: `${PAY_PATH}/{token}`,
  limit: { by: "ip", max: 60, windowSeconds: 60, counter: "pay" },
  countsItself: true,
} as const;

export const showPayLink: Route = {
  ...ADDRESS,
  name: "showPayLink",
  method: "GET",
  answer: (call, services) => payPageReply(showPayLink, call, services, show),
};

export const followPayLink: Route = {
  ...ADDRESS,
  name: "followPayLink",
  method: "POST",
  answer: (call, services) => payPageReply(followPayLink, call, services, follow),
};

interface PayRequest {
  readonly request: RequestContext;
  readonly frame: PageFrame;
  readonly stripe: StripeRail;
  readonly token: string;
  readonly link: PayLink;
  readonly order: PayOrder;
}

/** Returns failures as pages too, because humans read them. */
async function payPageReply(
  route: Route,
  call: RouteCall,
  services: Services,
  answer: (payRequest: PayRequest, services: Services) => Promise<Reply>,
): Promise<Reply> {
  const { request } = call;
  const { config } = services;
  const frame: PageFrame = { baseUrl: config.baseUrl, now: request.now, legal: legalTexts(config) };
  try {
    await countByAddress(route, request, services);
    const payRequest = await payRequestOf(call, frame, services);
    return payRequest === undefined ? unknownLinkPage(frame) : await answer(payRequest, services);
  } catch (thrown) {
    if (thrown instanceof Failure && thrown.status === 429) {
      return tooManyPage(thrown.more.retryAfterSeconds ?? 60, frame);
    }
    services.log.error({ requestId: request.id, err: thrown }, "a pay page failed");
    return brokenPage(frame);
  }
}

async function payRequestOf(
  { request, params: { token = "" } }: RouteCall,
  frame: PageFrame,
  { rails, database, config, outages }: Needs<"config" | "database" | "outages" | "rails">,
): Promise<PayRequest | undefined> {
  const stripe = cardCheckout(rails);
  const link = stripe?.links.read(token);
  if (stripe === undefined || link === undefined) return undefined;
  const username = await findUsername(database, { agentId: link.agentId });
  const isTest = username !== undefined && isTestName(username);
  if (username === undefined || (isTest && takesRealMoney(config)) || (await isEndedByLeaving(link, request, database)))
    return undefined;
  const order = {
    username,
    isTest,
    pack: link.pack,
    pageSource: stripe.pageSource,
    contact: config.operatorContact,
    dead: await deadOf({ database, outages }, link.agentId, request.now),
  };
  return { request, frame, stripe, token, link, order };
}

/** Number of gravestones read, equal to the limit of `listDeadSince`. */
const STONES_READ = 5;

async function deadOf(
  { database, outages }: Needs<"database" | "outages">,
  agentId: string,
  now: number,
): Promise<PayOrder["dead"]> {
  const known = await outages.known();
  const [dead, { rows }] = await Promise.all([
    listDeadSince(database, agentId, returnableSince(now, known)),
    stonesOf(database, agentId, false, { page: 1, per_page: STONES_READ }),
  ]);
  return dead.flatMap((stored) => {
    const creature = creatureAcrossOutages(stored, known, now);
    const stone = rows.find(({ creature_id, died_at }) => creature_id === creature.id && died_at === creature.death.at);
    const { possible, cost } = resurrectionOffer(creature, now, known);
    if (stone === undefined || !possible) return [];
    const key = { agent: stone.caretaker, id: stone.gravestone_id };
    const nextCost = resurrectionCost(creature.resurrections + 1, ageMsAt(creature, now) / HOUR_MS);
    const links = { portrait: memorialUrl(key), page: graveUrl(key) };
    return [{ name: stone.name, kind: a(stone.species_name), cost, nextCost, ...links }];
  });
}

/** Returns true if the agent has left or is leaving, which ends its links. A paid link still shows its result. */
async function isEndedByLeaving(
  link: PayLink,
  { method, search }: RequestContext,
  database: Database,
): Promise<boolean> {
  const [hasLeft, departing] = await Promise.all([
    findHasLeft(database, { agentId: link.agentId }),
    findDepartingAgent(database, { agentId: link.agentId }),
  ]);
  if (!hasLeft && departing === undefined) return false;
  const status = (await findPurchase(database, link))?.status;
  if (status === "credited" || status === "settling") return false;
  // A human who returns from an open checkout still sees a page, because the payment may be reported a moment later.
  return !(status === "opened" && method === "GET" && search === "?paid");
}

async function show({ request, frame, link, order }: PayRequest, { database }: Needs<"database">): Promise<Reply> {
  const { search, now } = request;
  const purchase = await findPurchase(database, link);
  const status = purchase?.status ?? (link.expiresAt <= now ? "expired" : "opened");
  if (status === "credited") return thanksPage(order, frame);
  if (status === "settling" || search === "?paid") return waitingPage(order, frame);
  if (status === "expired" || status === "failed") return expiredPage(frame);
  return search === "?cancelled" ? cancelledPage(order, frame) : payPage(order, frame);
}

async function follow(
  { request, frame, stripe, token, link, order }: PayRequest,
  { log }: Needs<"log">,
): Promise<Reply> {
  try {
    const state = await stripe.checkout.open(link, token, request.now);
    if (state.kind === "expired") return expiredPage(frame);
    const location = state.kind === "open" ? state.url : `${PAY_PATH}/${token}?paid`;
    return { status: 303, text: "", headers: { location, "cache-control": "private, no-store" } };
  } catch (thrown) {
    if (!(thrown instanceof ProviderError)) throw thrown;
    const { agentId, purchaseId } = link;
    log.error({ requestId: request.id, agentId, purchaseId, err: thrown }, "opening a checkout failed");
    return awayPage(order, frame);
  }
}
