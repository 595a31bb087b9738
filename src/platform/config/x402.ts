// Networks for x402 payments, and checksummed addresses (EIP-55). A typo in the receiving address would lose every payment.
import { createHash } from "node:crypto";

export interface Network {
  /** Address of the USDC contract. */
  readonly asset: string;
  readonly name: string;
  readonly version: string;
  /** False for a test network. */
  readonly live: boolean;
}

export const NETWORKS = {
  "eip155:8453": {
    asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    name: "USD Coin",
    version: "2",
    live: true,
  },
  "eip155:84532": {
    asset: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    name: "USDC",
    version: "2",
    live: false,
  },
} as const satisfies Readonly<Record<`${string}:${string}`, Network>>;

export type NetworkId = keyof typeof NETWORKS;
export const NETWORK_IDS = ["eip155:8453", "eip155:84532"] as const satisfies readonly NetworkId[];

/** USDC has six decimals. */
const UNITS_PER_CENT = 10_000;

export function unitsOf(amountCents: number): string {
  return String(amountCents * UNITS_PER_CENT);
}

/** Returns the amount in cents. A fraction of a cent is preserved, so that such an amount matches no price. */
export function centsOf(units: bigint): number {
  return Number(units) / UNITS_PER_CENT;
}

/** Returns the hash in hexadecimal, without a prefix. */
export function keccak256(text: string): string {
  return createHash("keccak-256").update(text).digest("hex");
}

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** An address in mixed case must have a correct checksum. */
export function isAddress(text: string): boolean {
  if (!ADDRESS.test(text)) return false;
  const digits = text.slice(2);
  const isPlain = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isPlain || digits === checksummed(digits.toLowerCase());
}

function checksummed(digits: string): string {
  const hash = keccak256(digits);
  return digits
    .split("")
    .map((digit, at) => (Number.parseInt(hash[at] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit))
    .join("");
}
