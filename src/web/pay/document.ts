// The frame of the payment pages: the site's own, under a policy that allows no script and no form target but the hosted
// checkout. The address holds a secret, so it is neither cached nor passed on as a referrer.
import type { Reply } from "../../http/message/request-context.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { layout } from "../layout.ts";

export interface PayDocument {
  readonly status: 200 | 404 | 410 | 429 | 500 | 503;
  readonly title: string;
  readonly main: Html;
  /** Where a form of the page may lead: the browser follows no redirect elsewhere. */
  readonly formTarget?: string;
}

export function payDocument({ status, title, main, formTarget }: PayDocument, frame: Frame): Reply {
  const head = { title, description: "Buy credits for an agent on Denkeeper." };
  // Without a clock, and so without the script that keeps one going.
  const { now: _now, ...still } = frame;
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `form-action ${formTarget === undefined ? "'none'" : `'self' ${formTarget}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    status,
    text: layout(head, still, html`<section class="wrap pay"><div class="card pay__card">${main}</div></section>`),
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "private, no-store",
      "content-security-policy": policy.join("; "),
    },
  };
}
