// Serves /ping/dkp_..., where a job reports that it began or how it ended (RUN rules).
import { stripVTControlCharacters } from "node:util";
import { checkCode } from "@denkeeper/rules/foresight/signs.ts";
import { cleanLines } from "../../platform/agent-text.ts";
import { withoutSecrets } from "../../platform/observability/redaction.ts";
import type { Limit } from "../../http/contract/contract.ts";
import { countByAddress } from "../../http/guard/count-address.ts";
import type { Reply } from "../../http/message/request-context.ts";
import type { Services } from "../../http/request/services.ts";
import { Failure } from "../../http/respond/errors.ts";
import type { Route, RouteCall } from "../../http/server/route.ts";
import { agentIdInKey, hashOfKey } from "../../platform/identity/api-key.ts";
import { findPingLink, savePing } from "../../model/agents/store/runs.ts";
import { makePulseDue } from "../../model/silence/store/pulses.ts";

const LIMIT: Limit = { by: "ip", max: 240, windowSeconds: 60, counter: "pings" };
/** Limits pings per link, also invalid links, from all IP addresses together. */
const LINK_LIMIT = { name: "pingsOfLink", limit: { by: "ip", max: 60, windowSeconds: 60 } } as const;
const EXIT_CODE = /^(?:\d|[1-9]\d|1\d\d|2[0-4]\d|25[0-5])$/;
/** Prefix of the exit code of a check that ran after a job. */
const CHECK = "check-";

const MOST_OUTPUT = 2_000;
const MOST_LINES = 60;

/** Returns the end of a job's output, without colors and without secrets such as the agent's key. */
async function outputIn(bytes: RouteCall["bytes"]): Promise<string | null> {
  const text = withoutSecrets(stripVTControlCharacters((await bytes())?.toString("utf8") ?? ""));
  const end = cleanLines(text, Infinity).trim().slice(-MOST_OUTPUT);
  return end === "" ? null : end.split("\n").slice(-MOST_LINES).join("\n");
}

/** Returns the exit code of a ping: null for a start, undefined if the word is unknown. */
function exitCodeIn(word: string): number | null | undefined {
  if (word === "start") return null;
  if (word === "fail") return 1;
  const code = word.startsWith(CHECK) ? word.slice(CHECK.length) : undefined;
  if (code !== undefined) return EXIT_CODE.test(code) ? checkCode(Number(code)) : undefined;
  return EXIT_CODE.test(word) ? Number(word) : undefined;
}

async function answer({ request, params, bytes }: RouteCall, services: Services): Promise<Reply> {
  const { link: secret = "", word = "0" } = params;
  const { database } = services;
  const exitCode = exitCodeIn(word);
  const agentId = agentIdInKey(secret, "ping");
  if (agentId === undefined || exitCode === undefined) throw Failure.general("ping_not_found");
  const linkHash = hashOfKey(secret);
  await countByAddress(LINK_LIMIT, request, services, linkHash.toString("base64url"));
  const { now } = request;
  const output = request.method === "POST" && exitCode !== null ? await outputIn(bytes) : null;
  const isKnown =
    request.method === "HEAD"
      ? (await findPingLink(database, { agentId }))?.linkHash.equals(linkHash) === true
      : await database.withTransaction(async (tx) => {
          const isSaved = await savePing(tx, { agentId, linkHash, exitCode, output, now });
          if (isSaved && exitCode !== null) await makePulseDue(tx, { agentId, now });
          return isSaved;
        });
  if (!isKnown) throw Failure.general("ping_not_found");
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return { status: 200, text: "OK\n", headers };
}

/** HEAD requests are routed as GET. They only test whether the link exists, and report nothing. */
export const PING_ROUTES: readonly Route[] = (["GET", "POST"] as const).flatMap((method) =>
  (["/ping/{link}", "/ping/{link}/{word}"] as const).map((path) => ({
    name: "ping",
    method,
    path,
    limit: LIMIT,
    answer,
  })),
);
