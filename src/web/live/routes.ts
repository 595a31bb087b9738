// Live streams: server-sent events for pages that are open, one address for each kind of page. They need no key and say
// nothing that the page itself would not.
import type { ServerResponse } from "node:http";
import type { LiveHub, LivePage, News } from "../../app/live/live-hub.ts";
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

/** A kind of page. */
interface Kind {
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

/** There are many: it holds on to nothing that it does not need. */
class Stream implements LivePage {
  readonly address: string;
  readonly #connection: ServerResponse;
  readonly #kind: Kind;

  constructor(connection: ServerResponse, kind: Kind, address: string) {
    this.#connection = connection;
    this.#kind = kind;
    this.address = address;
  }

  get wantsHouse(): boolean {
    return this.#kind.wantsHouse;
  }

  send(news: News): void {
    this.write(`data: ${this.#kind.textOf(news)}\n\n`);
  }

  beat(): void {
    this.write(":\n\n");
  }

  end(): void {
    this.#connection.end();
  }

  write(text: string): void {
    if (this.#connection.writableLength > MOST_UNREAD_BYTES) this.#connection.destroy();
    else this.#connection.write(text);
  }
}

function start(stream: Stream, shown: readonly WatchedKey[], { liveHub, now }: Needs<"liveHub" | "now">): void {
  opened++;
  const retryMs = RETRY_MS + ((opened * SPREAD_STEP_MS) % RETRY_SPREAD_MS);
  stream.write(`retry: ${retryMs}\ndata: {"now":${now()}}\n\n`);
  liveHub.open(stream, shown);
}

function closeWith(connection: ServerResponse, stream: Stream, hub: LiveHub): void {
  connection.once("close", () => hub.close(stream));
}

function live(
  name: string,
  path: `/live/${string}`,
  kind: Kind,
  shownBy: (call: RouteCall) => readonly WatchedKey[],
): Route {
  return {
    name,
    method: "GET",
    path,
    limit: LIMIT,
    async answer(call, services) {
      const { address, method } = call.request;
      refuseIfFull(services, address);
      const reply = { status: 200, text: "", headers: HEADERS };
      if (method !== "GET") return reply;
      return {
        ...reply,
        stream(connection) {
          const stream = new Stream(connection, kind, address);
          start(stream, shownBy(call), services);
          closeWith(connection, stream, services.liveHub);
        },
      };
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
  live("liveHome", "/live/home", { wantsHouse: true, textOf: houseMessage }, shownOn),
  live("liveHouse", "/live/house", { wantsHouse: false, textOf: houseMessage }, shownOn),
  live(
    "liveCreature",
    "/live/agents/{username}/creatures/{id}",
    { wantsHouse: false, textOf: creatureMessage },
    ({ params: { username = "", id = "" } }) => keyOf(username, id),
  ),
];
