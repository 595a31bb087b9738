// x402 on a real chain. Money that moved is credited once, to the agent that claimed it first, whatever the facilitator reports.
import { randomBytes } from "node:crypto";
import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  encodePaymentSignatureHeader,
} from "@x402/core/http";
import { afterAll, beforeEach, expect, test } from "vitest";
import { NETWORK, USDC, startChain } from "../../../test/chain/chain.ts";
import { startFacilitator } from "../../../test/chain/facilitator.ts";
import type { Den } from "../../../test/den.ts";
import { houseForFile, type Answer } from "../../../test/harness.ts";
import { RESURRECT, asking, bereaved, creditsOf, payingFetch, x402Of } from "../../../test/payers/payers.ts";
import { audit } from "../audit.ts";
import { paymentsFor } from "../rails.ts";
import { reconcile } from "../reconcile.ts";

const chain = await startChain();
const facilitator = await startFacilitator(chain);
afterAll(async () => {
  await facilitator.stop();
  await chain.stop();
});
const payTo = `0x${randomBytes(20).toString("hex")}`;
const house = await houseForFile({
  env: {
    RATE_LIMIT_FACTOR: "1000",
    X402_FACILITATOR_URL: facilitator.url,
    X402_NETWORK: NETWORK,
    X402_PAY_TO: payTo,
    X402_RPC_URL: chain.url,
  },
});
const { database, config, log } = house.app.services;
const url = `${house.url}${RESURRECT}`;

let received = 0;
beforeEach(async () => {
  facilitator.manner = "honest";
  facilitator.asked.length = 0;
  received = await chain.balanceOf(payTo);
});

/** Returns the income since the test began, in dollars. */
async function income(): Promise<number> {
  return (await chain.balanceOf(payTo)) - received;
}

async function statusesOf(den: Den): Promise<string[]> {
  const text = "SELECT status FROM purchases WHERE agent_id = $1 ORDER BY purchase_id";
  const rows = await database.adHoc<{ status: string }>(text, [den.id]);
  return rows.map(({ status }) => status);
}

let laterMs = 0;

/** Reconciles as if ten minutes had passed since the last time. */
async function reconcileLater(): Promise<void> {
  laterMs += 600_000;
  const { reconcilers } = await paymentsFor(config, database, log);
  await reconcile(database, reconcilers, Date.now() + laterMs, log);
}

/** Signs the payment that the call's 402 requires. */
async function signed(den: Den, id: string, payer: Awaited<ReturnType<typeof chain.payer>>) {
  const offered = await fetch(url, asking(den, id));
  const required = decodePaymentRequiredHeader(offered.headers.get("payment-required") ?? "");
  const payload = await x402Of(payer).createPaymentPayload(required);
  const authorization = payload.payload["authorization"] as { nonce: `0x${string}` };
  return { payload, nonce: authorization.nonce, header: encodePaymentSignatureHeader(payload) };
}

async function pay(den: Den, id: string, header: string): Promise<Answer> {
  return den.call("POST", RESURRECT, { id }, { "payment-signature": header });
}

test("the 402 contains x402's requirements in headers and body alike", async () => {
  const { den, id } = await bereaved(house);
  const offered = await den.call("POST", RESURRECT, { id });
  expect(offered.status).toBe(402);
  expect(offered.headers["x-payment-required"]).toBe(offered.headers["payment-required"]);
  const required = decodePaymentRequiredHeader(String(offered.headers["payment-required"]));
  expect(required).toEqual(offered.json.x402);
  expect(offered.json.x402).toEqual({
    x402Version: 2,
    resource: { url: `${config.baseUrl}${RESURRECT}`, description: "100 credits", mimeType: "application/json" },
    accepts: [
      {
        scheme: "exact",
        network: NETWORK,
        amount: "1000000",
        asset: USDC,
        payTo,
        maxTimeoutSeconds: 300,
        extra: { name: "USDC", version: "2" },
      },
    ],
  });
  expect(offered.json.mpp).toBeUndefined();
  expect(offered.headers["www-authenticate"]).toBeUndefined();
  const credits = await den.call("GET", "/api/house/credits");
  expect(credits.json).toMatchObject({ mpp_enabled: false, x402_enabled: true });
  expect(await statusesOf(den)).toEqual([]);
});

test("only one of two payments under one Idempotency-Key is ever charged", async () => {
  for (const manner of ["honest", "settles in silence", "denies"] as const) {
    const { den, id } = await bereaved(house);
    const key = { "idempotency-key": randomBytes(8).toString("hex") };
    const payments = [await signed(den, id, await chain.payer(1)), await signed(den, id, await chain.payer(1))];
    const before = await income();
    facilitator.manner = manner;
    const answers = await Promise.all(
      payments.map((sent) => den.call("POST", RESURRECT, { id }, { "payment-signature": sent.header, ...key })),
    );
    expect(
      answers.filter(({ status, headers }) => status !== 409 && headers["idempotency-replayed"] === undefined),
      `${manner}: ${answers.map(({ status, text }) => `${status} ${text}`).join("\n")}`,
    ).toHaveLength(1);
    for (const { json } of answers.filter(({ status }) => status === 409)) {
      expect(json).toMatchObject({
        error: "A call with this Idempotency-Key carried a different payment",
        code: "other_payment",
      });
    }
    facilitator.manner = "honest";
    expect((await income()) - before).toBe(1);
    expect(await statusesOf(den)).toHaveLength(1);
    expect((await audit(database)).wrong).toEqual([]);
  }
});

test("the published client pays, and another agent cannot reuse its proof", async () => {
  const { den, id } = await bereaved(house);
  const payer = await chain.payer(5);
  const paying = payingFetch(payer);
  const paid = await paying.fetch(url, asking(den, id));
  expect(paid.status).toBe(200);
  expect(await paid.json()).toMatchObject({ success: true, credits_spent: 100, credits_remaining: 0 });
  expect(paid.headers.get("cache-control")).toContain("private");
  const receipt = decodePaymentResponseHeader(paid.headers.get("payment-response") ?? "");
  expect(receipt).toMatchObject({
    success: true,
    network: NETWORK,
    transaction: expect.stringMatching(/^0x[\da-f]{64}$/),
  });
  expect(facilitator.asked).toEqual(["verify", "settle"]);
  expect(await income()).toBe(1);

  const thief = await bereaved(house);
  const stolen = await pay(thief.den, thief.id, paying.sent());
  expect([stolen.status, stolen.json.x402.error]).toEqual([402, "payment_already_used"]);
  expect(await creditsOf(thief.den)).toBe(0);
  expect(await statusesOf(thief.den)).toEqual([]);
  expect(await income()).toBe(1);
  expect(await statusesOf(den)).toEqual(["credited"]);
});

test("six concurrent uses by two agents settle and credit a payment once", async () => {
  const [one, other] = [await bereaved(house), await bereaved(house)];
  const { header } = await signed(one.den, one.id, await chain.payer(5));
  const answers = await Promise.all([one, other, one, other, one, other].map(({ den, id }) => pay(den, id, header)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.every((status) => [200, 400, 402, 503].includes(status))).toBe(true);
  expect(await income()).toBe(1);
  const credited = [...(await statusesOf(one.den)), ...(await statusesOf(other.den))];
  expect(credited).toEqual(["credited"]);
  expect((await audit(database)).wrong).toEqual([]);
});

test("an empty wallet pays nothing, and the answer names the reason", async () => {
  const { den, id } = await bereaved(house);
  const { header } = await signed(den, id, await chain.payer(0));
  const refused = await pay(den, id, header);
  expect([refused.status, refused.json.x402.error]).toEqual([402, "invalid_exact_evm_transaction_simulation_failed"]);
  expect(facilitator.asked).toEqual(["verify"]);
  expect(await statusesOf(den)).toEqual([]);
});

test("a transfer made elsewhere is credited to no agent", async () => {
  const { den, id } = await bereaved(house);
  const { payload } = await signed(den, id, await chain.payer(5));
  const body = JSON.stringify({ paymentPayload: payload, paymentRequirements: payload.accepted });
  await fetch(`${facilitator.url}/settle`, { method: "POST", body });
  expect(await income()).toBe(1);
  const forged = { ...payload, payload: { ...payload.payload, signature: `0x${"12".repeat(65)}` } };
  const thief = await bereaved(house);
  for (const shown of [forged, payload, forged]) {
    const refused = await pay(thief.den, thief.id, encodePaymentSignatureHeader(shown));
    expect(refused.status).toBe(402);
  }
  await reconcileLater();
  expect([await creditsOf(thief.den), await statusesOf(thief.den)]).toEqual([0, []]);
});

test("a payment for one pack does not pay for another", async () => {
  const { den, id } = await bereaved(house);
  const { header } = await signed(den, id, await chain.payer(5));
  expect((await pay(den, id, header)).status).toBe(200);
  const buy = (pack: string) => den.call("POST", "/api/house/credits", { pack }, { "payment-signature": header });
  const larger = await buy("1000");
  expect([larger.status, larger.json.x402.error]).toEqual([402, "payment_already_used"]);
  const same = await buy("100");
  expect([same.status, same.json.pack?.id]).toEqual([200, "100"]);
  expect([await income(), await creditsOf(den)]).toEqual([1, 0]);
});

test("a payment that was not offered is refused without asking the facilitator", async () => {
  const { den, id } = await bereaved(house);
  const { payload } = await signed(den, id, await chain.payer(5));
  const { accepted } = payload;
  const authorization = payload.payload["authorization"] as Record<string, string>;
  const changed = (more: object) => ({
    ...payload,
    payload: { ...payload.payload, authorization: { ...authorization, ...more } },
  });
  const cases: readonly [string, unknown][] = [
    ["requirements_mismatch", { ...payload, accepted: { ...accepted, amount: "1" } }],
    ["requirements_mismatch", { ...payload, accepted: { ...accepted, network: "eip155:1" } }],
    ["resource_mismatch", { ...payload, resource: { url: "https://elsewhere.example" } }],
    ["recipient_mismatch", changed({ to: `0x${"12".repeat(20)}` })],
    ["amount_mismatch", changed({ value: "1" })],
    ["valid_before_too_late", changed({ validBefore: "99999999999" })],
    ["invalid_payload", changed({ nonce: "0x12" })],
    ["invalid_payload", { ...payload, x402Version: 1 }],
    ["invalid_payload", { hello: "world" }],
  ];
  for (const [error, sent] of cases) {
    const refused = await pay(den, id, Buffer.from(JSON.stringify(sent)).toString("base64"));
    expect([refused.status, refused.json.x402?.error]).toEqual([402, error]);
  }
  const nonsense = await pay(den, id, "%%%");
  expect([nonsense.status, nonsense.json.x402.error]).toEqual([402, "invalid_payload"]);
  expect(facilitator.asked).toEqual([]);
  expect(await statusesOf(den)).toEqual([]);
});

test("while the facilitator is down, no money moves and callers get 503", async () => {
  facilitator.manner = "silent";
  const { den, id } = await bereaved(house);
  const { header } = await signed(den, id, await chain.payer(5));
  const told = await pay(den, id, header);
  expect([told.status, told.json.error]).toEqual([503, "Your payment could not be processed"]);
  expect(facilitator.asked).toEqual(["verify"]);
  expect([await creditsOf(den), await income()]).toEqual([0, 0]);
  facilitator.manner = "honest";
  expect((await pay(den, id, header)).status).toBe(200);
});

test("a payment is credited even if the facilitator hides or denies settling", async () => {
  for (const manner of ["settles in silence", "denies"] as const) {
    received = await chain.balanceOf(payTo);
    facilitator.manner = manner;
    const { den, id } = await bereaved(house);
    const { header } = await signed(den, id, await chain.payer(5));
    const told = await pay(den, id, header);
    expect(told.status, manner).toBe(200);
    expect([await income(), await statusesOf(den)]).toEqual([1, ["credited"]]);
  }
});

test("reconciliation distinguishes a used nonce from a cancelled one", async () => {
  facilitator.manner = "breaks at settling";
  const [used, cancelled] = [await bereaved(house), await bereaved(house)];
  const payers = [await chain.payer(5), await chain.payer(5)] as const;
  const one = await signed(used.den, used.id, payers[0]);
  const other = await signed(cancelled.den, cancelled.id, payers[1]);
  expect((await pay(used.den, used.id, one.header)).status).toBe(503);
  expect((await pay(cancelled.den, cancelled.id, other.header)).status).toBe(503);

  // The recovered facilitator settles the first payment, while the second payer cancels the authorization.
  facilitator.manner = "honest";
  const body = JSON.stringify({ paymentPayload: one.payload, paymentRequirements: one.payload.accepted });
  const settled = await fetch(`${facilitator.url}/settle`, { method: "POST", body });
  expect(await settled.json()).toMatchObject({ success: true });
  await chain.cancel(payers[1], other.nonce);

  await reconcileLater();
  expect([await statusesOf(used.den), await creditsOf(used.den)]).toEqual([["credited"], 100]);
  expect([await statusesOf(cancelled.den), await creditsOf(cancelled.den)]).toEqual([["failed"], 0]);
  expect(await income()).toBe(1);
  await reconcileLater();
  expect(await creditsOf(used.den)).toBe(100);
  expect((await audit(database)).wrong).toEqual([]);
});

test("a repeated call with the same payment gets its outcome", async () => {
  facilitator.manner = "breaks at settling";
  const { den, id } = await bereaved(house);
  const { header, payload } = await signed(den, id, await chain.payer(5));
  expect((await pay(den, id, header)).status).toBe(503);
  expect((await pay(den, id, header)).status).toBe(503);
  facilitator.manner = "honest";
  const body = JSON.stringify({ paymentPayload: payload, paymentRequirements: payload.accepted });
  await fetch(`${facilitator.url}/settle`, { method: "POST", body });
  const back = await pay(den, id, header);
  expect(back.status, back.text).toBe(200);
  expect(back.headers["payment-response"]).toBeDefined();
  expect([await income(), await creditsOf(den)]).toEqual([1, 0]);
});

test("a repeated call with an Idempotency-Key returns the receipt again", async () => {
  const { den, id } = await bereaved(house);
  const { header } = await signed(den, id, await chain.payer(5));
  const headers = { "payment-signature": header, "idempotency-key": "pay-once" };
  const first = await den.call("POST", RESURRECT, { id }, headers);
  expect(first.status, first.text).toBe(200);
  const again = await den.call("POST", RESURRECT, { id }, headers);
  expect([again.headers["idempotency-replayed"], again.text]).toEqual(["true", first.text]);
  expect(again.headers["payment-response"]).toBe(first.headers["payment-response"]);
  expect(first.headers["payment-response"]).toBeDefined();
  expect(await income()).toBe(1);
});

// Must be the last test, because it moves the chain's clock ahead, after which nothing can be signed.
test("a lying or broken facilitator causes no credit that the chain lacks", async () => {
  const dens = [];
  for (const manner of ["lying", "breaks at settling"] as const) {
    facilitator.manner = manner;
    const { den, id } = await bereaved(house);
    const { header } = await signed(den, id, await chain.payer(5));
    const told = await pay(den, id, header);
    expect([told.status, told.json.error]).toEqual([503, "Your payment is not confirmed yet"]);
    expect(told.json.suggestion).toContain("Do not pay again");
    dens.push(den);
  }
  await reconcileLater();
  for (const den of dens) expect([await statusesOf(den), await creditsOf(den)]).toEqual([["settling"], 0]);
  await chain.advance(600);
  await reconcileLater();
  for (const den of dens) expect([await statusesOf(den), await creditsOf(den)]).toEqual([["failed"], 0]);
  expect(await income()).toBe(0);
});
