// How the operator's pages are answered: never cached.
import type { Reply } from "../../http/message/request-context.ts";
import { PAGE_POLICY } from "../page-route.ts";
import type { Html } from "../html.ts";
import { layout, type Frame } from "../layout.ts";

export const OPERATOR_PATH = "/admin";
export const SESSION_PATH = "/admin/session";
export const SESSION_END_PATH = "/admin/session/end";
export const ACTS_PATH = "/admin/acts";
export const AUDIT_PATH = "/admin/audit.jsonl";

export const UNCACHED = { "cache-control": "private, no-store", "referrer-policy": "same-origin" } as const;

export function operatorPage(
  title: string,
  frame: Frame,
  main: Html,
  status: Reply["status"] = 200,
  headers: Reply["headers"] = {},
): Reply {
  const page = { title, description: "For operators.", bodyClass: "op" };
  // Without a clock, and so without the script that keeps one going.
  const { now: _now, ...still } = frame;
  return {
    status,
    text: layout(page, still, main),
    headers: {
      ...UNCACHED,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": PAGE_POLICY,
      ...headers,
    },
  };
}

/** Redirects to the view, so a reload does not send the form again. */
export function towardsView(query = "", headers: Reply["headers"] = {}): Reply {
  return { status: 303, text: "", headers: { ...UNCACHED, location: `${OPERATOR_PATH}${query}`, ...headers } };
}
