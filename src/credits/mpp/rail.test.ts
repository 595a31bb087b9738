// MPP with a shared payment token: a challenge leads to one charge and one credit, for the agent and pack that it names.
import { randomBytes } from "node:crypto";
import { Challenge, Credential, Receipt } from "mppx";
import { Mppx, stripe } from "mppx/client";
import { Stripe } from "stripe";
import { afterAll, beforeEach, expect, test } from "vitest";
import { CHECKOUT_ENV, WEBHOOK_SECRET, eventOf } from "../../../test/payers/checkout.ts";
import type { Den } from "../../../test/den.ts";
import { houseForFile, type Answer } from "../../../test/harness.ts";
import { startIntents } from "../../../test/payers/intents.ts";
import { RESURRECT, asking, bereaved, creditsOf } from "../../../test/payers/payers.ts";
import { audit } from "../audit.ts";
import { paymentsFor } from "../rails.ts";
import { reconcile } from "../reconcile.ts";

const intents = await startIntents();
afterAll(() => intents.stop());
const house = await houseForFile({
  env: {
    RATE_LIMIT_FACTOR: "1000",
    ...CHECKOUT_ENV,
    STRIPE_API_BASE: intents.url,
    MPP_ENABLED: "true",
    MPP_SECRET: "a-secret-of-the-house-for-challenges",
    MPP_NETWORK_ID: "profile_test",
  },
});
const { database, config, log } = house.app.services;
const sdk = new Stripe(CHECKOUT_ENV.STRIPE_SECRET_KEY);
const url = `${house.url}${RESURRECT}`;

beforeEach(() => {
  intents.manner = "honest";
});

let tokens = 0;
const freshToken = (kind = "") => `spt_${kind}${process.pid}_${(tokens += 1)}`;

async function challengeFor(den: Den, id: string): Promise<Challenge.Challenge> {
  const offered = await den.call("POST", RESURRECT, { id });
  expect(offered.status).toBe(402);
  return Challenge.deserialize(String(offered.headers["www-authenticate"]));
}

function credential(challenge: Challenge.Challenge, spt = freshToken()): string {
  return Credential.serialize({ challenge, payload: { spt } });
}

async function pay(den: Den, id: string, sent: string): Promise<Answer> {
  return den.call("POST", RESURRECT, { id }, { "payment-authorization": sent });
}

async function statusesOf(den: Den): Promise<string[]> {
  const text = "SELECT status FROM purchases WHERE agent_id = $1 ORDER BY purchase_id";
  const rows = await database.adHoc<{ status: string }>(text, [den.id]);
  return rows.map(({ status }) => status);
}

function chargesOf(den: Den): number {
  return intents.made.filter(({ metadata, status }) => metadata["agent_id"] === den.id && status === "succeeded")
    .length;
}

async function reconcileIn(minutes: number): Promise<void> {
  const { reconcilers } = await paymentsFor(config, database, log);
  await reconcile(database, reconcilers, Date.now() + minutes * 60_000, log);
}

test("the 402 contains a challenge and creates no purchase or charge", async () => {
  const { den, id } = await bereaved(house);
  const before = intents.made.length;
  const offered = await den.call("POST", RESURRECT, { id });
  expect(offered.status).toBe(402);
  expect(offered.json.mpp).toMatchObject({
    challenge: offered.headers["www-authenticate"],
    credential_header: "Payment-Authorization",
    problem: { type: "https://paymentauth.org/problems/payment-required", status: 402 },
  });
  const challenge = Challenge.deserialize(offered.json.mpp.challenge);
  expect(challenge).toMatchObject({
    method: "stripe",
    intent: "charge",
    realm: "localhost:3000",
    header: "Payment-Authorization",
    request: { amount: "100", currency: "usd", methodDetails: { networkId: "profile_test" } },
  });
  const opaque = Buffer.from(challenge.opaque ?? "", "base64url").toString();
  expect(JSON.parse(opaque)).toEqual({ agent_id: den.id, pack: "100", purchase_id: expect.any(String) });
  expect(offered.json.x402).toBeUndefined();
  expect(offered.headers["payment-required"]).toBeUndefined();
  expect([intents.made.length, await statusesOf(den)]).toEqual([before, []]);
  const credits = await den.call("GET", "/api/house/credits");
  expect(credits.json).toMatchObject({ mpp_enabled: true, x402_enabled: false });
});

test("the published client pays the 402 without displacing the API key", async () => {
  const { den, id } = await bereaved(house);
  const createToken = async () => freshToken();
  const client = Mppx.create({
    polyfill: false,
    methods: [stripe.charge({ paymentMethod: "pm_card_visa", createToken })],
  });
  const request = asking(den, id, { authorization: `Bearer ${den.key}` });
  const paid = await client.fetch(url, request);
  expect(paid.status).toBe(200);
  expect(await paid.json()).toMatchObject({ success: true, credits_spent: 100, credits_remaining: 0 });
  expect(paid.headers.get("cache-control")).toContain("private");
  const [intent] = intents.made;
  expect(Receipt.deserialize(paid.headers.get("payment-receipt") ?? "")).toMatchObject({
    method: "stripe",
    status: "success",
    reference: intent?.id,
  });
  expect(intent).toMatchObject({ amount: 100, currency: "usd" });
  expect(intent?.metadata).toMatchObject({
    agent_id: den.id,
    purchase_id: expect.any(String),
    machine_payment: "true",
  });
  expect(await statusesOf(den)).toEqual(["credited"]);
});

test("a credential in the Authorization header works alongside x-api-key", async () => {
  const { den, id } = await bereaved(house);
  const headers = { authorization: credential(await challengeFor(den, id)), "x-api-key": den.key };
  const paid = await house.call("POST", RESURRECT, { id }, headers);
  expect(paid.status, paid.text).toBe(200);
  expect(paid.headers["payment-receipt"]).toBeDefined();
});

test("a credential sent ten times concurrently is charged and credited once", async () => {
  const { den, id } = await bereaved(house);
  const sent = credential(await challengeFor(den, id));
  const answers = await Promise.all(Array.from({ length: 10 }, () => pay(den, id, sent)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect([chargesOf(den), await statusesOf(den)]).toEqual([1, ["credited"]]);
  expect((await audit(database)).wrong).toEqual([]);
});

test("concurrent tokens for one challenge are charged once", async () => {
  const { den, id } = await bereaved(house);
  const challenge = await challengeFor(den, id);
  await Promise.all(Array.from({ length: 5 }, () => pay(den, id, credential(challenge))));
  expect([chargesOf(den), await statusesOf(den)]).toEqual([1, ["credited"]]);
});

test("an invalid or misused credential is refused without a charge", async () => {
  const { den, id } = await bereaved(house);
  const other = await bereaved(house);
  const dear = await bereaved(house);
  const text = "UPDATE creatures SET resurrections = 1 WHERE creature_id = $1";
  await database.adHoc(text, [dear.id]);
  const challenge = await challengeFor(den, id);
  const expired = { ...challenge, expires: new Date(Date.now() - 1000).toISOString() };
  const tampered = { ...challenge, request: { ...challenge.request, amount: "1" } };
  const cases: readonly [string, Den, string, string][] = [
    ["another agent's", other.den, other.id, credential(challenge)],
    ["tampered with", den, id, credential(tampered)],
    ["moved in time", den, id, credential(expired)],
    ["no credential", den, id, "Payment not-base64!!"],
    ["for a cheaper pack", dear.den, dear.id, credential(challenge)],
  ];
  for (const [what, whose, which, sent] of cases) {
    const refused = await pay(whose, which, sent);
    expect([refused.status, refused.json.mpp.problem.status], what).toEqual([402, 402]);
    expect(refused.json.mpp.challenge, what).toBe(refused.headers["www-authenticate"]);
    expect([chargesOf(whose), await statusesOf(whose)], what).toEqual([0, []]);
  }
});

test("a declined card costs nothing, and the next challenge works", async () => {
  const { den, id } = await bereaved(house);
  const declined = await pay(den, id, credential(await challengeFor(den, id), freshToken("declined_")));
  expect(declined.status).toBe(402);
  expect(declined.json.mpp.problem.detail).toContain("Your card was declined");
  expect(await statusesOf(den)).toEqual(["failed"]);
  const again = Challenge.deserialize(declined.json.mpp.challenge);
  expect((await pay(den, id, credential(again))).status).toBe(200);
  expect([chargesOf(den), await statusesOf(den)]).toEqual([1, ["failed", "credited"]]);
});

test("a used credential is refused once its credits are spent", async () => {
  const { den, id } = await bereaved(house);
  const sent = credential(await challengeFor(den, id));
  expect((await pay(den, id, sent)).status).toBe(200);
  await den.advance(60);
  const replayed = await pay(den, id, sent);
  expect(replayed.status).toBe(402);
  expect(replayed.json.mpp.problem.detail).toContain("already been used");
  expect([chargesOf(den), await creditsOf(den)]).toEqual([1, 0]);
});

test("a payment during a Stripe outage fails later without a charge", async () => {
  const { den, id } = await bereaved(house);
  const sent = credential(await challengeFor(den, id));
  intents.manner = "down";
  const told = await pay(den, id, sent);
  expect([told.status, told.json.error]).toEqual([503, "Your payment is not confirmed yet"]);
  expect((await pay(den, id, sent)).status).toBe(503);
  intents.manner = "honest";
  await reconcileIn(5);
  expect(await statusesOf(den)).toEqual(["settling"]);
  await reconcileIn(20);
  expect([await statusesOf(den), await creditsOf(den)]).toEqual([["failed"], 0]);
  const refused = await pay(den, id, sent);
  expect(refused.json.mpp.problem.detail).toContain("failed");
});

test("a charge without a response is retried under its key, then credited", async () => {
  const { den, id } = await bereaved(house);
  const sent = credential(await challengeFor(den, id));
  intents.manner = "charges in silence";
  // mppx mistakes the retried response for a replay by the payer, but the purchase shows that it was credited.
  const paid = await pay(den, id, sent);
  expect(paid.status, paid.text).toBe(200);
  expect([chargesOf(den), await statusesOf(den)]).toEqual([1, ["credited"]]);
});

test("a payment by a slow bank is credited when it succeeds", async () => {
  const { den, id } = await bereaved(house);
  const sent = credential(await challengeFor(den, id));
  intents.manner = "slow bank";
  expect((await pay(den, id, sent)).status).toBe(503);
  await reconcileIn(5);
  expect([await statusesOf(den), await creditsOf(den)]).toEqual([["settling"], 0]);
  const [intent] = intents.made;
  Object.assign(intent ?? {}, { status: "succeeded" });
  await reconcileIn(10);
  expect([await statusesOf(den), await creditsOf(den)]).toEqual([["credited"], 100]);
  await reconcileIn(20);
  expect(await creditsOf(den)).toBe(100);
  expect((await audit(database)).wrong).toEqual([]);
});

test("repeated webhooks credit a pending payment only once", async () => {
  const { den, id } = await bereaved(house);
  const sent = credential(await challengeFor(den, id));
  intents.manner = "slow bank";
  expect((await pay(den, id, sent)).status).toBe(503);
  const [intent] = intents.made;
  const paid = { ...intent, status: "succeeded" };
  const deliver = async (event: { readonly id: string }) => {
    intents.events.set(event.id, event);
    const payload = JSON.stringify(event);
    const signature = await sdk.webhooks.generateTestHeaderStringAsync({ payload, secret: WEBHOOK_SECRET });
    const headers = { "stripe-signature": signature };
    return (await fetch(`${house.url}/api/webhooks/stripe`, { method: "POST", headers, body: payload })).status;
  };
  const statuses = await Promise.all(
    Array.from({ length: 10 }, () => deliver(eventOf("payment_intent.succeeded", paid))),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect([await statusesOf(den), await creditsOf(den)]).toEqual([["credited"], 100]);
  const charge = { id: "ch_1", object: "charge", amount: 100, amount_refunded: 100, metadata: intent?.metadata };
  expect(await deliver(eventOf("charge.refunded", { ...charge, payment_intent: intent?.id, livemode: false }))).toBe(
    200,
  );
  expect(await creditsOf(den)).toBe(0);
  expect((await audit(database)).wrong).toEqual([]);
});

test("only one of two payments under one Idempotency-Key is ever charged", async () => {
  for (const manner of ["honest", "slow bank", "charges in silence"] as const) {
    const { den, id } = await bereaved(house);
    const key = { "idempotency-key": randomBytes(8).toString("hex") };
    const payments = [credential(await challengeFor(den, id)), credential(await challengeFor(den, id))];
    const made = intents.made.length;
    intents.manner = manner;
    const answers = await Promise.all(
      payments.map((sent) => den.call("POST", RESURRECT, { id }, { "payment-authorization": sent, ...key })),
    );
    expect(
      answers.filter(({ status, headers }) => status !== 409 && headers["idempotency-replayed"] === undefined),
    ).toHaveLength(1);
    for (const { json } of answers.filter(({ status }) => status === 409)) {
      expect(json).toMatchObject({
        error: "A call with this Idempotency-Key carried a different payment",
        code: "other_payment",
      });
    }
    expect(intents.made.length - made).toBe(1);
    expect(await statusesOf(den)).toHaveLength(1);
    intents.manner = "honest";
    expect((await audit(database)).wrong).toEqual([]);
  }
});

test("a declined payment frees its Idempotency-Key; a pending payment can be retried", async () => {
  const { den, id } = await bereaved(house);
  const key = { "idempotency-key": "one-resurrection" };
  const send = (sent: string) => den.call("POST", RESURRECT, { id }, { "payment-authorization": sent, ...key });
  expect((await send(credential(await challengeFor(den, id), freshToken("declined")))).status).toBe(402);
  intents.manner = "slow bank";
  const slow = credential(await challengeFor(den, id));
  expect((await send(slow)).status).toBe(503);
  expect((await send(credential(await challengeFor(den, id)))).status).toBe(409);
  Object.assign(intents.made[0] ?? {}, { status: "succeeded" });
  expect((await send(slow)).status).toBe(200);
  expect(await statusesOf(den)).toHaveLength(2);
});
