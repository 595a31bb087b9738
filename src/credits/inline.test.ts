// All payment rails together: one 402 that each published client can pay, inline purchases, and the rate limit of paying calls.
import { randomBytes } from "node:crypto";
import { Mppx, stripe } from "mppx/client";
import { afterAll, expect, test } from "vitest";
import { NETWORK, startChain } from "../../test/chain/chain.ts";
import { startFacilitator } from "../../test/chain/facilitator.ts";
import { openHouse } from "../../test/harness.ts";
import { startIntents } from "../../test/payers/intents.ts";
import { RESURRECT, asking, bereaved, creditsOf, payingFetch } from "../../test/payers/payers.ts";
import { audit } from "./audit.ts";

const chain = await startChain();
const facilitator = await startFacilitator(chain);
const intents = await startIntents();
const house = await openHouse({
  env: {
    STRIPE_SECRET_KEY: "sk_test_local",
    STRIPE_WEBHOOK_SECRETS: "whsec_0123456789abcdef",
    STRIPE_API_BASE: intents.url,
    MPP_ENABLED: "true",
    MPP_SECRET: "a-secret-of-the-house-for-challenges",
    MPP_NETWORK_ID: "profile_test",
    X402_FACILITATOR_URL: facilitator.url,
    X402_NETWORK: NETWORK,
    X402_PAY_TO: `0x${randomBytes(20).toString("hex")}`,
    X402_RPC_URL: chain.url,
  },
});
afterAll(async () => {
  await house.close();
  await Promise.all([facilitator.stop(), intents.stop()]);
  await chain.stop();
});
const CREDITS = "/api/house/credits";

function mppClient() {
  const createToken = async () => `spt_${randomBytes(8).toString("hex")}`;
  return Mppx.create({ polyfill: false, methods: [stripe.charge({ paymentMethod: "pm_card_visa", createToken })] });
}

test("one 402 offers a link, MPP and x402, and published clients pay", async () => {
  const dens = [await bereaved(house), await bereaved(house)] as const;
  const offered = await dens[0].den.call("POST", RESURRECT, { id: dens[0].id });
  expect(offered.status).toBe(402);
  expect(Object.keys(offered.json)).toEqual([
    "error",
    "code",
    "suggestion",
    "cost",
    "credits",
    "shortfall",
    "pack",
    "checkout_url",
    "mpp",
    "x402",
    "next_steps",
  ]);
  const flags = await dens[0].den.call("GET", CREDITS);
  expect(flags.json).toMatchObject({ mpp_enabled: true, x402_enabled: true });

  const byX402 = await payingFetch(await chain.payer(1)).fetch(
    `${house.url}${RESURRECT}`,
    asking(dens[0].den, dens[0].id),
  );
  const byMpp = await mppClient().fetch(`${house.url}${RESURRECT}`, asking(dens[1].den, dens[1].id));
  for (const paid of [byX402, byMpp]) {
    expect(paid.status).toBe(200);
    expect(await paid.json()).toMatchObject({ success: true, credits_spent: 100, credits_remaining: 0 });
  }
  for (const { den, id } of dens) expect((await den.status(id)).json.creature.alive).toBe(true);
  expect((await audit(house.app.services.database)).wrong).toEqual([]);
});

test("any account that accepts a payment can buy credits inline", async () => {
  const account = await house.register();
  const request = {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": account.key, "accept-payment": "any" },
    body: JSON.stringify({ pack: "100" }),
  };
  const paying = payingFetch(await chain.payer(1));
  const byX402 = await paying.fetch(`${house.url}${CREDITS}`, request);
  expect(byX402.status).toBe(200);
  expect(await byX402.json()).toMatchObject({ payment_method: "x402", credits: 100, pack: { id: "100" } });
  expect(byX402.headers.get("payment-response")).not.toBeNull();
  const byMpp = await mppClient().fetch(`${house.url}${CREDITS}`, request);
  expect(await byMpp.json()).toMatchObject({ payment_method: "mpp", credits: 200 });
  expect(byMpp.headers.get("payment-receipt")).not.toBeNull();

  // A caller that lost the answer sends the payment again and learns that it was credited once.
  const again = await account.call("POST", CREDITS, { pack: "100" }, { "payment-signature": paying.sent() });
  expect([again.status, again.json.payment_method, again.json.credits]).toEqual([200, "x402", 200]);
});

test("a caller that got a 402 may pay despite the hourly limit", async () => {
  const { den, id } = await bereaved(house);
  for (let call = 0; call < 3; call++) expect((await den.call("POST", RESURRECT, { id })).status).toBe(402);
  expect((await den.call("POST", RESURRECT, { id })).status).toBe(429);
  const refused = await den.call("POST", RESURRECT, { id }, { "payment-signature": "nonsense" });
  // Only a header that parses as a payment gets the higher limit.
  expect([refused.status, refused.headers["x-ratelimit-limit"]]).toEqual([429, "3"]);
  const other = await bereaved(house);
  const paying = payingFetch(await chain.payer(1));
  for (let call = 0; call < 2; call++) await other.den.call("POST", RESURRECT, { id: other.id });
  const paid = await paying.fetch(`${house.url}${RESURRECT}`, asking(other.den, other.id));
  expect(paid.status).toBe(200);
  expect(await creditsOf(other.den)).toBe(0);
});
