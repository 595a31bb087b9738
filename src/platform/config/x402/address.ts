// Account addresses with their checksum (EIP-55): a typo in the receiving address would lose every payment.
import { keccak256 } from "./keccak.ts";

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Whether it is an address. One in mixed case must carry the right checksum. */
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
