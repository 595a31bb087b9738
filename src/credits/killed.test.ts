// Kills the service at each step between "paid" and "credited" of an inline payment. After reconciliation, money that moved has
// exactly one credit, and money that did not move has none. No secret is logged.
import { randomBytes } from "node:crypto";
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from "@x402/core/http";
import { Challenge, Credential } from "mppx";
import { afterAll, describe, expect, test } from "vitest";
import { NETWORK, startChain } from "../../test/chain/chain.ts";
import { startFacilitator } from "../../test/chain/facilitator.ts";
import type { Den } from "../../test/den.ts";
import { freePort } from "../../test/processes/free-port.ts";
import { houseForFile } from "../../test/harness.ts";
import { startIntents } from "../../test/payers/intents.ts";
import { startServiceProcess } from "../../test/processes/service.ts";
import { FULL, drawn } from "../../test/tier.ts";
import { RESURRECT, asking, bereaved, creditsOf, x402Of } from "../../test/payers/payers.ts";
import { audit } from "./audit.ts";
import { paymentsFor } from "./rails.ts";
import { reconcile } from "./reconcile.ts";

const chain = await startChain();
const facilitator = await startFacilitator(chain);
const intents = await startIntents();
afterAll(async () => {
  await Promise.all([facilitator.stop(), intents.stop()]);
  await chain.stop();
});
const MPP_SECRET = "a-secret-of-the-house-for-challenges";
const STRIPE_SECRET_KEY = "sk_test_notToBeLogged";
const FACILITATOR_KEY = "key-of-the-facilitator";
const payTo = `0x${randomBytes(20).toString("hex")}`;
const env = {
  STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRETS: "whsec_0123456789abcdef",
  STRIPE_API_BASE: intents.url,
  MPP_ENABLED: "true",
  MPP_SECRET,
  MPP_NETWORK_ID: "profile_test",
  X402_FACILITATOR_URL: facilitator.url,
  X402_FACILITATOR_KEY: FACILITATOR_KEY,
  X402_NETWORK: NETWORK,
  X402_PAY_TO: payTo,
  X402_RPC_URL: chain.url,
};
const house = await houseForFile({ env: { RATE_LIMIT_FACTOR: "1000", ...env } });
const { database, config, log } = house.app.services;
/** Challenges and offers contain the base URL, so all processes of the house must share it. */
const SAME = { BASE_URL: config.baseUrl };

/** A payment that a 402 requests: its header, its secrets, and whether money has moved. */
interface Signed {
  readonly headers: Record<string, string>;
  readonly secrets: readonly string[];
  moved(): Promise<boolean>;
}

async function byX402(offered: Response): Promise<Signed> {
  const payer = await chain.payer(1);
  const required = decodePaymentRequiredHeader(offered.headers.get("payment-required") ?? "");
  const payload = await x402Of(payer).createPaymentPayload(required);
  const header = encodePaymentSignatureHeader(payload);
  const moved = async () => (await chain.balanceOf(payer.address)) === 0;
  const signature = String(payload.payload["signature"]);
  return { headers: { "payment-signature": header }, secrets: [header, signature], moved };
}

async function byMpp(offered: Response, den: Den): Promise<Signed> {
  const challenge = Challenge.deserialize(offered.headers.get("www-authenticate") ?? "");
  const spt = `spt_${randomBytes(8).toString("hex")}`;
  const header = Credential.serialize({ challenge, payload: { spt } });
  const moved = async () => intents.made.some(({ metadata }) => metadata["agent_id"] === den.id);
  return { headers: { "payment-authorization": header }, secrets: [header, spt], moved };
}

const ALL_POINTS = [
  // No purchase is open yet, so the same payment can be sent again as a new one.
  { point: "x402.verified", sign: byX402, moves: false, isNew: true },
  { point: "x402.claimed", sign: byX402, moves: false, isNew: true },
  { point: "x402.opened", sign: byX402, moves: false },
  { point: "x402.settled", sign: byX402, moves: true },
  { point: "x402.confirmed", sign: byX402, moves: true },
  { point: "x402.payment_claimed", sign: byX402, moves: true },
  { point: "x402.crediting", sign: byX402, moves: true },
  { point: "x402.credited", sign: byX402, moves: true },
  { point: "mpp.claimed", sign: byMpp, moves: false, isNew: true },
  { point: "mpp.opened", sign: byMpp, moves: false },
  { point: "mpp.charged", sign: byMpp, moves: true },
  { point: "mpp.answered", sign: byMpp, moves: true },
  { point: "mpp.payment_claimed", sign: byMpp, moves: true },
  { point: "mpp.crediting", sign: byMpp, moves: true },
  { point: "mpp.credited", sign: byMpp, moves: true },
] as const;
/**
 * Steps always tested: one before and one after money moves for each rail, and the first step between a claim and its purchase.
 */
const IN_GATE = new Set<string>(["x402.claimed", "x402.opened", "x402.settled", "mpp.opened", "mpp.charged"]);
const POINTS = drawn(ALL_POINTS, ({ point }) => IN_GATE.has(point));

const logs: string[] = [];
const secrets = [MPP_SECRET, STRIPE_SECRET_KEY, FACILITATOR_KEY];

/** Kills the service at `point`, in the middle of a payment. */
async function dieAt({ point, sign }: (typeof ALL_POINTS)[number]): Promise<{ den: Den; id: string; signed: Signed }> {
  const { den, id } = await bereaved(house);
  const service = await startServiceProcess(house, await freePort(), {
    ...env,
    ROLE: "api",
    FAULT_POINT: point,
    ...SAME,
  });
  const url = `${service.url}${RESURRECT}`;
  const signed = await sign(await fetch(url, asking(den, id)), den);
  await expect(fetch(url, asking(den, id, signed.headers))).rejects.toThrow("fetch failed");
  expect(await service.ended).toMatchObject({ signal: "SIGKILL" });
  logs.push(service.log());
  secrets.push(...signed.secrets, den.key);
  return { den, id, signed };
}

let laterMs = 0;

/** Reconciles as if twenty minutes had passed since the last time. */
async function reconcileLater(): Promise<void> {
  laterMs += 1_200_000;
  const { reconcilers } = await paymentsFor(config, database, log);
  await reconcile(database, reconcilers, Date.now() + laterMs, log);
}

async function creditingsOf(den: Den): Promise<number> {
  const text = "SELECT FROM ledger_transactions WHERE agent_id = $1 AND kind = 'purchase'";
  return (await database.adHoc(text, [den.id])).length;
}

describe.each(POINTS)("killed at $point", (at) => {
  test("reconciliation credits a settled payment once", async () => {
    const { den, id, signed } = await dieAt(at);
    expect(await signed.moved()).toBe(at.moves);
    await reconcileLater();
    await reconcileLater();
    expect(await creditingsOf(den)).toBe(at.moves ? 1 : 0);
    expect(await creditsOf(den)).toBe(at.moves ? 100 : 0);

    // The agent received no answer and sends the same payment to another process.
    const again = await den.call("POST", RESURRECT, { id }, signed.headers);
    const paid = at.moves || "isNew" in at;
    expect(again.status === 200, again.text).toBe(paid);
    expect(await creditingsOf(den)).toBe(paid ? 1 : 0);
    expect((await audit(database)).wrong).toEqual([]);
  });

  const isAskedAgain = at.moves && (FULL || at.sign === byX402);
  test.skipIf(!isAskedAgain)("a repeated call before reconciliation is credited immediately and once", async () => {
    const { den, id, signed } = await dieAt(at);
    const again = await den.call("POST", RESURRECT, { id }, signed.headers);
    expect(again.status, again.text).toBe(200);
    await reconcileLater();
    expect([await creditingsOf(den), await creditsOf(den)]).toEqual([1, 0]);
  });
});

test("a restarted service takes payments, and its trace logs contain no secrets", async () => {
  const service = await startServiceProcess(house, await freePort(), { ...env, ROLE: "api", ...SAME });
  const url = `${service.url}${RESURRECT}`;
  for (const [sign, manner, status] of [
    [byX402, "honest", 200],
    [byX402, "breaks at settling", 503],
    [byMpp, "honest", 200],
  ] as const) {
    facilitator.manner = manner;
    const { den, id } = await bereaved(house);
    const signed = await sign(await fetch(url, asking(den, id)), den);
    secrets.push(...signed.secrets, den.key);
    expect((await fetch(url, asking(den, id, { "payment-signature": "bad" }))).status).toBe(402);
    expect((await fetch(url, asking(den, id, signed.headers))).status).toBe(status);
  }
  await service.kill();
  logs.push(service.log());
  const text = logs.join("");
  expect(logs.length).toBeGreaterThan(POINTS.length);
  expect(text).toContain('"msg":"request"');
  for (const secret of secrets) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/spt_|dk_|payment-signature|payment-authorization/i);
});
