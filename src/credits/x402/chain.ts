// Reads the fate of an authorization from the chain's logs, because the contract reports used and cancelled nonces alike.
import { z } from "zod";
import type { Dependency } from "../../platform/dependency.ts";
import type { Authorization } from "./authorization.ts";
import { keccak256 } from "../../platform/config/x402.ts";

export const CHAIN_LIMITS = { name: "chain node", concurrency: 8, queue: 16, deadlineMs: 3_000 };
/** Blocks by which nodes behind one address may differ. */
const REORDERED_BLOCKS = 10;
/** Maximum range of a log query. Authorizations are valid for minutes, and nodes reject long ranges. */
const MAX_BLOCKS = 2_000;
/** Time after expiry at which an unused authorization is certainly void. */
const GRACE_SECONDS = 60;
/** Time after expiry at which a used authorization without a log counts as void. */
const MISSING_LOG_SECONDS = 600;

const topic = (event: string): string => `0x${keccak256(event)}`;
const USED = topic("AuthorizationUsed(address,bytes32)");
const CANCELLED = topic("AuthorizationCanceled(address,bytes32)");
const TRANSFER = topic("Transfer(address,address,uint256)");
const AUTHORIZATION_STATE = topic("authorizationState(address,bytes32)").slice(0, 10);

const hex = z.string().regex(/^0x[0-9a-fA-F]*$/);
const logs = z.array(z.object({ address: hex, topics: z.array(hex), data: hex, logIndex: hex, transactionHash: hex }));
const answer = z.object({ result: z.unknown().optional(), error: z.object({ code: z.number() }).optional() });
type TransferLog = z.output<typeof logs>[number];

export type TransferFate =
  | { readonly kind: "moved"; readonly transaction: string; readonly to: string; readonly value: bigint }
  /** The money may have moved or may still move. */
  | { readonly kind: "open" }
  /** The money will never move. `odd` means that a human should check. */
  | { readonly kind: "void"; readonly why: "expired" | "cancelled" | "used before"; readonly odd: boolean };

export class Chain {
  readonly #url: string;
  readonly #asset: string;
  readonly #dependency: Dependency;
  #id = 0;

  constructor(url: string, asset: string, dependency: Dependency) {
    this.#url = url;
    this.#dependency = dependency;
    this.#asset = asset;
  }

  async blockNumber(): Promise<number> {
    return Number(hex.parse(await this.#ask("eth_blockNumber", [])));
  }

  /** `fromBlock` must precede the settlement. */
  async fateOf(
    authorization: Pick<Authorization, "from" | "nonce" | "validBeforeSeconds">,
    fromBlock: number,
  ): Promise<TransferFate> {
    const { from, nonce, validBeforeSeconds } = authorization;
    const data = `${AUTHORIZATION_STATE}${word(from).slice(2)}${nonce.slice(2)}`;
    const state = hex.parse(await this.#ask("eth_call", [{ to: this.#asset, data }, "latest"]));
    const { height, seconds } = await this.#latest();
    if (BigInt(state) === 0n) {
      if (seconds < validBeforeSeconds + GRACE_SECONDS) return { kind: "open" };
      return { kind: "void", why: "expired", odd: false };
    }
    const first = Math.max(0, fromBlock - REORDERED_BLOCKS);
    const last = Math.min(height, first + MAX_BLOCKS);
    const entries = await this.#logs(first, last, [[USED, CANCELLED], word(from), nonce]);
    const used = entries.find(({ topics }) => topics[0] === USED);
    if (used !== undefined) return this.#transferOf(used);
    if (entries.length > 0) return { kind: "void", why: "cancelled", odd: false };
    if (seconds < validBeforeSeconds + MISSING_LOG_SECONDS) return { kind: "open" };
    return { kind: "void", why: "used before", odd: true };
  }

  /** Finds the payer's first transfer that is logged after this use. One transaction may contain several uses. */
  async #transferOf(used: TransferLog): Promise<TransferFate> {
    const receipt = z
      .object({ status: hex, logs })
      .nullable()
      .parse(await this.#ask("eth_getTransactionReceipt", [used.transactionHash]));
    const transfer = receipt?.logs
      .filter(({ address, topics }) => address.toLowerCase() === this.#asset.toLowerCase() && topics[0] === TRANSFER)
      .toSorted((a, b) => Number(a.logIndex) - Number(b.logIndex))
      .find(({ logIndex, topics }) => Number(logIndex) > Number(used.logIndex) && topics[1] === used.topics[1]);
    if (receipt?.status !== "0x1" || transfer === undefined) return { kind: "open" };
    const to = `0x${(transfer.topics[2] ?? "").slice(-40)}`.toLowerCase();
    return { kind: "moved", transaction: used.transactionHash, to, value: BigInt(transfer.data) };
  }

  async #latest(): Promise<{ readonly height: number; readonly seconds: number }> {
    const block = z
      .object({ number: hex, timestamp: hex })
      .parse(await this.#ask("eth_getBlockByNumber", ["latest", false]));
    return { height: Number(block.number), seconds: Number(block.timestamp) };
  }

  async #logs(first: number, last: number, topics: readonly unknown[]): Promise<readonly TransferLog[]> {
    const range = { fromBlock: `0x${first.toString(16)}`, toBlock: `0x${last.toString(16)}` };
    return logs.parse(await this.#ask("eth_getLogs", [{ address: this.#asset, ...range, topics }]));
  }

  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    return this.#dependency.ask((signal) => this.#send(method, params, signal));
  }

  async #send(method: string, params: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    this.#id += 1;
    const response = await fetch(this.#url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: this.#id, method, params }),
      redirect: "error",
      signal,
    });
    if (!response.ok) throw new Error(`the chain answered ${method} with ${response.status}`);
    const { result, error } = answer.parse(await response.json());
    if (error !== undefined) throw new Error(`the chain refused ${method} with ${error.code}`);
    return result;
  }
}

/** Pads an address to 32 bytes. */
function word(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
}
