// The authorization that a payer signs: one transfer of USDC between two accounts, within a period (EIP-3009).
import { z } from "zod";

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
const wholeNumber = z.string().regex(/^\d{1,78}$/);

const signedAuthorization = z.object({
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
  /** Unix time in seconds from which the authorization is invalid. */
  readonly validBeforeSeconds: number;
  readonly nonce: string;
}

/** Returns undefined for a payload of another scheme. */
export function authorizationIn(payload: unknown): Authorization | undefined {
  const { data } = signedAuthorization.safeParse(payload);
  if (data === undefined) return undefined;
  const { from, to, value, validBefore, nonce } = data.authorization;
  return {
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    value: BigInt(value),
    validBeforeSeconds: Number(validBefore),
    nonce: nonce.toLowerCase(),
  };
}

/** Returns an id unique to the payment, because the chain accepts each nonce of a payer once. */
export function referenceOf(network: string, asset: string, { from, nonce }: Authorization): string {
  return `${network}:${asset}:${from}:${nonce}`.toLowerCase();
}
