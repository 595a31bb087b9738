// A pass: `dki_`, then in base 62 a username, the second at which it expires and a signature of both. It is stored nowhere:
// its username limits it to one account.
import { createHmac, timingSafeEqual } from "node:crypto";
import { fromBase62, toBase62 } from "../../platform/identity/api-key.ts";
import { freshName } from "../../platform/identity/fresh-name.ts";

export const PASS_MINUTES = 60;
const PREFIX = "dki_";
const END_BYTES = 4;
/** Half of a SHA-256, which cannot be guessed. */
const SIGNATURE_BYTES = 16;
/** Length with a username of 50 letters. */
const MAX_LENGTH = PREFIX.length + 95;

function signatureOf(key: Buffer, signed: Buffer): Buffer {
  return createHmac("sha256", key).update(signed).digest().subarray(0, SIGNATURE_BYTES);
}

export function newPass(key: Buffer, username: string, now: number): string {
  const signed = Buffer.alloc(username.length + END_BYTES);
  signed.write(username, "ascii");
  signed.writeUInt32BE(Math.floor(now / 1000) + PASS_MINUTES * 60, username.length);
  return PREFIX + toBase62(BigInt(`0x${Buffer.concat([signed, signatureOf(key, signed)]).toString("hex")}`), 0);
}

export type Pass = NonNullable<ReturnType<typeof parsePass>>;

/** Reads a pass without verifying it. `otherName` is valid too, in case the username is taken. */
export function parsePass(text: string) {
  if (!text.startsWith(PREFIX) || text.length > MAX_LENGTH) return undefined;
  const bytes = Buffer.from(fromBase62(text.slice(PREFIX.length))?.toString(16) ?? "", "hex");
  const nameBytes = bytes.length - SIGNATURE_BYTES - END_BYTES;
  if (nameBytes <= 0) return undefined;
  const username = bytes.toString("ascii", 0, nameBytes);
  const signature = bytes.subarray(-SIGNATURE_BYTES);
  return {
    username,
    endsAt: bytes.readUInt32BE(nameBytes) * 1000,
    otherName: freshName(username, signature.readUInt32BE()),
    isSignedWith: (key: Buffer) => timingSafeEqual(signature, signatureOf(key, bytes.subarray(0, -SIGNATURE_BYTES))),
  };
}
