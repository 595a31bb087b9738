// Proposes a username that is probably free, so that a suggested registration succeeds unchanged.
import { randomInt } from "node:crypto";

const MAX = 50;
const SUFFIX_DIGITS = 6;

/** Appends a number, random by default, without exceeding the length limit of usernames. */
export function freshName(name = "keeper", number = randomInt(10 ** SUFFIX_DIGITS)): string {
  const suffix = String(number % 10 ** SUFFIX_DIGITS).padStart(SUFFIX_DIGITS, "0");
  return `${name.slice(0, MAX - SUFFIX_DIGITS - 1)}-${suffix}`;
}
