// /ping/dkp_...: a job says that it began, or how it ended (RUN rules). The address is a secret that opens nothing, so its
// answer is one word. A ping is no sign of life, and feeds nobody.
import { stripVTControlCharacters } from "node:util";
import { checkCode } from "@denkeeper/rules/foresight/signs.ts";
import { cleanLines } from "../../platform/agent-text.ts";
import type { Limit } from "../../http/contract/contract.ts";
import { countByAddress } from "../../http/guard/count-address.ts";
import type { Reply } from "../../http/message/request-context.ts";
import type { Services } from "../../http/request/services.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { agentIdInKey, hashOfKey } from "../../platform/identity/api-key.ts";
import { findPingLink, savePing } from "../../model/agents/store/runs.ts";
import { askForLook } from "../../model/silence/store/pulses.ts";

const LIMIT: Limit = { by: "ip", max: 240, windowSeconds: 60, counter: "pings" };
/** Of a link, wherever it is used. Who made one up counts for itself. */
const OF_LINK = { name: "pingsOfLink", limit: { by: "ip", max: 60, windowSeconds: 60 } } as const;
const EXIT_CODE = /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/;
/** Before the exit code of a check: the job itself had ended with 0. */
const CHECK = "check-";

/** What a job printed last goes to its owner as plain text: without colors, and of it no more than this. */
const MOST_OUTPUT = 2_000;
const MOST_LINES = 60;
/** What a script printed may hold its key, which a visitor of the owner page must not get. */
const OUR_KEYS = /\bdk[a-z]?_\w+/g;

async function outputIn(bytes: RouteCall["bytes"]): Promise<string | null> {
  const text = stripVTControlCharacters((await bytes())?.toString("utf8") ?? "").replaceAll(OUR_KEYS, "***");
  const end = cleanLines(text, Infinity).trim().slice(-MOST_OUTPUT);
  return end === "" ? null : end.split("\n").slice(-MOST_LINES).join("\n");
}

/** The exit code that a ping brings; null for a start, undefined for what says nothing. */
function exitCodeIn(said: string): number | null | undefined {
  if (said === "start") return null;
  if (said === "fail") return 1;
  const ofCheck = said.startsWith(CHECK) ? said.slice(CHECK.length) : undefined;
  if (ofCheck !== undefined) return EXIT_CODE.test(ofCheck) ? checkCode(Number(ofCheck)) : undefined;
  return EXIT_CODE.test(said) ? Number(said) : undefined;
}

async function answer({ request, params, bytes }: RouteCall, services: Services): Promise<Reply> {
  const { link: secret = "", said = "0" } = params;
  const { database } = services;
  const exitCode = exitCodeIn(said);
  const agentId = agentIdInKey(secret, "ping");
  if (agentId === undefined || exitCode === undefined) throw Failure.general("ping_not_found");
  const linkHash = hashOfKey(secret);
  await countByAddress(OF_LINK, request, services, linkHash.toString("base64url"));
  const { now } = request;
  const output = request.method === "POST" && exitCode !== null ? await outputIn(bytes) : null;
  const isKnown =
    request.method === "HEAD"
      ? (await findPingLink(database, { agentId }))?.linkHash.equals(linkHash) === true
      : await database.withTransaction(async (tx) => {
          const isSaved = await savePing(tx, { agentId, linkHash, exitCode, output, now });
          if (isSaved && exitCode !== null) await askForLook(tx, { agentId, now });
          return isSaved;
        });
  if (!isKnown) throw Failure.general("ping_not_found");
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return { status: 200, text: "OK\n", headers };
}

/** HEAD comes as GET, and says nothing. */
export const PING_ROUTES: readonly Route[] = (["GET", "POST"] as const).flatMap((method) =>
  (["/ping/{link}", "/ping/{link}/{said}"] as const).map((path) => ({
    name: "ping",
    method,
    path,
    limit: LIMIT,
    answer,
  })),
);
