// Derives an agent's id from its username. The primary key of agents thus makes names unique, and a name leads to its rows
// without an index over all agents (decision 0019).
import { createHash } from "node:crypto";

/** Must never change, because every agent's id depends on it. */
const NAMESPACE = Buffer.from("b4d0e5a26c1f4f7e9a3c52d87e10f6b9", "hex");

/** Prefixes of test accounts, which may move their own clock and are excluded from analytics. */
const TEST_PREFIXES = ["test-", "e2e-", "dev-", "ci-", "seed-"] as const;

/** Lists the prefixes in words: "test-, e2e-, ... or seed-". */
export const TEST_NAMES = `${TEST_PREFIXES.slice(0, -1).join(", ")} or ${TEST_PREFIXES.at(-1)}`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** Accepts only lowercase UUIDs. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Returns a UUID of version 5, so that equal names have equal ids. */
export function uuidOfName(name: string): string {
  const bytes = createHash("sha1").update(NAMESPACE).update(name).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return uuidOf(bytes);
}

/** Ignores the letter case of the username. */
export function agentIdOf(username: string): string {
  return uuidOfName(username.toLowerCase());
}

export function isTestName(username: string): boolean {
  return TEST_PREFIXES.some((prefix) => username.startsWith(prefix));
}
