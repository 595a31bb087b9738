// The key of an agent: `dk_`, then the agent's id and 32 random bytes in base 62, then a checksum. The id leads to the
// agent's rows; the checksum turns garbage away before the database is asked (decision 0015).
import { createHash, randomBytes } from "node:crypto";
import { uuidOf } from "./agent-id.ts";
import { fromBase62, toBase62 } from "./base62.ts";

const PREFIX = "dk_";
const ID_BYTES = 16;
const SECRET_BYTES = 32;
/** The digits that 48 bytes need. */
const PAYLOAD_DIGITS = 65;
const CHECKSUM_DIGITS = 6;
const LENGTH = PREFIX.length + PAYLOAD_DIGITS + CHECKSUM_DIGITS;

function checksumOf(payload: string): string {
  const number = createHash("sha256").update(PREFIX).update(payload).digest().readUIntBE(0, 6);
  return toBase62(BigInt(number % 62 ** CHECKSUM_DIGITS), CHECKSUM_DIGITS);
}

/** What is stored of a key. */
export function hashOfKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

export function newKey(agentId: string): string {
  const id = agentId.replaceAll("-", "");
  const payload = toBase62(BigInt(`0x${id}${randomBytes(SECRET_BYTES).toString("hex")}`), PAYLOAD_DIGITS);
  return PREFIX + payload + checksumOf(payload);
}

/** Whose key this claims to be, or undefined when it was never a key of ours. It proves nothing yet. */
export function agentIdInKey(key: string): string | undefined {
  if (key.length !== LENGTH || !key.startsWith(PREFIX)) return undefined;
  const payload = key.slice(PREFIX.length, -CHECKSUM_DIGITS);
  if (key.slice(-CHECKSUM_DIGITS) !== checksumOf(payload)) return undefined;
  const hex = fromBase62(payload)?.toString(16);
  if (hex === undefined || hex.length > 2 * (ID_BYTES + SECRET_BYTES)) return undefined;
  return uuidOf(Buffer.from(hex.padStart(2 * (ID_BYTES + SECRET_BYTES), "0").slice(0, 2 * ID_BYTES), "hex"));
}
