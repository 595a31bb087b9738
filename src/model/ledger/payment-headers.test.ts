// Tests that a header which only resembles a payment has no effect.
import { expect, test } from "vitest";
import { houseForFile } from "../../../test/harness.ts";
import { RESURRECT, bereaved } from "../../../test/payers/payers.ts";

const house = await houseForFile({
  env: {
    X402_FACILITATOR_URL: "http://127.0.0.1:1",
    X402_NETWORK: "eip155:84532",
    X402_PAY_TO: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
    X402_RPC_URL: "http://127.0.0.1:1",
  },
});

const AUTHORIZATION = {
  from: `0x${"1".repeat(40)}`,
  to: `0x${"2".repeat(40)}`,
  value: "1",
  validAfter: "0",
  validBefore: "1",
  nonce: `0x${"3".repeat(64)}`,
};

function headerOf(payload: unknown): string {
  const accepted = {
    scheme: "exact",
    network: "eip155:84532",
    amount: "1",
    asset: `0x${"4".repeat(40)}`,
    payTo: `0x${"2".repeat(40)}`,
    maxTimeoutSeconds: 300,
    extra: {},
  };
  return Buffer.from(JSON.stringify({ x402Version: 2, accepted, payload })).toString("base64");
}

test("only a readable payment raises the rate limit of resurrection", async () => {
  const { den, id } = await bereaved(house);
  const limitOf = async (header: string) =>
    Number((await den.call("POST", RESURRECT, { id }, { "payment-signature": header })).headers["x-ratelimit-limit"]);
  for (const junk of ["x", "", "e30=", headerOf({ signature: "0x1" })]) expect(await limitOf(junk), junk).toBe(3);
  expect(await limitOf(headerOf({ signature: "0x12", authorization: AUTHORIZATION }))).toBe(60);
});
