// Creates and parses registration passes. A pass is `dki_` followed by a username, an expiry in seconds and a signature of both,
// in base 62. Passes are not stored, because the username limits each pass to one account.
import { createHmac, timingSafeEqual } from "node:crypto";
import { fromBase62, toBase62 } from "../../platform/identity/api-key.ts";
import { freshName } from "../../platform/identity/fresh-name.ts";

export const PASS_MINUTES = 60;
const PREFIX = "dki_";
const END_BYTES = 4;
/** A pass carries half of a SHA-256 digest. Its 128 bits cannot be guessed. */
const SIGNATURE_BYTES = 16;
/** Maximum length of a pass, for a username of 50 characters. */
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

/** Parses a pass without verifying its signature. The pass is also valid for `otherName`, in case its username is taken. */
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
