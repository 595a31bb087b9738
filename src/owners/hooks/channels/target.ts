// Where a hook may point: a public name behind https on port 443, in the form that its kind of receiver has. What the name
// leads to is checked whenever a message is sent (send.ts).
import { isIP } from "node:net";
import type { HookKind } from "@denkeeper/rules/foresight/hook-events.ts";
import type { HooksConfig } from "../../../platform/config/config.ts";
import { KINDS } from "./kinds/index.ts";

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
  if (!URL.canParse(text)) return "must be an https URL";
  const url = new URL(text);
  url.hash = "";
  const { hostname } = url;
  if (url.protocol !== "https:") return "must begin with https://";
  if (url.username !== "" || url.password !== "") return "must not have a name or password in it";
  const isAllowed = allowedHosts.has(hostname);
  if (url.port !== "") return "must use port 443, without a port in the URL";
  const { hosts, path, query, rule } = KINDS[kind].form;
  if (!isAllowed) {
    if (hostname === ownHost || hostname.endsWith(`.${ownHost}`)) return "must not be an address of this service";
    const isName =
      hostname.includes(".") && !hostname.endsWith(".") && isIP(hostname) === 0 && !hostname.startsWith("[");
    if (!isName || PRIVATE_NAMES.test(hostname)) return "must have the name of a public host, not an address";
    if (hosts?.test(hostname) === false) return rule;
  }
  return path.test(url.pathname) && query?.test(url.search) !== false ? url : rule;
}

const MAX_SHOWN = 4;

/** The address as answers show it: enough to tell one from another, without its secret part. */
export function maskTarget({ origin, pathname }: URL): string {
  const path = pathname.slice(1);
  return `${origin}/${path.slice(0, Math.min(MAX_SHOWN, Math.floor(path.length / 3)))}…`;
}
