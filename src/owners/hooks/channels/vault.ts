// Addresses, tokens, codes and signing secrets of hooks, sealed with the key from the configuration. Each piece is bound to its
// hook, so rows cannot be swapped in the database.
import { z } from "zod";
import { seal, unseal } from "../../../platform/seal.ts";

const target = z.object({ url: z.url(), token: z.string().optional(), code: z.string().optional() });
export type SealedTarget = z.infer<typeof target>;

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

  #seal(purpose: string, text: string): Buffer {
    const [key = ""] = this.#keys;
    return seal(key, purpose, Buffer.from(text));
  }

  #open(purpose: string, sealed: Buffer): string {
    for (const key of this.#keys) {
      try {
        return unseal(key, purpose, sealed).toString("utf8");
      } catch {
        // Sealed with the other one.
      }
    }
    throw new Error("a hook cannot be opened with the keys of HOOKS_KEYS");
  }
}
