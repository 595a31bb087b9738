// Where a hook may point: a public name behind https on port 443, in the form that its kind of receiver has, or one mailbox.
// What a name behind https leads to is checked whenever a message is sent (send.ts).
import { isIP } from "node:net";
import type { HookKind } from "@denkeeper/rules/foresight/hook-events.ts";
import type { HooksConfig } from "../../../platform/config/config.ts";
import { KINDS } from "./kinds.ts";

const MAX_URL_LENGTH = 500;

/** Names that never lead to the public Internet. */
const PRIVATE_NAMES =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|corp|home|svc|cluster|consul|arpa|onion|test|invalid)$/;

/** What is allowed beyond the rules, and what is refused besides them. */
export interface TargetRules {
  readonly allowedHosts: HooksConfig["allowedHosts"];
  /** The name of this service. */
  readonly ownHost: string;
}

/** The address, or what is wrong with it: a text that follows "url: ". */
export function checkTarget(kind: HookKind, text: string, { allowedHosts, ownHost }: TargetRules): URL | string {
  if (text.length > MAX_URL_LENGTH) return `must have at most ${MAX_URL_LENGTH} characters`;
  const { protocol = "https:", hosts, path, query, rule } = KINDS[kind].form;
  const isMail = protocol === "mailto:";
  const orRule = (wrong: string): string => (isMail ? rule : wrong);
  const address = isMail && !text.includes(":") ? protocol + text : text;
  if (!URL.canParse(address)) return orRule("must be an https URL");
  const url = new URL(address);
  url.hash = "";
  const hostname = hostOf(url);
  if (url.protocol !== protocol) return orRule("must begin with https://");
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

/** Of a mailbox, its domain. */
export function hostOf({ protocol, hostname, pathname }: URL): string {
  return protocol === "mailto:" ? pathname.slice(pathname.lastIndexOf("@") + 1).toLowerCase() : hostname;
}

const MAX_SHOWN = 4;

/** The address as answers show it: enough to tell one from another, without its secret part. */
export function maskTarget(url: URL): string {
  const { protocol, origin, pathname } = url;
  if (protocol === "mailto:") return `${pathname.slice(0, 1)}…@${hostOf(url)}`;
  const path = pathname.slice(1);
  return `${origin}/${path.slice(0, Math.min(MAX_SHOWN, Math.floor(path.length / 3)))}…`;
}
