// Buying credits by a link for a human, by a payment method on request, or by a payment in the request.
import { cardCheckout } from "../stripe/index.ts";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import { CHECKOUT_ENV } from "../../../test/payers/checkout.ts";
import { buyCredits } from "../../../test/payers/credits.ts";
import { openDen } from "../../../test/den.ts";
import { houseForFile, type Account } from "../../../test/harness.ts";
import { mount } from "../../http/server/mount.ts";
import type { ChargeRequest, Rail } from "../../model/ledger/rail.ts";
import { listen } from "../../http/server/server.ts";
import { ENDPOINTS } from "../../endpoints.ts";

const house = await houseForFile({ env: { ...CHECKOUT_ENV, RATE_LIMIT_FACTOR: "1000" } });
const { services } = house.app;
const off = await houseForFile();
const PATH = "/api/house/credits";

test("each pack gets its own link, and nothing is stored", async () => {
  const account = await house.register();
  for (const [id, credits, price] of [
    ["100", 100, "$1.00"],
    ["500", 500, "$4.00"],
    ["1000", 1000, "$7.00"],
  ]) {
    const { json, status } = await account.call("POST", PATH, { pack: id });
    expect(status).toBe(200);
    expect(json).toMatchObject({ pack: { id, credits, price }, message: expect.stringContaining("link") });
    expect(json.checkout_url).toMatch(/^http:\/\/localhost:3000\/pay\/[\w-]{72}$/);
    expect(json.next_steps[0]).toMatchObject({ action: "pay", url: json.checkout_url });
  }
  expect(await services.database.adHoc("SELECT FROM purchases")).toEqual([]);
});

test("a repeated call with its Idempotency-Key gets the same link", async () => {
  const account = await house.register();
  const ask = () => account.call("POST", PATH, { pack: "500" }, { "idempotency-key": "one" });
  const [first, second] = [await ask(), await ask()];
  expect(second.headers["idempotency-replayed"]).toBe("true");
  expect(second.json.checkout_url).toBe(first.json.checkout_url);
});

test("an unknown pack gets a 400 that lists the packs", async () => {
  const account = await house.register();
  for (const body of [{}, { pack: "5" }, { pack: 500 }, { pack: null }]) {
    const { status, json } = await account.call("POST", PATH, body);
    expect([status, json.error]).toEqual([400, "Invalid pack"]);
    expect(json.suggestion).toContain('"100", "500", "1000"');
  }
});

test("a caller that accepts payments gets a 402 with the link", async () => {
  const account = await house.register();
  const { status, json } = await account.call("POST", PATH, { pack: "100" }, { "accept-payment": "stripe/charge" });
  expect([status, json.error]).toEqual([402, "Payment required"]);
  expect(json).toMatchObject({ pack: { id: "100" }, checkout_url: expect.stringContaining("/pay/") });
});

test("the 402 of a resurrection links to the pack that covers it", async () => {
  const den = await openDen(house);
  const id = await den.hatched();
  await den.advance(60);
  const { status, json } = await den.call("POST", "/api/house/resurrect", { id });
  expect([status, json.pack.id]).toEqual([402, "100"]);
  const link = cardCheckout(services.rails)?.links.read(new URL(json.checkout_url).pathname.split("/").at(-1) ?? "");
  expect(link).toMatchObject({ agentId: den.id, pack: { id: "100" } });
});

test("an installation that sells no credits returns 503 and never suggests buying", async () => {
  const account = await off.register();
  const { status, json } = await account.call("POST", PATH, { pack: "100" });
  expect([status, json.error]).toEqual([503, "Credits cannot be bought here"]);
  const read = await account.call("GET", PATH);
  expect(JSON.stringify(read.json.next_steps)).not.toContain("buy_credits");
});

/** An inline payment rail that accepts the word "please" as payment. */
const wordRail: Rail = {
  name: "x402",
  offer: async ({ pack, resource }: ChargeRequest) => ({
    fields: { x402: { resource, pack: pack.id } },
    headers: { "payment-required": pack.id },
  }),
  async take(charge: ChargeRequest) {
    const word = charge.sent("payment-signature");
    if (word === undefined) return undefined;
    if (word !== "please")
      return { kind: "refused", offer: { fields: { x402: { problem: "wrong word" } }, headers: {} } };
    await buyCredits(services.database, charge.agent.id, charge.pack.id);
    return { kind: "credited", headers: { "payment-response": "thanks" } };
  },
};
const { fetch: answer } = mount(
  { endpoints: ENDPOINTS },
  { ...services, rails: [wordRail], log: pino({ level: "silent" }) },
);
const listening = await listen({ services, fetch: answer, close: async () => {} }, 0);
afterAll(() => listening.stop());

async function buy({ key }: Account, headers: Record<string, string>) {
  const body = JSON.stringify({ pack: "500" });
  const options = { method: "POST", headers: { "x-api-key": key, ...headers }, body };
  const response = await fetch(`http://127.0.0.1:${listening.port}${PATH}`, options);
  return { response, json: (await response.json()) as Record<string, unknown> };
}

test("a payment in the request earns credits and a receipt, no link", async () => {
  const account = await house.register();
  const offered = await buy(account, { "accept-payment": "any" });
  expect(offered.response.status).toBe(402);
  expect(offered.response.headers.get("payment-required")).toBe("500");
  expect(offered.json["x402"]).toEqual({ resource: `http://localhost:3000${PATH}`, pack: "500" });
  const refused = await buy(account, { "payment-signature": "now" });
  expect([refused.response.status, refused.json["x402"]]).toEqual([402, { problem: "wrong word" }]);
  const paid = await buy(account, { "payment-signature": "please" });
  expect(paid.response.status).toBe(200);
  expect(paid.response.headers.get("payment-response")).toBe("thanks");
  expect(paid.json).toMatchObject({ payment_method: "x402", credits: 500, pack: { id: "500" } });
  expect(paid.json).not.toHaveProperty("checkout_url");
});
