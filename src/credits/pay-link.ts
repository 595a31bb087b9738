// The signed link that a human follows to pay. It contains agent and pack, so offering a link stores nothing.
import { createHmac, hkdfSync, randomUUIDv7, timingSafeEqual } from "node:crypto";
import type { PurchaseId } from "./store/purchases.ts";
import { PACKS, type Pack } from "../model/ledger/packs.ts";

export const PAY_PATH = "/pay";
/** Lifetime of a link: a day, so that a human may pay the next morning. */
const LINK_LIFE_MS = 24 * 3_600_000;

export interface PayLink extends PurchaseId {
  readonly pack: Pack;
  readonly expiresAt: number;
}

// Byte offsets: agent and purchase take 16 bytes each, the pack's credits 2, the expiry in seconds 4. The signature follows.
const AGENT_AT = 0;
const PURCHASE_AT = 16;
const CREDITS_AT = 32;
const EXPIRES_AT = 34;
const SIGNED_BYTES = 38;
/** Half of a SHA-256: short enough for a link, too long to guess. */
const SIGNATURE_BYTES = 16;

export class PayLinks {
  readonly #key: Buffer;

  /** All processes share `secret`. Changing the secret invalidates all links. */
  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "denkeeper pay link", 32));
  }

  issue(agentId: string, pack: Pack, now: number): string {
    return this.write({ agentId, purchaseId: randomUUIDv7(), pack, expiresAt: now + LINK_LIFE_MS });
  }

  write({ agentId, purchaseId, pack, expiresAt }: PayLink): string {
    const bytes = Buffer.alloc(SIGNED_BYTES + SIGNATURE_BYTES);
    bytes.write(agentId.replaceAll("-", ""), AGENT_AT, "hex");
    bytes.write(purchaseId.replaceAll("-", ""), PURCHASE_AT, "hex");
    bytes.writeUInt16BE(pack.credits, CREDITS_AT);
    bytes.writeUInt32BE(Math.floor(expiresAt / 1000), EXPIRES_AT);
    this.#sign(bytes).copy(bytes, SIGNED_BYTES);
    return bytes.toString("base64url");
  }

  /** Reads a link, which may have expired. Returns undefined if the signature is wrong. */
  read(token: string): PayLink | undefined {
    const bytes = Buffer.from(token, "base64url");
    if (bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES || bytes.toString("base64url") !== token) return undefined;
    if (!timingSafeEqual(bytes.subarray(SIGNED_BYTES), this.#sign(bytes))) return undefined;
    const pack = PACKS.find(({ credits }) => credits === bytes.readUInt16BE(CREDITS_AT));
    if (pack === undefined) return undefined;
    return {
      agentId: uuidAt(bytes, AGENT_AT),
      purchaseId: uuidAt(bytes, PURCHASE_AT),
      pack,
      expiresAt: bytes.readUInt32BE(EXPIRES_AT) * 1000,
    };
  }

  #sign(bytes: Buffer): Buffer {
    const signature = createHmac("sha256", this.#key).update(bytes.subarray(0, SIGNED_BYTES)).digest();
    return signature.subarray(0, SIGNATURE_BYTES);
  }
}

function uuidAt(bytes: Buffer, at: number): string {
  return bytes.toString("hex", at, at + 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
