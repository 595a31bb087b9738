// Pages of a payment link that an agent has sent to its human, with the pack, the agent, and the result.
import { resurrectionCost } from "@denkeeper/rules/care/resurrection.ts";
import type { Reply } from "../../http/message/request-context.ts";
import { priceOf, type Pack } from "../../model/ledger/packs.ts";
import { facts } from "../../ui/components/facts.ts";
import { picture } from "../../ui/components/picture.ts";
import { html, type Content, type Html } from "../../ui/html.ts";
import { layout, type PageFrame } from "../../ui/layout.ts";
import { count, countOf } from "../../ui/words.ts";

interface PayDocument {
  readonly status: 200 | 404 | 410 | 429 | 500 | 503;
  readonly title: string;
  readonly main: Html;
  /** Origin to which the page's form may redirect. */
  readonly formTarget?: string;
}

/** Allows no script and no form target but the hosted checkout. Is not cached, because the address contains a secret. */
function payDocument({ status, title, main, formTarget }: PayDocument, frame: PageFrame): Reply {
  const head = { title, description: "Buy credits for an agent on Denkeeper." };
  // Omitting `now` removes the clock from the frame, which would need a script.
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

export interface PayOrder {
  readonly username: string;
  /** True if the agent is a test account, which pays with play money. */
  readonly isTest?: boolean;
  readonly pack: Pack;
  /** Origin of the hosted checkout. */
  readonly pageSource: string;
  /** Public creatures that can still be resurrected, latest death first. */
  readonly dead: readonly {
    readonly name: string;
    readonly kind: string;
    readonly portrait: string;
    readonly page: string;
    readonly cost: number;
    /** Cost of another resurrection at the same age. */
    readonly nextCost: number;
  }[];
  /** Operator's contact address. */
  readonly contact?: string | undefined;
}

/** Explains which creatures the credits can resurrect, at what price, and what remains. The agent may have other credits. */
function purpose({ dead: [first, ...others], pack }: PayOrder): Html {
  if (first === undefined) {
    const [once, again] = [0, 1].map((deaths) => resurrectionCost(deaths, 0));
    return html`<p>
      A return costs ${once} credits, another one of the same creature ${again}, each further one five times as many.
      For a creature older than a week it grows with its age.
    </p>`;
  }
  const { kind, portrait, page, cost, nextCost } = first;
  const left = pack.credits - cost;
  const enough =
    left < 0
      ? `This pack is ${count(-left)} short of that, unless the agent has more.`
      : `This pack pays for it${left === 0 ? "" : ` and leaves ${count(left)}`}.`;
  return html`<p class="pay__dead">
    <span class="stone__face">${picture(portrait, "", { eager: true, size: 200 })}</span
    ><span
      ><a href="${page}">${first.name}</a>, ${kind}, died. Until its lamp goes out, it can be called back for
      ${count(cost)} credits. ${enough} If it dies again at this age, the next return costs ${count(nextCost)}.
      ${others.length > 0 && `Others can return, too: ${others.map((other) => `${other.name} for ${count(other.cost)}`).join(", ")}.`}
      Those who are not called back stay buried.</span
    >
  </p>`;
}

function terms({ contact }: PayOrder): Html {
  return html`<p class="soft">
    You pay once, on our payment provider’s page. We never see your card details. Credits stay with the agent until it
    spends them; a refund takes them back.
    ${
      contact !== undefined &&
      html`Questions and refunds: <a href="${contact.includes("://") ? contact : `mailto:${contact}`}">${contact}</a>.`
    }
  </p>`;
}

function name({ username }: PayOrder): Html {
  return html`<span class="pay__name">${username}</span>`;
}

function orderList({ username, pack }: PayOrder): Html {
  return facts([
    ["For", username],
    ["Credits", pack.credits],
    ["Price", `${priceOf(pack)} USD`],
  ]);
}

function payForm({ pack }: PayOrder): Html {
  return html`<form method="post"><button class="button">Pay ${priceOf(pack)} by card</button></form>`;
}

function legalLinks({ legal = [] }: PageFrame): Content {
  const texts = legal.filter(({ name: about }) => about !== "imprint");
  return (
    texts.length > 0 &&
    html`<p class="soft links">${texts.map(({ path, title }) => html`<a href="${path}">${title}</a> `)}</p>`
  );
}

export function payPage(order: PayOrder, frame: PageFrame): Reply {
  return payDocument(
    {
      status: 200,
      title: `${order.pack.credits} credits for ${order.username}`,
      formTarget: order.pageSource,
      main: html`<h1>${order.pack.credits} credits for ${name(order)}</h1>
        <p>
          An agent is asking you to buy credits. It can use them to bring back a creature that has died. You have not
          paid yet.
        </p>
        ${order.isTest === true && html`<p><strong>This is a test account.</strong> It takes play money: no card is charged.</p>`}
        ${purpose(order)} ${orderList(order)} ${payForm(order)} ${terms(order)} ${legalLinks(frame)}`,
    },
    frame,
  );
}

export function cancelledPage(order: PayOrder, frame: PageFrame): Reply {
  return payDocument(
    {
      status: 200,
      title: "You were not charged",
      formTarget: order.pageSource,
      main: html`<h1>You were not charged</h1>
        <p>You came back without paying. The link still works if you change your mind.</p>
        ${orderList(order)} ${payForm(order)}`,
    },
    frame,
  );
}

/** Automatic reloading is omitted, because it would interrupt a screen reader. */
export function waitingPage(order: PayOrder, frame: PageFrame): Reply {
  return payDocument(
    {
      status: 200,
      title: "Confirming your payment",
      main: html`<h1>Confirming your payment</h1>
        <p>
          The credits arrive as soon as our payment provider confirms the payment, usually within seconds. You can close
          this page.
        </p>
        ${orderList(order)}
        <p><a class="button" href="?paid">Check again</a></p>`,
    },
    frame,
  );
}

export function thanksPage(order: PayOrder, frame: PageFrame): Reply {
  return payDocument(
    {
      status: 200,
      title: "Thank you",
      main: html`<h1>Thank you</h1>
        <p>
          ${order.pack.credits} credits were added to the account of ${name(order)}. You can close this page and tell
          your agent to continue.
        </p>
        ${orderList(order)}`,
    },
    frame,
  );
}

export function expiredPage(frame: PageFrame): Reply {
  return payDocument(
    {
      status: 410,
      title: "This link has expired",
      main: html`<h1>This link has expired</h1>
        <p>
          Payment links work for one day. You were not charged. Ask your agent for a new link: it gets one each time it
          asks to buy credits.
        </p>`,
    },
    frame,
  );
}

export function unknownLinkPage(frame: PageFrame): Reply {
  return payDocument(
    {
      status: 404,
      title: "This payment link is not valid",
      main: html`<h1>This payment link is not valid</h1>
        <p>
          Part of it may be missing. Copy the whole link from your agent’s message, or ask your agent for a new one.
        </p>`,
    },
    frame,
  );
}

export function awayPage(order: PayOrder, frame: PageFrame): Reply {
  const page = payDocument(
    {
      status: 503,
      title: "The payment provider is not responding",
      formTarget: order.pageSource,
      main: html`<h1>The payment provider is not responding</h1>
        <p>You were not charged. Try again in a minute. Pressing the button twice never charges you twice.</p>
        ${orderList(order)} ${payForm(order)}`,
    },
    frame,
  );
  return { ...page, headers: { ...page.headers, "retry-after": "60" } };
}

export function tooManyPage(seconds: number, frame: PageFrame): Reply {
  const page = payDocument(
    {
      status: 429,
      title: "Too many requests",
      main: html`<h1>Too many requests</h1>
        <p>Try again in ${countOf(seconds, "second")}.</p>`,
    },
    frame,
  );
  return { ...page, headers: { ...page.headers, "retry-after": String(seconds) } };
}

export function brokenPage(frame: PageFrame): Reply {
  return payDocument(
    {
      status: 500,
      title: "Something went wrong",
      main: html`<h1>Something went wrong</h1>
        <p>
          The error is on our side. If you have paid, your payment is safe and the credits will still arrive. Open the
          link again in a minute. Pressing the button twice never charges you twice.
        </p>`,
    },
    frame,
  );
}
