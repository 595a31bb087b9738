// Seals the targets and secrets of hooks with the first of HOOKS_KEYS, each bound to its hook and purpose.
import { createHmac } from "node:crypto";
import { z } from "zod";
import { seal, unseal } from "../../../platform/seal.ts";
import { isSameSecret } from "../../../platform/secret-compare.ts";

const target = z.object({ url: z.url(), token: z.string().optional(), code: z.string().optional() });
export type SealedTarget = z.infer<typeof target>;

/** Path of the page on which a reader ends a hook's e-mails. The token is a secret. */
export const END_PATH = "/end/{token}";

export class HookVault {
  readonly #keys: readonly string[];

  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  sealTarget(hookId: string, { url, token, code }: SealedTarget): Buffer {
    return this.#seal(`hook ${hookId} target`, JSON.stringify({ url, token, code }));
  }

  openTarget(hookId: string, sealed: Buffer): SealedTarget {
    return target.parse(JSON.parse(this.#open(`hook ${hookId} target`, sealed)));
  }

  sealSecret(hookId: string, secret: string): Buffer {
    return this.#seal(`hook ${hookId} secret`, secret);
  }

  openSecret(hookId: string, sealed: Buffer): string {
    return this.#open(`hook ${hookId} secret`, sealed);
  }

  /** Returns the path of the page that ends a hook. Its token is signed, so it need not be stored. */
  endPath(agentId: string, hookId: string): string {
    const token = `${agentId}.${hookId}.${endSignature(this.#keys[0] ?? "", agentId, hookId)}`;
    return END_PATH.replace("{token}", token);
  }

  hookOfEndToken(token: string): { readonly agentId: string; readonly hookId: string } | undefined {
    const [agentId = "", hookId = "", signature = ""] = token.split(".");
    const isOurs = this.#keys.some((key) => isSameSecret(signature, endSignature(key, agentId, hookId)));
    return isOurs ? { agentId, hookId } : undefined;
  }

  #seal(purpose: string, text: string): Buffer {
    const [key = ""] = this.#keys;
    return seal(key, purpose, Buffer.from(text));
  }

  #open(purpose: string, sealed: Buffer): string {
    for (const key of this.#keys) {
      try {
        return unseal(key, purpose, sealed).toString("utf8");
      } catch {
        // The value was sealed with another key, so the next key is tried.
      }
    }
    throw new Error("no key in HOOKS_KEYS decrypts this hook");
  }
}

function endSignature(key: string, agentId: string, hookId: string): string {
  return createHmac("sha256", key).update(`denkeeper end of hook ${agentId} ${hookId}`).digest("base64url");
}
