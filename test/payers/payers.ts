// Provides payers for tests: an account with a dead creature, and the published clients that pay a 402.
import { x402Client } from "@x402/core/client";
import { ExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment } from "@x402/fetch";
import { expect } from "vitest";
import type { PrivateKeyAccount } from "viem/accounts";
import { NETWORK } from "../chain/chain.ts";
import { openDen, type Den } from "../den.ts";
import type { House } from "../harness.ts";

export const RESURRECT = "/api/house/resurrect";

/** Registers an account whose creature died of neglect. */
export async function bereaved(house: House): Promise<{ den: Den; id: string }> {
  const den = await openDen(house);
  const id = await den.hatched({ species_slug: "housecat" });
  await den.advance(60);
  expect((await den.status(id)).json.creature.alive).toBe(false);
  return { den, id };
}

export function x402Of(payer: PrivateKeyAccount): x402Client {
  const client = new x402Client();
  client.register(NETWORK, new ExactEvmScheme(payer));
  return client;
}

/** Returns a fetch that pays by x402, and a function that returns the last payment sent. */
export function payingFetch(payer: PrivateKeyAccount): { fetch: typeof fetch; sent: () => string } {
  let last = "";
  const watched: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    last = request.headers.get("payment-signature") ?? last;
    return fetch(request);
  };
  return { fetch: wrapFetchWithPayment(watched, x402Of(payer)), sent: () => last };
}

export function asking(den: Den, id: string, headers: Record<string, string> = {}): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": den.key, ...headers },
    body: JSON.stringify({ creature_id: id }),
  };
}

export async function creditsOf(den: Den): Promise<number> {
  return (await den.call("GET", "/api/house/credits")).json.credits;
}
