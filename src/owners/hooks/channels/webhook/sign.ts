// Signatures of Standard Webhooks 1.0.0: HMAC-SHA256 over "id.timestamp.body" in base64, one for each valid secret.
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
const MS_PER_SECOND = 1000;

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** `at` is the instant of the attempt. `id` is the same for all attempts of a message. */
export function signatureHeaders(
  id: string,
  at: number,
  body: string,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(at / MS_PER_SECOND));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
  });
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures.join(" ") };
}
