// Renders pages for a human: the checkout, and a list of payments with buttons for refunds and disputes.
import { Hono } from "hono";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";
import type { StoredSession } from "./objects.ts";
import type { StripeLedger } from "./till.ts";

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** Time until the stand-in's bank settles a payment. */
const BANK_MS = 5_000;

const STYLE = `
:root { color-scheme: light dark }
body { max-width: 56rem; margin: 3rem auto; padding: 0 1.5rem; font: 1rem/1.5 system-ui, sans-serif }
main.pay { max-width: 24rem; margin: auto }
.note { padding: .6rem .9rem; border-radius: .5rem; background: #fdf3c4; color: #4a3d00 }
h1 { font-size: 1.4rem } .price { font-size: 2.4rem; font-weight: 700; margin: .2rem 0 1.4rem }
button { font: inherit; padding: .5rem .9rem; border: 1px solid #8886; border-radius: .5rem; cursor: pointer }
.pay button { width: 100%; padding: .9rem; margin-bottom: .7rem } .pay button.first { background: #3d3fb8; color: #fff; font-weight: 700; border: 0 }
table { border-collapse: collapse; width: 100% } td, th { padding: .5rem .6rem; text-align: left; border-bottom: 1px solid #8884 } td form { display: inline-block; margin-right: .4rem }
`;

function page(title: string, main: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body>
        ${main}
      </body>
    </html>`;
}

function money(cents: number, currency: string): string {
  return `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
}

function payPage({ shown, product }: StoredSession): Html {
  return page(
    "Pay",
    html`<main class="pay">
      <p class="note">A stand-in for Stripe. No card, no money.</p>
      <h1>${product}</h1>
      <p class="price">${money(shown.amount_total, shown.currency)}</p>
      ${
        shown.status === "open"
          ? html`<form method="post">
              <button class="first" name="how" value="card">Pay</button>
              <button name="how" value="bank">Pay by bank, which takes ${BANK_MS / 1000} seconds</button>
            </form>`
          : html`<p>This session is ${shown.status}.</p>`
      }
      <p><a href="${shown.cancel_url}">Go back without paying</a></p>
    </main>`,
  );
}

function listPage({ intents, charges, disputes }: StripeLedger): Html {
  const rows = [...intents.values()].toReversed().map((intent) => {
    const { id, amount, currency, status, latest_charge: chargeId } = intent;
    const refunded = charges.get(chargeId)?.amount_refunded ?? 0;
    const dispute = disputes.get(id);
    const actions = [
      ...(refunded < amount ? ["refund"] : []),
      ...(dispute === undefined ? ["dispute"] : []),
      ...(dispute?.status === "needs_response" ? ["won", "lost"] : []),
    ];
    const forms = actions.map(
      (action) => html`<form method="post" action="/payments/${id}/${action}"><button>${action}</button></form>`,
    );
    return html`<tr>
      <td>${id}</td>
      <td>${money(amount, currency)}</td>
      <td>${dispute?.status ?? (refunded > 0 ? `${money(refunded, currency)} refunded` : status)}</td>
      <td>${forms}</td>
    </tr>`;
  });
  const none = html`<tr>
    <td colspan="4">There is no payment yet.</td>
  </tr>`;
  return page(
    "Stripe stand-in",
    html`<h1>Stripe stand-in</h1>
      <p class="note">Payments of a house in development. No card, no money. They are lost when this program ends.</p>
      <table>
        <tr>
          <th>Payment</th>
          <th>Amount</th>
          <th>State</th>
          <th>What happens next</th>
        </tr>
        ${rows.length === 0 ? none : rows}
      </table>`,
  );
}

export function pagesOf(till: StripeLedger): Hono {
  const pages = new Hono();
  pages.get("/c/pay/:id", (context) => {
    const kept = till.sessions.get(context.req.param("id"));
    return kept === undefined ? context.notFound() : context.html(payPage(kept));
  });
  pages.post("/c/pay/:id", async (context) => {
    const id = context.req.param("id");
    const kept = till.sessions.get(id);
    if (kept === undefined) return context.notFound();
    const how = (await context.req.parseBody())["how"] === "bank" ? "bank" : "card";
    if (!(await till.pay(id, how))) return context.html(payPage(kept), 409);
    if (how === "bank") setTimeout(() => void till.hearFromBank(id, true), BANK_MS).unref();
    return context.redirect(kept.shown.success_url, 303);
  });
  pages.get("/", (context) => context.html(listPage(till)));
  pages.post("/payments/:id/:action", async (context) => {
    const { id, action } = context.req.param();
    if (action === "refund") await till.refund(id);
    if (action === "dispute") await till.dispute(id);
    if (action === "won" || action === "lost") await till.closeDispute(id, action);
    return context.redirect("/", 303);
  });
  return pages;
}
