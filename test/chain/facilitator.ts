// A real x402 facilitator on loopback, built from @x402, with faults that a test can select.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { x402Facilitator } from "@x402/core/facilitator";
import { toFacilitatorEvmSigner } from "@x402/evm";
import { ExactEvmScheme } from "@x402/evm/exact/facilitator";
import { NETWORK, type TestChain } from "./chain.ts";

type Manner =
  | "honest"
  /** Accepts everything but transfers nothing. */
  | "lying"
  /** Never answers. */
  | "silent"
  /** Verifies payments, but fails to settle with an error that repeats its input. */
  | "breaks at settling"
  /** Settles without answering. */
  | "settles in silence"
  /** Settles, but answers that it failed. */
  | "denies";

export interface TestFacilitator {
  readonly url: string;
  manner: Manner;
  /** Names of the requests, in order of arrival. */
  readonly asked: string[];
  stop(): Promise<void>;
}

export async function startFacilitator({ client, rich }: TestChain): Promise<TestFacilitator> {
  const signer = toFacilitatorEvmSigner({
    address: rich.address,
    getCode: (args) => client.getCode(args),
    readContract: (args) => client.readContract({ ...args, args: args.args ?? [] }),
    verifyTypedData: (args) => client.verifyTypedData(args as never),
    writeContract: (args) => client.writeContract({ ...args, account: rich }),
    sendTransaction: (args) => client.sendTransaction({ ...args, account: rich } as never),
    waitForTransactionReceipt: (args) => client.waitForTransactionReceipt(args),
  });
  const facilitator = new x402Facilitator();
  facilitator.register(NETWORK, new ExactEvmScheme(signer));
  const state = { manner: "honest" as Manner, asked: [] as string[] };

  const answerTo = async (incoming: IncomingMessage): Promise<unknown> => {
    const what = incoming.url?.slice(1) ?? "";
    const { paymentPayload, paymentRequirements } = JSON.parse(await text(incoming));
    state.asked.push(what);
    const { manner } = state;
    if (manner === "silent") return undefined;
    if (manner === "lying") return what === "verify" ? { isValid: true } : lie();
    if (what === "verify") return facilitator.verify(paymentPayload, paymentRequirements);
    if (manner === "breaks at settling") throw new Error(`broken by ${JSON.stringify(paymentPayload)}`);
    const settled = await facilitator.settle(paymentPayload, paymentRequirements);
    if (manner === "denies")
      return { success: false, errorReason: "unexpected_error", transaction: "", network: NETWORK };
    return manner === "settles in silence" ? undefined : settled;
  };

  const server = createServer(async (incoming, outgoing) => {
    try {
      const answer = await answerTo(incoming);
      if (answer === undefined) return;
      outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
    } catch (thrown) {
      outgoing.writeHead(500).end(String(thrown));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function lie(): object {
  return { success: true, transaction: `0x${"ab".repeat(32)}`, network: NETWORK, payer: `0x${"cd".repeat(20)}` };
}
