// The client of the facilitator, a third party that verifies a payment and moves the money. The facilitator may be down, slow, or
// wrong. Its texts may contain a signature, so they are not logged unchanged.
import { HTTPFacilitatorClient } from "@x402/core/http";
import {
  SettleError,
  VerifyError,
  type PaymentPayload,
  type PaymentRequirements,
  type SettleResponse,
} from "@x402/core/types";
import type { X402Config } from "../../platform/config/config.ts";
import type { Dependency } from "../../platform/dependency.ts";

const TIMEOUT_MS = 10_000;
export const FACILITATOR_LIMITS = { name: "x402 facilitator", concurrency: 8, queue: 16, deadlineMs: 12_000, isFault };
const MAX_REASON = 200;

type VerifyResult =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly reason: string }
  | { readonly kind: "unreachable"; readonly problem: string };

type SettlementResult =
  | { readonly kind: "settled" }
  /** The facilitator reports a failure, which only the chain can confirm. */
  | { readonly kind: "failed"; readonly reason: string }
  /** No valid response arrived, so the money may have moved. */
  | { readonly kind: "unknown"; readonly problem: string };

export class Facilitator {
  readonly #client: HTTPFacilitatorClient;
  readonly #dependency: Dependency;

  constructor({ facilitatorUrl, facilitatorKey }: X402Config, dependency: Dependency) {
    this.#dependency = dependency;
    const bearer = { authorization: `Bearer ${facilitatorKey}` };
    this.#client = new HTTPFacilitatorClient({
      url: facilitatorUrl,
      timeoutMs: TIMEOUT_MS,
      ...(facilitatorKey === undefined
        ? {}
        : { createAuthHeaders: async () => ({ verify: bearer, settle: bearer, supported: bearer }) }),
    });
  }

  async verify(payload: PaymentPayload, requirements: PaymentRequirements): Promise<VerifyResult> {
    try {
      const { isValid, invalidReason } = await this.#dependency.ask(() => this.#client.verify(payload, requirements));
      return isValid ? { kind: "valid" } : { kind: "invalid", reason: reasonOf(invalidReason) };
    } catch (thrown) {
      if (thrown instanceof VerifyError) return { kind: "invalid", reason: reasonOf(thrown.invalidReason) };
      return { kind: "unreachable", problem: problemOf(thrown) };
    }
  }

  async settle(payload: PaymentPayload, requirements: PaymentRequirements): Promise<SettlementResult> {
    try {
      const { success, errorReason }: SettleResponse = await this.#dependency.ask(
        () => this.#client.settle(payload, requirements),
        // Skips the queue, because the payment is claimed and its result is needed as soon as possible.
        { begun: true },
      );
      return success ? { kind: "settled" } : { kind: "failed", reason: reasonOf(errorReason) };
    } catch (thrown) {
      if (thrown instanceof SettleError) return { kind: "failed", reason: reasonOf(thrown.errorReason) };
      return { kind: "unknown", problem: problemOf(thrown) };
    }
  }
}

/** A rejected payment is a valid response, not a fault. */
function isFault(thrown: unknown): boolean {
  return !(thrown instanceof VerifyError || thrown instanceof SettleError);
}

function reasonOf(reason = "unexpected_error"): string {
  return reason.slice(0, MAX_REASON);
}

/** The client quotes the facilitator after the first colon, so only the part before the colon is used. */
function problemOf(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.message.split(":", 1)[0] ?? thrown.name) : "unknown";
}
