// Checks the form of a hook's target. The addresses behind its host are checked at each send (send.ts).
import { isIP } from "node:net";
import type { HooksConfig } from "../../../platform/config/config.ts";
import type { ChannelKind } from "./channel-kind.ts";

const MAX_URL_LENGTH = 500;

/** Matches names that never lead to the public Internet. */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|corp|home|svc|cluster|consul|arpa|onion|test|invalid)$/;

interface TargetExceptions {
  /** Hosts that the operator allows, although they are private or not of the kind. */
  readonly allowedHosts: HooksConfig["allowedHosts"];
  /** Host of this service, which is rejected as a target. */
  readonly ownHost: string;
}

/** Returns the address, or the fault as a phrase such as "must be an https URL". */
export function checkTarget(
  { address: { protocol, hosts, path, query, rule } }: ChannelKind,
  text: string,
  { allowedHosts, ownHost }: TargetExceptions,
): URL | string {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  const isMail = protocol !== undefined;
  const orRule = (fault: string): string => (isMail ? rule : fault);
  const address = isMail && !text.includes(":") ? protocol + text : text;
  if (!URL.canParse(address)) return orRule("must be an https URL");
  const url = new URL(address);
  url.hash = "";
  const hostname = hostOf(url);
  if (url.protocol !== (protocol ?? "https:")) return orRule("must begin with https://");
  if (url.username !== "" || url.password !== "") return "must not have a name or password in it";
  const isAllowed = allowedHosts.has(hostname);
  if (url.port !== "") return "must use port 443, without a port in the URL";
  if (!isAllowed) {
    if (hostname === ownHost || hostname.endsWith(`.${ownHost}`)) return "must not be an address of this service";
    const isName =
      hostname.includes(".") && !hostname.endsWith(".") && isIP(hostname) === 0 && !hostname.startsWith("[");
    if (!isName || PRIVATE_NAMES.test(hostname)) return orRule("must have the name of a public host, not an address");
    if (hosts?.test(hostname) === false) return rule;
  }
  return path.test(url.pathname) && query?.test(url.search) !== false ? url : rule;
}

/** Returns the host of an address; for a mailbox, its domain. */
export function hostOf({ protocol, hostname, pathname }: URL): string {
  return protocol === "mailto:" ? pathname.slice(pathname.lastIndexOf("@") + 1).toLowerCase() : hostname;
}

const MAX_SHOWN = 4;

/** Returns the origin and at most a third of the path, up to 4 characters; for a mailbox, its first letter and its domain. */
export function maskTarget(url: URL): string {
  const { protocol, origin, pathname } = url;
  if (protocol === "mailto:") return `${pathname.slice(0, 1)}…@${hostOf(url)}`;
  const path = pathname.slice(1);
  return `${origin}/${path.slice(0, Math.min(MAX_SHOWN, Math.floor(path.length / 3)))}…`;
}
