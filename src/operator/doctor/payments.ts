// Checks of payments that move no money.
import { z } from "zod";
import { fault, ok, orOk, type ConfiguredInstallation, type Finding } from "./finding.ts";
import { reasonOf } from "../../platform/database/database-errors.ts";

const DEADLINE_MS = 5_000;
const ANSWER = z.object({ result: z.string().regex(/^0x[\da-f]{1,16}$/i) });

/** What is wrong with them prevents startup, and is a fault of the settings. */
export function checkPayments({ config }: ConfiguredInstallation): readonly Finding[] {
  const { stripe, mpp, x402 } = config;
  const card = stripe && `card checkout with a ${stripe.livemode ? "live" : "test"} key`;
  const ways = [card, mpp && "MPP", x402 && `x402 on ${x402.network}`].filter((way) => way !== undefined);
  return [ok(ways.length === 0 ? "off" : ways.join(", "))];
}

/** A node of another network would confirm transfers that are worth nothing. */
export async function checkChain({ config }: ConfiguredInstallation): Promise<readonly Finding[]> {
  if (config.x402 === undefined) return [ok("off")];
  const { rpcUrl, network } = config.x402;
  try {
    const answer = await fetch(rpcUrl, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] }),
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    const found = `eip155:${Number(ANSWER.parse(await answer.json()).result)}`;
    const wrong = fault(
      `X402_RPC_URL is a node of ${found}, but X402_NETWORK is ${network}. Name a node of that network.`,
    );
    return orOk([found !== network && wrong], `the node of X402_RPC_URL is on ${network}`);
  } catch (thrown) {
    const reason = thrown instanceof z.ZodError ? "it is not a JSON-RPC node" : reasonOf(thrown);
    return [
      fault(`X402_RPC_URL does not answer (${reason}). Without it no x402 payment is credited. Check the address.`),
    ];
  }
}
