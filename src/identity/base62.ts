// Numbers as letters and digits: what a key is made of, so that a double click selects all of it.

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = 62n;
const VALUES = new Map(DIGITS.split("").map((digit, value) => [digit, BigInt(value)]));

/** A number in base 62, filled up with zeros to `length` digits. */
export function toBase62(number: bigint, length: number): string {
  let digits = "";
  for (let rest = number; rest > 0n; rest /= BASE) digits = (DIGITS[Number(rest % BASE)] ?? "") + digits;
  return digits.padStart(length, "0");
}

/** The number that the digits spell, or undefined when one of them is none. */
export function fromBase62(digits: string): bigint | undefined {
  let number = 0n;
  for (const digit of digits) {
    const value = VALUES.get(digit);
    if (value === undefined) return undefined;
    number = number * BASE + value;
  }
  return number;
}
