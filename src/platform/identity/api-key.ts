// Defines an agent's secrets: a prefix for the kind, the agent's id and 32 random bytes in base 62, and a checksum. The id leads
// to the agent's rows. The checksum rejects garbage without a query (decision 0009). `dk_` is a keeper's key, `dks_` a sitter
// key, and `dkr_` a recovery code. `dko_` is the secret of an owner page, and `dkp_` that of a ping link.
import { hash, randomBytes } from "node:crypto";
import { uuidOf } from "./agent-id.ts";

const PREFIXES = { agent: "dk_", sitter: "dks_", recovery: "dkr_", owner: "dko_", ping: "dkp_" } as const;
export type KeyKind = keyof typeof PREFIXES;

const ID_BYTES = 16;
const SECRET_BYTES = 32;
/** Number of base 62 digits for 48 bytes: an agent id and the secret. */
const PAYLOAD_DIGITS = 65;
const CHECKSUM_DIGITS = 6;

function checksumOf(prefix: string, payload: string): string {
  const number = hash("sha256", prefix + payload, "buffer").readUIntBE(0, 6);
  return toBase62(BigInt(number % 62 ** CHECKSUM_DIGITS), CHECKSUM_DIGITS);
}

/** Returns the stored form of a key. */
export function hashOfKey(key: string): Buffer {
  return hash("sha256", key, "buffer");
}

export function newKey(agentId: string, kind: KeyKind = "agent"): string {
  const id = agentId.replaceAll("-", "");
  const payload = toBase62(BigInt(`0x${id}${randomBytes(SECRET_BYTES).toString("hex")}`), PAYLOAD_DIGITS);
  return PREFIXES[kind] + payload + checksumOf(PREFIXES[kind], payload);
}

/** Returns the agent's id in a well-formed key of this kind, or undefined. The id proves nothing until the key is checked. */
export function agentIdInKey(key: string, kind: KeyKind = "agent"): string | undefined {
  const prefix = PREFIXES[kind];
  if (key.length !== prefix.length + PAYLOAD_DIGITS + CHECKSUM_DIGITS || !key.startsWith(prefix)) return undefined;
  const payload = key.slice(prefix.length, -CHECKSUM_DIGITS);
  if (key.slice(-CHECKSUM_DIGITS) !== checksumOf(prefix, payload)) return undefined;
  const hex = fromBase62(payload)?.toString(16);
  if (hex === undefined || hex.length > 2 * (ID_BYTES + SECRET_BYTES)) return undefined;
  return uuidOf(Buffer.from(hex.padStart(2 * (ID_BYTES + SECRET_BYTES), "0").slice(0, 2 * ID_BYTES), "hex"));
}

/** Returns the kind by prefix alone. `agentIdInKey` checks the rest. */
export function kindOfKey(key: string): KeyKind {
  if (key.startsWith(PREFIXES.sitter)) return "sitter";
  if (key.startsWith(PREFIXES.owner)) return "owner";
  if (key.startsWith(PREFIXES.ping)) return "ping";
  return key.startsWith(PREFIXES.recovery) ? "recovery" : "agent";
}

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE = 62n;
const VALUES = new Map(DIGITS.split("").map((digit, value) => [digit, BigInt(value)]));

/** Converts a number to base 62, padded with zeros to `length` digits. */
export function toBase62(number: bigint, length: number): string {
  let digits = "";
  for (let rest = number; rest > 0n; rest /= BASE) digits = (DIGITS[Number(rest % BASE)] ?? "") + digits;
  return digits.padStart(length, "0");
}

/** Returns undefined if a digit is invalid. */
export function fromBase62(digits: string): bigint | undefined {
  let number = 0n;
  for (const digit of digits) {
    const value = VALUES.get(digit);
    if (value === undefined) return undefined;
    number = number * BASE + value;
  }
  return number;
}
