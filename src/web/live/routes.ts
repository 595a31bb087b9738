// Live streams: server-sent events for pages that are open, one address for each kind of page. They need no key and say
// nothing that the page itself would not.
import type { ServerResponse } from "node:http";
import type { LivePage, News } from "../../app/live/live-hub.ts";
import { tooManyRequests } from "../../http/guard/count-address.ts";
import type { Needs } from "../../http/request/services.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { agentIdOf, isUuid } from "../../identity/agent-id.ts";
import { isUsername } from "../../identity/username.ts";
import type { WatchedKey } from "../../store/rollups/live.ts";
import { creatureMessage, houseMessage } from "./messages.ts";

const LIMIT = { by: "ip", max: 120, windowSeconds: 60, counter: "live" } as const;
/** No page shows more creatures. */
const MOST_WATCHED = 60;
/** A client that does not read this much is disconnected. */
const MOST_UNREAD_BYTES = 64 * 1024;
const RETRY_MS = 1_500;
const RETRY_SPREAD_MS = 6_000;
const SPREAD_STEP_MS = 370;
const RETRY_AFTER_SECONDS = 30;

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // nginx would wait for more before it passes anything on.
  "x-accel-buffering": "no",
};

interface Wanted {
  readonly watched: readonly WatchedKey[];
  readonly wantsHouse: boolean;
  readonly textOf: (news: News) => string;
}

/** Browsers whose streams end together come back one after the other. */
let opened = 0;

function refuseIfFull({ liveHub }: Needs<"liveHub">, address: string): void {
  const refusal = liveHub.refusal(address);
  if (refusal === undefined) return;
  if (refusal === "too_many_of_address") throw tooManyRequests(RETRY_AFTER_SECONDS);
  throw Failure.general("busy", {
    suggestion: "This process keeps no more pages up to date. Read the page again every half minute instead.",
    headers: { "retry-after": String(RETRY_AFTER_SECONDS) },
  });
}

function streamTo(
  connection: ServerResponse,
  wanted: Wanted,
  address: string,
  services: Needs<"liveHub" | "now">,
): void {
  const { watched, wantsHouse, textOf } = wanted;
  const write = (text: string): void => {
    if (connection.writableLength > MOST_UNREAD_BYTES) connection.destroy();
    else connection.write(text);
  };
  const page: LivePage = {
    address,
    watched,
    wantsHouse,
    send: (news) => write(`data: ${textOf(news)}\n\n`),
    beat: () => write(":\n\n"),
    end: () => void connection.end(),
  };
  opened++;
  const retryMs = RETRY_MS + ((opened * SPREAD_STEP_MS) % RETRY_SPREAD_MS);
  write(`retry: ${retryMs}\ndata: {"now":${services.now()}}\n\n`);
  connection.once("close", services.liveHub.open(page));
}

function live(name: string, path: `/live/${string}`, wantedBy: (call: RouteCall) => Wanted): Route {
  return {
    name,
    method: "GET",
    path,
    limit: LIMIT,
    async answer(call, services) {
      const { address, method } = call.request;
      const wanted = wantedBy(call);
      refuseIfFull(services, address);
      const reply = { status: 200, text: "", headers: HEADERS };
      if (method !== "GET") return reply;
      return { ...reply, stream: (connection) => streamTo(connection, wanted, address, services) };
    },
  };
}

function keyOf(agent: string, id: string): readonly WatchedKey[] {
  const creatureId = id.toLowerCase();
  return isUsername(agent) && isUuid(creatureId) ? [{ agentId: agentIdOf(agent.toLowerCase()), creatureId }] : [];
}

/** The creatures that a page shows: ?of=ada/0199...,bob/0199... */
function shownOn({ request }: RouteCall): readonly WatchedKey[] {
  const named = new Set((new URLSearchParams(request.search).get("of") ?? "").split(","));
  return [...named].slice(0, MOST_WATCHED).flatMap((name) => {
    const [agent = "", id = ""] = name.split("/");
    return keyOf(agent, id);
  });
}

export const LIVE_ROUTES: readonly Route[] = [
  live("liveHome", "/live/home", (call) => ({ watched: shownOn(call), wantsHouse: true, textOf: houseMessage })),
  live("liveHouse", "/live/house", (call) => ({ watched: shownOn(call), wantsHouse: false, textOf: houseMessage })),
  live("liveCreature", "/live/agents/{username}/creatures/{id}", ({ params: { username = "", id = "" } }) => ({
    watched: keyOf(username, id),
    wantsHouse: false,
    textOf: creatureMessage,
  })),
];
