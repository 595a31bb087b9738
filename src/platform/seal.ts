// Authenticated encryption of data that the database must not be able to read: AES-256-GCM, with a new derived key for each
// value. A value sealed for one purpose cannot be opened for another.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const SALT_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function cipherKey(secret: string, salt: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, salt, `denkeeper ${purpose}`, 32));
}

export function seal(secret: string, purpose: string, plain: Buffer): Buffer {
  const salt = randomBytes(SALT_BYTES);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", cipherKey(secret, salt, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([salt, nonce, cipher.getAuthTag(), sealed]);
}

/** Throws if the secret or purpose differs, or if the data was changed. */
export function unseal(secret: string, purpose: string, stored: Buffer): Buffer {
  const salt = stored.subarray(0, SALT_BYTES);
  const nonce = stored.subarray(SALT_BYTES, SALT_BYTES + NONCE_BYTES);
  const tag = stored.subarray(SALT_BYTES + NONCE_BYTES, SALT_BYTES + NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", cipherKey(secret, salt, purpose), nonce, {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(tag);
  const sealed = stored.subarray(SALT_BYTES + NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(sealed), decipher.final()]);
}
