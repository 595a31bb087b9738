// The networks on which USDC is accepted. Name and version are part of what a payer signs: a wrong one breaks every
// signature.

export interface Network {
  /** Where USDC lives there. */
  readonly asset: string;
  readonly name: string;
  readonly version: string;
  /** Whether its money is real. */
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

/** Cents, with a fraction when the units are not whole ones, so that such a sum fits no price. */
export function centsOf(units: bigint): number {
  return Number(units) / UNITS_PER_CENT;
}
