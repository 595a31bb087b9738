// What a payer signs: a transfer of USDC from one account to another, once, within a time (EIP-3009).
import { z } from "zod";

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const wholeNumber = z.string().regex(/^\d{1,78}$/);

const signed = z.object({
  signature: z.string().regex(/^0x[0-9a-fA-F]+$/),
  authorization: z.object({
    from: address,
    to: address,
    value: wholeNumber,
    validAfter: wholeNumber,
    validBefore: wholeNumber,
    nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  }),
});

export interface Authorization {
  readonly from: string;
  readonly to: string;
  readonly value: bigint;
  /** From this instant on it can no longer be used, in seconds since 1970. */
  readonly validBeforeSeconds: number;
  readonly nonce: string;
}

/** The authorization in a payload; undefined when the payload pays in another way. */
export function authorizationIn(payload: unknown): Authorization | undefined {
  const read = signed.safeParse(payload);
  if (!read.success) return undefined;
  const { from, to, value, validBefore, nonce } = read.data.authorization;
  return {
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    value: BigInt(value),
    validBeforeSeconds: Number(validBefore),
    nonce: nonce.toLowerCase(),
  };
}

/** What a payment is claimed by: the chain lets each of these be used once. */
export function referenceOf(network: string, asset: string, { from, nonce }: Authorization): string {
  return `${network}:${asset}:${from}:${nonce}`.toLowerCase();
}
