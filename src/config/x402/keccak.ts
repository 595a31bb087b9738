// The hash of Ethereum, which OpenSSL knows. It is not SHA3-256, from which it differs in the padding.
import { createHash } from "node:crypto";

/** In hexadecimal, without a prefix. */
export function keccak256(text: string): string {
  return createHash("keccak-256").update(text).digest("hex");
}
