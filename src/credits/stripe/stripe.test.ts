// Card checkout end to end with the real SDK, a Stripe stand-in, real signatures, and a real database. Events arrive twice, late,
// out of order, and forged.
import { cardCheckout } from "./index.ts";
import { pino } from "pino";
import { Stripe } from "stripe";
import { expect, test } from "vitest";
import {
  NOWHERE,
  OLD_WEBHOOK_SECRET,
  WEBHOOK_SECRET,
  creditsOf,
  eventOf,
  linkFor,
  openShop,
  payInSilence,
  press,
  sessionBehind,
  shopForFile,
} from "../../../test/payers/checkout.ts";
import { packOf } from "../../../test/payers/credits.ts";
import { freshAddress, type Account, type Answer } from "../../../test/harness.ts";
import type { Charge, Session } from "../../../tools/stripe-stand-in/objects.ts";
import { startStandIn } from "../../../tools/stripe-stand-in/stand-in.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { TASKS } from "../../tasks.ts";
import { findPurchase } from "../store/purchases.ts";
import { audit } from "../audit.ts";
import { openClaimed } from "../purchases.ts";

const shop = await shopForFile();
const { house, standIn } = shop;
const { till, webhooks } = standIn;
const { database, rails } = house.app.services;
const stripe = cardCheckout(rails);
const sdk = new Stripe("sk_test_forsigning");

async function rows<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return database.adHoc<Row>(text, values);
}

interface Buyer {
  readonly account: Account;
  readonly path: string;
  readonly session: Session;
}

/** An agent whose human has pressed the button and opened the hosted page. */
async function buyer(pack: "100" | "500" | "1000" = "500", account?: Account): Promise<Buyer> {
  const who = account ?? (await house.register());
  const path = await linkFor(who, pack);
  return { account: who, path, session: await sessionBehind(shop, path) };
}

async function statusOf({ session }: Buyer): Promise<string | undefined> {
  const { agent_id: agentId = "", purchase_id: purchaseId = "" } = session.metadata;
  return (await findPurchase(database, { agentId, purchaseId }))?.status;
}

function chargeOf({ session }: Buyer): Charge {
  const charge = till.charges.get(till.intents.get(session.payment_intent ?? "")?.latest_charge ?? "");
  if (charge === undefined) throw new Error("nothing was paid");
  return charge;
}

async function deliver(type: string, object: object, more: object = {}): Promise<number> {
  return webhooks.deliver(eventOf(type, object, more));
}

function alarms(): string[] {
  return shop.counted.filter(({ by }) => by === "alarm").map(({ outcome }) => outcome);
}

async function expectSound(): Promise<void> {
  expect((await audit(database)).wrong).toEqual([]);
}

/** Runs reconciliation as the worker does, `hours` from now. */
async function reconcileLater(hours: number, reconcilers = stripe === undefined ? [] : [stripe.reconciler]) {
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => lines.push(line) });
  await TASKS.reconcile_payments.run({
    database,
    now: Date.now() + hours * HOUR_MS,
    log,
    reconcilers,
  });
  return lines.join("");
}

test("a link creates nothing; its button opens one checkout that earns credits", async () => {
  const account = await house.register();
  const path = await linkFor(account, "500");
  const before = standIn.calls.length;
  for (const method of ["GET", "HEAD", "GET"]) {
    const shown = await house.call(method, path, undefined, {}, freshAddress());
    expect(shown.status).toBe(200);
    if (method === "GET") expect(shown.text).toContain(`<title>500 credits for ${account.username}`);
  }
  expect(standIn.calls.length).toBe(before);
  expect(await rows("SELECT FROM purchases WHERE agent_id = $1", [account.id])).toEqual([]);

  const session = await sessionBehind(shop, path);
  expect(session).toMatchObject({ amount_total: 400, currency: "usd", client_reference_id: account.id });
  expect(await creditsOf(account)).toBe(0);
  expect((await house.call("GET", `${path}?cancelled`)).text).toContain("You were not charged");
  expect((await house.call("GET", `${path}?paid`)).text).toContain("Confirming your payment");

  const paid = await fetch(session.url, { method: "POST", redirect: "manual" });
  expect(paid.headers.get("location")).toBe(session.success_url);
  expect(new URL(session.success_url).pathname).toBe(path);
  expect(await creditsOf(account)).toBe(500);
  expect((await house.call("GET", `${path}?paid`)).text).toContain("Thank you");
  expect((await press(shop, path)).headers.location).toBe(`${path}?paid`);
  expect(await rows("SELECT FROM purchases WHERE agent_id = $1", [account.id])).toHaveLength(1);
});

test("ten concurrent clicks and a later one open one session", async () => {
  const account = await house.register();
  const path = await linkFor(account);
  const sessions = await Promise.all(Array.from({ length: 10 }, () => sessionBehind(shop, path)));
  sessions.push(await sessionBehind(shop, path));
  expect(new Set(sessions.map(({ id }) => id)).size).toBe(1);
  const found = await rows("SELECT provider_ref FROM purchases WHERE agent_id = $1", [account.id]);
  expect(found).toEqual([{ provider_ref: sessions[0]?.id }]);
});

test("20 duplicate events of two types change nothing", async () => {
  const { account, session } = await buyer();
  await till.pay(session.id);
  expect(await creditsOf(account)).toBe(500);
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, nth) =>
      deliver(
        nth < 10 || nth % 2 === 0 ? "checkout.session.completed" : "checkout.session.async_payment_succeeded",
        session,
        nth < 10 ? { id: `evt_same_${session.id}` } : {},
      ),
    ),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await creditsOf(account)).toBe(500);
  const [seen] = await rows("SELECT deliveries, outcome FROM payment_events WHERE event_id = $1", [
    `evt_same_${session.id}`,
  ]);
  expect(seen).toEqual({ deliveries: 10, outcome: "already_credited" });
});

test("30 concurrent first deliveries of an event credit once", async () => {
  const { account, session } = await buyer();
  await payInSilence(shop, session);
  expect(await creditsOf(account)).toBe(0);
  const statuses = await Promise.all(Array.from({ length: 30 }, () => deliver("checkout.session.completed", session)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await creditsOf(account)).toBe(500);
  await expectSound();
});

test("an expiry ends only open purchases, and a late payment still counts", async () => {
  const paid = await buyer();
  await till.pay(paid.session.id);
  expect(
    await deliver("checkout.session.expired", { ...paid.session, status: "expired", payment_status: "unpaid" }),
  ).toBe(200);
  expect(await statusOf(paid)).toBe("credited");

  const left = await buyer("1000");
  await till.expire(left.session.id);
  expect(await statusOf(left)).toBe("expired");
  expect((await house.call("GET", left.path)).status).toBe(410);
  expect((await press(shop, left.path)).status).toBe(410);
  expect(await creditsOf(left.account)).toBe(0);
  const late = {
    ...left.session,
    status: "complete",
    payment_status: "paid",
    payment_intent: `pi_late_${left.session.id}`,
  };
  expect(await deliver("checkout.session.completed", late)).toBe(200);
  expect(await creditsOf(left.account)).toBe(1000);
  await expectSound();
});

test("refunds are cumulative and idempotent, even before the credit", async () => {
  const half = await buyer();
  await payInSilence(shop, half.session);
  expect(await deliver("charge.refunded", { ...chargeOf(half), amount_refunded: 200 })).toBe(200);
  expect(await creditsOf(half.account)).toBe(0);
  expect(await deliver("checkout.session.completed", half.session)).toBe(200);
  expect(await creditsOf(half.account)).toBe(250);
  const full = { ...chargeOf(half), amount_refunded: 400 };
  await Promise.all(Array.from({ length: 8 }, () => deliver("charge.refunded", full)));
  expect(await deliver("charge.refunded", { ...full, amount_refunded: 200 })).toBe(200);
  expect(await creditsOf(half.account)).toBe(0);

  const other = await buyer();
  await till.pay(other.session.id);
  expect(await till.refund(other.session.payment_intent ?? "", 100)).toBe(true);
  expect(await creditsOf(other.account)).toBe(375);
  // A charge without metadata is matched by its payment intent.
  expect(await deliver("charge.refunded", { ...chargeOf(other), metadata: {}, amount_refunded: 200 })).toBe(200);
  expect(await creditsOf(other.account)).toBe(250);
  await expectSound();
});

test("a dispute takes the credits, and only a won one returns them", async () => {
  const asked = await buyer();
  await till.pay(asked.session.id);
  const intent = asked.session.payment_intent ?? "";
  const question = { id: "dp_q", object: "dispute", amount: 400, charge: "ch", payment_intent: intent };
  await deliver("charge.dispute.created", { ...question, status: "warning_needs_response" });
  expect(await creditsOf(asked.account)).toBe(500);
  await till.dispute(intent);
  expect(await creditsOf(asked.account)).toBe(0);
  await till.closeDispute(intent, "won");
  expect(await creditsOf(asked.account)).toBe(500);
  await deliver("charge.dispute.created", { ...till.disputes.get(intent), status: "needs_response" });
  expect(await creditsOf(asked.account)).toBe(500);

  // Before the credit, the service does not know the payment and asks Stripe for its purchase.
  const early = await buyer();
  await payInSilence(shop, early.session);
  await till.dispute(early.session.payment_intent ?? "");
  expect(standIn.calls.at(-1)).toBe(`GET /v1/payment_intents/${early.session.payment_intent}`);
  await till.closeDispute(early.session.payment_intent ?? "", "lost");
  expect(await deliver("checkout.session.completed", early.session)).toBe(200);
  expect(await creditsOf(early.account)).toBe(0);
  await expectSound();
});

test("unsigned, tampered, old, future and broken events get a 400 without effect", async () => {
  const { account, session } = await buyer();
  await payInSilence(shop, session);
  const event = eventOf("checkout.session.completed", session);
  webhooks.known.set(event.id, event);
  const payload = JSON.stringify(event);
  const now = Math.floor(Date.now() / 1000);
  const sign = (secret: string, timestamp = now, text = payload) =>
    sdk.webhooks.generateTestHeaderString({ payload: text, secret, timestamp });
  const cases: readonly (readonly [string, string, string | undefined])[] = [
    ["unsigned", payload, undefined],
    ["empty signature", payload, ""],
    ["another secret", payload, sign("whsec_somebodyelsesome")],
    ["tampered", payload.replace('"amount_total":400', '"amount_total":401'), sign(WEBHOOK_SECRET)],
    ["ten minutes old", payload, sign(WEBHOOK_SECRET, now - 600)],
    ["signed two minutes from now", payload, sign(WEBHOOK_SECRET, now + 120)],
    ["signed in a hundred years", payload, sign(WEBHOOK_SECRET, now + 3_155_760_000)],
    ["no JSON", "{", sign(WEBHOOK_SECRET, now, "{")],
    ["empty", "", sign(WEBHOOK_SECRET, now, "")],
  ];
  for (const [name, body, signature] of cases) {
    const headers = signature === undefined ? {} : { "stripe-signature": signature };
    const answer = await house.call("POST", "/api/webhooks/stripe", body, headers, freshAddress());
    expect([answer.status, answer.json.error], name).toEqual([400, "The signature does not match"]);
  }
  expect(await creditsOf(account)).toBe(0);
  // During a rotation, both signing secrets are valid.
  for (const secret of [OLD_WEBHOOK_SECRET, WEBHOOK_SECRET]) {
    const headers = { "stripe-signature": sign(secret) };
    expect((await house.call("POST", "/api/webhooks/stripe", payload, headers)).status).toBe(200);
  }
  expect(await creditsOf(account)).toBe(500);
});

/** Sends a signed request as an attacker who has the signing secret. */
async function forge(event: object): Promise<Answer> {
  const payload = JSON.stringify(event);
  const signature = sdk.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
  return house.call("POST", "/api/webhooks/stripe", payload, { "stripe-signature": signature }, freshAddress());
}

test("a signed event takes effect only in Stripe's own version", async () => {
  const { account, session } = await buyer();
  const paid = { ...session, status: "complete", payment_status: "paid", payment_intent: `pi_${session.id}` };
  const made = await forge(eventOf("checkout.session.completed", paid));
  expect([made.status, made.json.error]).toEqual([400, "Stripe has no such event"]);
  expect(alarms().at(-1)).toBe("Stripe does not know an event that was signed with our secret");
  // Forges a copy of a real event that claims a payment. Stripe's own version counts, which has none.
  const real = eventOf("checkout.session.completed", { ...session, status: "complete", payment_status: "unpaid" });
  webhooks.known.set(real.id, real);
  expect((await forge({ ...real, data: { object: paid } })).status).toBe(200);
  expect((await forge({ ...real, type: "charge.refunded" })).status).toBe(400);
  expect(await creditsOf(account)).toBe(0);
});

test("an event is refused while Stripe hangs, then credited by reconciliation", async () => {
  for (const event of webhooks.events) event.pending_webhooks = 0;
  const { account, session } = await buyer();
  await payInSilence(shop, session);
  const event = webhooks.events.findLast(({ type }) => type === "checkout.session.completed");
  if (event === undefined) throw new Error("nothing was reported");
  standIn.hangs = true;
  const refused = await forge(event);
  standIn.hangs = false;
  expect([refused.status, refused.json.error]).toEqual([503, "The event could not be confirmed with Stripe"]);
  expect(await creditsOf(account)).toBe(0);
  await reconcileLater(0);
  expect(await creditsOf(account)).toBe(500);
});

test("bad signatures are limited by address, and good ones always pass", async () => {
  const narrow = await openShop({ RATE_LIMIT_FACTOR: "1" });
  const from = freshAddress();
  const post = (signature: string, body: string) =>
    narrow.house.call("POST", "/api/webhooks/stripe", body, { "stripe-signature": signature }, from);
  const statuses = [];
  for (let nth = 0; nth < 61; nth++) statuses.push((await post("t=1,v1=00", "{}")).status);
  const payload = JSON.stringify(eventOf("customer.created", {}));
  const good = sdk.webhooks.generateTestHeaderString({ payload, secret: WEBHOOK_SECRET });
  statuses.push((await post(good, payload)).status);
  await narrow.close();
  expect(statuses.slice(0, 60).every((status) => status === 400)).toBe(true);
  expect(statuses.slice(60)).toEqual([429, 200]);
});

test("events for the other mode are refused and raise an alarm", async () => {
  const { account, session } = await buyer();
  await payInSilence(shop, session);
  expect(await deliver("checkout.session.completed", session, { livemode: true })).toBe(400);
  expect(alarms().at(-1)).toBe("an event is for the other mode, live or test");
  expect(await deliver("checkout.session.completed", { ...session, livemode: true })).toBe(500);
  expect(alarms().at(-1)).toBe("a Stripe payment does not match its purchase");
  expect(await creditsOf(account)).toBe(0);
});

test("a mismatched payment raises an alarm, credits nothing and can be corrected", async () => {
  const { account, session } = await buyer();
  await payInSilence(shop, session);
  const other = await buyer();
  await till.pay(other.session.id);
  for (const wrong of [
    { amount_total: 1 },
    { currency: "eur" },
    { id: "cs_test_another" },
    { payment_intent: other.session.payment_intent },
  ]) {
    const before = alarms().length;
    expect(await deliver("checkout.session.completed", { ...session, ...wrong }), JSON.stringify(wrong)).toBe(500);
    expect(alarms().slice(before)).toEqual(["a Stripe payment does not match its purchase"]);
  }
  expect(await creditsOf(account)).toBe(0);
  expect(await deliver("checkout.session.completed", session)).toBe(200);
  expect(await creditsOf(account)).toBe(500);

  const unknown = { ...session.metadata, purchase_id: "01890a5d-ac96-774b-bcce-b302099a8057" };
  expect(await deliver("checkout.session.completed", { ...session, payment_intent: "pi_x", metadata: unknown })).toBe(
    500,
  );
  expect(alarms().at(-1)).toBe("a payment is for an unknown purchase");
  await expectSound();
});

test("other systems' events in the same Stripe account have no effect", async () => {
  const before = await rows("SELECT FROM payment_events");
  const strange = { id: "x", object: "charge", metadata: { order: "7" }, payment_intent: "pi_of_another_shop" };
  for (const [type, object] of [
    ["customer.created", { id: "cus_1" }],
    ["checkout.session.completed", { id: "cs_1", metadata: {}, payment_status: "paid" }],
    ["checkout.session.completed", { id: "cs_1", metadata: { agent_id: "'; --", purchase_id: "1" } }],
    ["charge.refunded", { ...strange, amount_refunded: 5 }],
    ["charge.dispute.created", { ...strange, status: "needs_response", amount: 5 }],
    ["payment_intent.succeeded", { id: "pi_of_another_shop", metadata: {} }],
  ] as const) {
    expect(await deliver(type, object), type).toBe(200);
  }
  expect(await rows("SELECT FROM payment_events")).toHaveLength(before.length);
});

test("a slow bank payment is settling, then credited or failed", async () => {
  const slow = await buyer();
  await till.pay(slow.session.id, "bank");
  expect(await statusOf(slow)).toBe("settling");
  expect((await house.call("GET", slow.path)).text).toContain("Confirming your payment");
  expect(await creditsOf(slow.account)).toBe(0);
  await till.hearFromBank(slow.session.id, true);
  expect(await creditsOf(slow.account)).toBe(500);

  const refused = await buyer();
  await till.pay(refused.session.id, "bank");
  await till.hearFromBank(refused.session.id, false);
  expect(await statusOf(refused)).toBe("failed");
  expect(await creditsOf(refused.account)).toBe(0);
});

test("payment_intent.succeeded credits an MPP purchase once, and never a checkout purchase", async () => {
  const { id: agentId, ...account } = await house.register();
  const purchase = { agentId, purchaseId: "01890a5d-ac96-774b-bcce-b302099a0001" };
  const opening = { ...purchase, rail: "mpp", pack: packOf("100"), livemode: false, status: "settling" } as const;
  await openClaimed(database, { ...opening, providerRef: "challenge-1" }, Date.now());
  const intent = {
    id: "pi_mpp",
    object: "payment_intent",
    status: "succeeded",
    amount_received: 100,
    currency: "usd",
    livemode: false,
    metadata: { agent_id: agentId, purchase_id: purchase.purchaseId },
  };
  expect(await deliver("payment_intent.succeeded", { ...intent, amount_received: 1 })).toBe(500);
  const statuses = await Promise.all(Array.from({ length: 10 }, () => deliver("payment_intent.succeeded", intent)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await creditsOf({ ...account, id: agentId })).toBe(100);

  const byCard = await buyer();
  await payInSilence(shop, byCard.session);
  expect(await deliver("payment_intent.succeeded", till.intents.get(byCard.session.payment_intent ?? "") ?? {})).toBe(
    200,
  );
  expect(await creditsOf(byCard.account)).toBe(0);
});

test("the page reports a provider outage, and the same link works afterwards", async () => {
  const away = await openShop();
  const account = await away.house.register();
  const path = await linkFor(account);
  await away.standIn.stop();
  const page = await press(away, path);
  const { port } = new URL(away.standIn.url);
  const options = { url: away.webhookUrl, secret: WEBHOOK_SECRET, retryAfterMs: [] };
  const again = await startStandIn(options, Number(port));
  const session = await sessionBehind({ ...away, standIn: again }, path);
  await again.till.pay(session.id);
  const credits = await creditsOf(account);
  await away.close();
  await again.stop();
  expect([page.status, credits]).toEqual([503, 500]);
  expect(page.text).toContain("You were not charged");
});

test("reconciliation credits a payment without an event and logs it", async () => {
  const lost = await buyer();
  await payInSilence(shop, lost.session);
  expect(await reconcileLater(0)).not.toContain("an unreported payment");
  // Reconciliation handles undelivered events even before the purchase is stale.
  expect(await creditsOf(lost.account)).toBe(500);

  const silent = await buyer();
  await payInSilence(shop, silent.session);
  for (const event of webhooks.events) event.pending_webhooks = 0;
  await reconcileLater(0);
  expect(await creditsOf(silent.account)).toBe(0);
  const log = await reconcileLater(0.25);
  expect(log).toContain("an unreported payment was credited");
  expect(log).toContain(silent.session.metadata["purchase_id"]);
  expect(await creditsOf(silent.account)).toBe(500);
  expect(shop.counted).toContainEqual({ by: "reconciliation", rail: "stripe", outcome: "credited" });
  await Promise.all([reconcileLater(1), reconcileLater(1), reconcileLater(1)]);
  expect(await creditsOf(silent.account)).toBe(500);
  await expectSound();
});

test("reconciliation applies undelivered refunds, disputes and expiries", async () => {
  const refunded = await buyer();
  const disputed = await buyer();
  const expired = await buyer();
  await till.pay(refunded.session.id);
  await till.pay(disputed.session.id);
  webhooks.change({ url: NOWHERE });
  await till.refund(refunded.session.payment_intent ?? "", 100);
  await till.dispute(disputed.session.payment_intent ?? "");
  await till.expire(expired.session.id);
  webhooks.change({ url: shop.webhookUrl });
  expect(await creditsOf(refunded.account)).toBe(500);
  expect(await reconcileLater(0)).toContain("requested undelivered events from the provider");
  expect(await creditsOf(refunded.account)).toBe(375);
  expect(await creditsOf(disputed.account)).toBe(0);
  expect(await statusOf(expired)).toBe("expired");
});

test("reconciliation keeps open purchases, ends unpayable ones and reports stuck ones", async () => {
  for (const event of webhooks.events) event.pending_webhooks = 0;
  const open = await buyer();
  const forgotten = await buyer();
  const gone = await buyer();
  await rows("UPDATE purchases SET provider_ref = NULL WHERE agent_id = $1", [forgotten.account.id]);
  till.sessions.delete(gone.session.id);
  expect((await press(shop, gone.path)).status).toBe(410);
  await reconcileLater(1);
  for (const each of [open, forgotten, gone]) expect(await statusOf(each)).toBe("opened");
  // Stripe has expired the session, but the event was lost.
  open.session.status = "expired";
  await reconcileLater(30);
  for (const each of [open, forgotten, gone]) expect(await statusOf(each)).toBe("expired");

  const slow = await buyer();
  await payInSilence(shop, slow.session, "bank");
  await reconcileLater(31);
  expect(await statusOf(slow)).toBe("settling");
  expect(await reconcileLater(16 * 24)).toContain("a payment does not settle");
  const off = await buyer();
  expect(await reconcileLater(17 * 24, [])).toContain("a purchase waits for a payment method that is off");
  expect(await statusOf(off)).toBe("opened");
});

test("concurrent workers check each purchase once and wait before the next check", async () => {
  const { session } = await buyer();
  const asked = () => standIn.calls.filter((call) => call === `GET /v1/checkout/sessions/${session.id}`).length;
  const hours = 17.5 * 24;
  await Promise.all([reconcileLater(hours), reconcileLater(hours), reconcileLater(hours)]);
  expect(asked()).toBe(1);
  await reconcileLater(hours + 0.1);
  expect(asked()).toBe(1);
  await reconcileLater(hours + 0.25);
  expect(asked()).toBe(2);
});

test("a purchase whose provider fails does not delay the others", async () => {
  for (const event of webhooks.events) event.pending_webhooks = 0;
  const broken = await buyer();
  const fine = await buyer();
  await payInSilence(shop, broken.session);
  await payInSilence(shop, fine.session);
  for (const event of webhooks.events) event.pending_webhooks = 0;
  Object.assign(broken.session, { amount_total: 1 });
  const log = await reconcileLater(18 * 24);
  expect(log).toContain("reconciling a purchase failed");
  expect(await creditsOf(broken.account)).toBe(0);
  expect(await creditsOf(fine.account)).toBe(500);
  await expectSound();
});
