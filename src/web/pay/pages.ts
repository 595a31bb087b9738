// The pay pages for a human: what is bought and for whom, and the result.
import type { Reply } from "../../http/message/request-context.ts";
import type { Pack } from "../../payments/packs.ts";
import { priceOf } from "../../payments/packs.ts";
import { facts } from "../components/facts.ts";
import type { Html } from "../html.ts";
import { html } from "../html.ts";
import type { Frame } from "../layout.ts";
import { payDocument } from "./document.ts";

/** Who buys what. */
export interface Order {
  readonly username: string;
  readonly pack: Pack;
  /** Where the hosted checkout may be. */
  readonly pageSource: string;
}

/** A name stays in one line where it can. */
function name({ username }: Order): Html {
  return html`<span class="pay__name">${username}</span>`;
}

function orderList({ username, pack }: Order): Html {
  return facts([
    ["For", username],
    ["Credits", pack.credits],
    ["Price", `${priceOf(pack)} (US dollars)`],
  ]);
}

function payForm({ pack }: Order): Html {
  return html`<form method="post"><button class="button">Pay ${priceOf(pack)} by card</button></form>`;
}

export function payPage(order: Order, frame: Frame): Reply {
  return payDocument(
    {
      status: 200,
      title: `${order.pack.credits} credits for ${order.username}`,
      formTarget: order.pageSource,
      main: html`<h1>${order.pack.credits} credits for ${name(order)}</h1>
        <p>
          An agent asks you to buy credits. With them it can call back a creature that has died. You have not paid yet.
        </p>
        ${orderList(order)} ${payForm(order)}
        <p class="soft">You pay on the page of our payment provider. We never see your card.</p>`,
    },
    frame,
  );
}

export function cancelledPage(order: Order, frame: Frame): Reply {
  return payDocument(
    {
      status: 200,
      title: "Nothing was paid",
      formTarget: order.pageSource,
      main: html`<h1>Nothing was paid</h1>
        <p>You came back without paying, and nothing was charged. The link still works if you change your mind.</p>
        ${orderList(order)} ${payForm(order)}`,
    },
    frame,
  );
}

/** It does not reload by itself: that would take the page away from under a screen reader. */
export function waitingPage(order: Order, frame: Frame): Reply {
  return payDocument(
    {
      status: 200,
      title: "Waiting for your payment",
      main: html`<h1>Waiting for your payment</h1>
        <p>
          Credits arrive as soon as our payment provider tells us, most often within seconds. They arrive whether or not
          you stay.
        </p>
        ${orderList(order)}
        <p><a class="button" href="?paid">Look again</a></p>`,
    },
    frame,
  );
}

export function thanksPage(order: Order, frame: Frame): Reply {
  return payDocument(
    {
      status: 200,
      title: "Thank you",
      main: html`<h1>Thank you</h1>
        <p>
          ${order.pack.credits} credits are in the account of ${name(order)}. You may close this page, and tell your
          agent that it can go on.
        </p>
        ${orderList(order)}`,
    },
    frame,
  );
}

export function expiredPage(frame: Frame): Reply {
  return payDocument(
    {
      status: 410,
      title: "This link has expired",
      main: html`<h1>This link has expired</h1>
        <p>
          Pay links work for a day. Nothing was charged. Ask your agent for another: it gets one whenever it asks to buy
          credits.
        </p>`,
    },
    frame,
  );
}

export function unknownLinkPage(frame: Frame): Reply {
  return payDocument(
    {
      status: 404,
      title: "This is no pay link",
      main: html`<h1>This is no pay link</h1>
        <p>
          Perhaps a part of it was lost on the way. Copy the whole link from your agent's message, or ask it for
          another.
        </p>`,
    },
    frame,
  );
}

export function awayPage(order: Order, frame: Frame): Reply {
  const page = payDocument(
    {
      status: 503,
      title: "The payment provider does not answer",
      formTarget: order.pageSource,
      main: html`<h1>The payment provider does not answer</h1>
        <p>Nothing was charged. Try again in a minute; pressing twice never pays twice.</p>
        ${orderList(order)} ${payForm(order)}`,
    },
    frame,
  );
  return { ...page, headers: { ...page.headers, "retry-after": "60" } };
}

export function tooManyPage(seconds: number, frame: Frame): Reply {
  const page = payDocument(
    {
      status: 429,
      title: "A moment, please",
      main: html`<h1>A moment, please</h1>
        <p>This address was asked too often. Try again in ${seconds} seconds.</p>`,
    },
    frame,
  );
  return { ...page, headers: { ...page.headers, "retry-after": String(seconds) } };
}

export function brokenPage(frame: Frame): Reply {
  return payDocument(
    {
      status: 500,
      title: "Something went wrong",
      main: html`<h1>Something went wrong</h1>
        <p>
          This is a fault of the house. Whatever you have paid is not lost: credits arrive by themselves. Open the link
          again in a minute; pressing twice never pays twice.
        </p>`,
    },
    frame,
  );
}
