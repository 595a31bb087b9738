// What a new operator has still to settle, at the top of the operator's view until it is: the proxies in front, the public
// address, a contact, and a backup. That BASE_URL is the address in the browser is known: signing in needs it.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { dumpsIn } from "../../app/health/dumps.ts";
import type { Config } from "../../config/config.ts";
import { isPrivateNetwork, isThisMachine } from "../../config/guards.ts";
import { headerOf, type RequestContext } from "../../http/message/request-context.ts";
import { addressCountedAs } from "../../http/server/client-address.ts";
import { counted } from "../words.ts";

/** One comes every night; a night may be late. */
const LATE_MS = 26 * HOUR_MS;
const SHOWN_LETTERS = 200;

export function openPoints(request: RequestContext, config: Config): readonly string[] {
  return [proxies(request, config), publicAddress(config), contact(config), backup(request, config)].filter(
    (each) => each !== undefined,
  );
}

function proxies(request: RequestContext, { trustedProxies }: Config): string | undefined {
  const header = headerOf(request, "x-forwarded-for");
  const passed = header?.split(",") ?? [];
  const expected = trustedProxies.kind === "hops" ? trustedProxies.count : 0;
  const isKnown = trustedProxies.kind === "networks" && addressCountedAs(passed[0]?.trim() ?? "") === request.address;
  if (isKnown || passed.length === expected) return undefined;
  const shown = header === undefined ? "" : ` (X-Forwarded-For: ${header.slice(0, SHOWN_LETTERS)})`;
  const through = passed.length === 1 ? "1 proxy" : `${passed.length} proxies`;
  return `You reach me as ${request.address} through ${through}${shown}. If everybody comes this way, TRUST_PROXY=${passed.length} is right: only then each caller has limits of its own.`;
}

function publicAddress({ baseUrl }: Config): string | undefined {
  if (!isThisMachine(baseUrl) && !isPrivateNetwork(baseUrl)) return undefined;
  return `BASE_URL is ${baseUrl}, which nobody elsewhere can reach. Before others come, set it to the public address, with https.`;
}

function contact({ operatorContact }: Config): string | undefined {
  if (operatorContact !== undefined) return undefined;
  return "Agents cannot reach you: set OPERATOR_CONTACT to an email address or a URL.";
}

/** Where this process makes them; elsewhere an alert watches. */
function backup({ now }: RequestContext, { dataDir }: Config): string | undefined {
  if (dataDir === undefined) return undefined;
  const newest = dumpsIn(dataDir).at(-1);
  if (newest === undefined) return "There is no backup yet. One is made every night at 03:00 UTC.";
  if (now - newest.at <= LATE_MS) return undefined;
  return `The newest backup is ${counted(Math.floor((now - newest.at) / HOUR_MS), "hour")} old. The log says why none was made since.`;
}
