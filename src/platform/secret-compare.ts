// Compares secrets in constant time, regardless of length.
import { createHash, timingSafeEqual } from "node:crypto";

export function isSameSecret(input: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(input), digest(secret));
}
