// Keccak-256, Ethereum's hash, from OpenSSL. It differs from SHA3-256 in the padding.
import { createHash } from "node:crypto";

/** In hexadecimal, without a prefix. */
export function keccak256(text: string): string {
  return createHash("keccak-256").update(text).digest("hex");
}
