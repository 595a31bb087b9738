// The x402 rail: an agent signs a USDC transfer, a facilitator executes it, and the chain proves it. The authorization is claimed
// before money moves, and credited only after a transfer on the chain.
import { randomUUIDv7 } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import {
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from "@x402/core/http";
import { isPaymentPayloadV2, parsePaymentPayload } from "@x402/core/schemas";
import type { PaymentPayload, PaymentRequired, PaymentRequirements, SettleResponse } from "@x402/core/types";
import type { Logger } from "pino";
import { z } from "zod";
import { stopwatch } from "../../platform/clock.ts";
import type { X402Config } from "../../platform/config/config.ts";
import type { Dependencies } from "../../platform/dependency.ts";
import { aside } from "../../platform/slot.ts";
import type { Database } from "../../platform/database/db.ts";
import { findPurchase, type Purchase, type PurchaseId } from "../store/purchases.ts";
import { alarm } from "../alarm.ts";
import { credit } from "../credit.ts";
import { faultPoint } from "../fault-points.ts";
import { CURRENCY } from "../../model/ledger/packs.ts";
import { X402_PAYMENT } from "../../model/ledger/payment-headers.ts";
import { findClaimant, movePurchase, openClaimed } from "../purchases.ts";
import type { ChargeRequest, PaymentOffer, Rail, TakeResult } from "../../model/ledger/rail.ts";
import type { Reconciler, SettleResult } from "../reconcile.ts";
import { authorizationIn, referenceOf, type Authorization } from "./authorization.ts";
import { CHAIN_LIMITS, Chain, type TransferFate } from "./chain.ts";
import { FACILITATOR_LIMITS, Facilitator } from "./facilitator.ts";
import { NETWORKS, centsOf, unitsOf } from "../../platform/config/x402.ts";

const VERSION = 2;
/** Validity of an authorization. Its result is known soon after it expires. */
const VALID_SECONDS = 300;
/** Maximum lead of a payer's clock. */
const CLOCK_SLACK_SECONDS = 60;
/** Time for the chain to show a settlement that the facilitator reports. */
const CONFIRM_MS = 6_000;
const POLL_MS = 200;
/** Age after which a settlement that is still unknown needs a human. */
const OVERDUE_MS = 3_600_000;

/** Data stored with a purchase, so that it can be settled without the original request. */
const details = z.object({
  network: z.string(),
  payTo: z.string(),
  from: z.string(),
  nonce: z.string(),
  validBeforeSeconds: z.number(),
  fromBlock: z.number(),
});
type PaymentDetails = z.output<typeof details>;

export interface X402Parts {
  readonly config: X402Config;
  readonly database: Database;
  readonly log: Logger;
  readonly dependencies: Dependencies;
}

export class X402Rail implements Rail {
  readonly name = "x402";
  readonly reconciler: Reconciler = { rail: "x402", settle: (purchase, now) => this.#reconcile(purchase, now) };
  readonly #parts: X402Parts;
  readonly #chain: Chain;
  readonly #facilitator: Facilitator;

  constructor(parts: X402Parts) {
    const { config, dependencies } = parts;
    this.#parts = parts;
    this.#chain = new Chain(config.rpcUrl, NETWORKS[config.network].asset, dependencies.add(CHAIN_LIMITS));
    this.#facilitator = new Facilitator(config, dependencies.add(FACILITATOR_LIMITS));
  }

  async offer(charge: ChargeRequest): Promise<PaymentOffer> {
    return this.#offer(charge);
  }

  carriedBy(sent: (name: string) => string | undefined): boolean {
    const header = sent(X402_PAYMENT);
    return header !== undefined && authorizationIn(payloadIn(header)?.payload) !== undefined;
  }

  async take(charge: ChargeRequest): Promise<TakeResult | undefined> {
    const header = charge.sent(X402_PAYMENT);
    if (header === undefined) return undefined;
    const payload = payloadIn(header);
    const authorization = authorizationIn(payload?.payload);
    if (payload === undefined || authorization === undefined) return this.#refuse(charge, "invalid_payload");
    const { database, config } = this.#parts;
    const providerRef = referenceOf(config.network, NETWORKS[config.network].asset, authorization);
    const reference = { rail: "x402", ref: providerRef } as const;
    const claimant = await findClaimant(database, reference, { agentId: charge.agent.id });
    if (claimant !== undefined) return this.#resume(charge, claimant);
    const fault = this.#faultOf(charge, payload, authorization);
    if (fault !== undefined) return this.#refuse(charge, fault);

    // No money moves while the chain cannot be read, because only the chain decides the purchase.
    const fromBlock = await this.#chain.blockNumber().catch((thrown: unknown) => this.#warn("the chain", thrown));
    if (fromBlock === undefined) return { kind: "unreachable" };
    // The payment is verified before the claim, because afterward only the chain decides, and it identifies the payer but not the
    // agent.
    const verified = await this.#facilitator.verify(payload, this.#requirements(charge));
    if (verified.kind === "invalid") return this.#refuse(charge, verified.reason);
    if (verified.kind !== "valid") {
      this.#warn("the facilitator", verified.problem);
      return { kind: "unreachable" };
    }
    faultPoint("x402.verified");
    const { from, nonce, validBeforeSeconds } = authorization;
    const { network, payTo } = config;
    const purchase = { agentId: charge.agent.id, purchaseId: randomUUIDv7() };
    const paymentDetails: PaymentDetails = { network, payTo, from, nonce, validBeforeSeconds, fromBlock };
    const { live: livemode } = NETWORKS[network];
    const order = { ...purchase, rail: "x402", pack: charge.pack, livemode, status: "settling" } as const;
    const opened = await openClaimed(database, { ...order, providerRef, details: paymentDetails }, charge.now);
    if (opened.kind === "claimed") return this.#resume(charge, opened.by);
    faultPoint("x402.opened");
    return this.#settle(charge, opened.purchase, payload);
  }

  async #reconcile(purchase: Purchase, now: number): Promise<SettleResult> {
    const fate = await this.#conclude(purchase, now);
    if (fate.kind === "open") return now - purchase.createdAt > OVERDUE_MS ? "stuck" : "waiting";
    return fate.kind === "moved" ? "credited" : "ended";
  }

  #requirements({ pack }: ChargeRequest): PaymentRequirements {
    const { network, payTo } = this.#parts.config;
    const { asset, name, version } = NETWORKS[network];
    const amount = unitsOf(pack.amountCents);
    const extra = { name, version };
    return { scheme: "exact", network, amount, asset, payTo, maxTimeoutSeconds: VALID_SECONDS, extra };
  }

  #offer(charge: ChargeRequest, error?: string): PaymentOffer {
    const description = `${charge.pack.credits} credits`;
    const required: PaymentRequired = {
      x402Version: VERSION,
      ...(error === undefined ? {} : { error }),
      resource: { url: charge.resource, description, mimeType: "application/json" },
      accepts: [this.#requirements(charge)],
    };
    const encoded = encodePaymentRequiredHeader(required);
    return { fields: { x402: required }, headers: { "payment-required": encoded, "x-payment-required": encoded } };
  }

  #refuse(charge: ChargeRequest, error: string, headers: Readonly<Record<string, string>> = {}): X402Refusal {
    const offer = this.#offer(charge, error);
    return { kind: "refused", offer: { ...offer, headers: { ...offer.headers, ...headers } } };
  }

  /** Returns a fault that can be found without the chain or the facilitator. */
  #faultOf(charge: ChargeRequest, payload: PaymentPayload, authorization: Authorization): string | undefined {
    const requirements = this.#requirements(charge);
    if (!isDeepStrictEqual(payload.accepted, requirements)) return "requirements_mismatch";
    if ((payload.resource?.url ?? charge.resource) !== charge.resource) return "resource_mismatch";
    if (authorization.to !== requirements.payTo.toLowerCase()) return "recipient_mismatch";
    if (authorization.value !== BigInt(requirements.amount)) return "amount_mismatch";
    const latest = charge.now / 1000 + VALID_SECONDS + CLOCK_SLACK_SECONDS;
    return authorization.validBeforeSeconds > latest ? "valid_before_too_late" : undefined;
  }

  async #settle(charge: ChargeRequest, purchase: PurchaseId, payload: PaymentPayload): Promise<TakeResult> {
    const settlement = await this.#facilitator.settle(payload, this.#requirements(charge));
    faultPoint("x402.settled");
    if (settlement.kind === "unknown") this.#warn("the facilitator", settlement.problem);
    const fate = await this.#watch(purchase, charge.now, settlement.kind === "settled" ? CONFIRM_MS : 0);
    if (fate.kind === "moved") return this.#credited(fate.transaction);
    // The purchase stays open after a failure, because the chain may move the money until the authorization expires.
    if (settlement.kind === "failed") {
      const refusal = this.#refuse(charge, settlement.reason, this.#failure(settlement.reason));
      return fate.kind === "open" ? { ...refusal, mayMove: true } : refusal;
    }
    if (fate.kind === "void") return this.#refuse(charge, `authorization_${fate.why.replaceAll(" ", "_")}`);
    return { kind: "unsettled" };
  }

  /** Handles a payment that another agent or an earlier call has already used. */
  async #resume(charge: ChargeRequest, by: PurchaseId): Promise<TakeResult> {
    const purchase = by.agentId === charge.agent.id ? await findPurchase(this.#parts.database, by) : undefined;
    if (purchase === undefined) return this.#refuse(charge, "payment_already_used");
    if (purchase.status === "credited") {
      const again = { offer: this.#offer(charge, "payment_already_used"), pack: purchase.pack };
      return { ...this.#credited(purchase.paymentRef ?? ""), again };
    }
    const fate = await this.#watch(purchase, charge.now, 0);
    if (fate.kind === "moved") return this.#credited(fate.transaction);
    if (fate.kind === "void" || purchase.status === "failed") return this.#refuse(charge, "payment_failed");
    return { kind: "unsettled" };
  }

  #credited(transaction: string): Extract<TakeResult, { kind: "credited" }> {
    const { network } = this.#parts.config;
    const receipt: SettleResponse = { success: true, transaction, network };
    return { kind: "credited", headers: { "payment-response": encodePaymentResponseHeader(receipt) } };
  }

  #failure(errorReason: string): Readonly<Record<string, string>> {
    const { network } = this.#parts.config;
    const failure: SettleResponse = { success: false, errorReason, transaction: "", network };
    return { "payment-response": encodePaymentResponseHeader(failure) };
  }

  /** Polls until the purchase has ended or `patienceMs` has passed. A purchase stays open while the chain cannot be read. */
  async #watch(id: PurchaseId, now: number, patienceMs: number): Promise<TransferFate> {
    const purchase = await findPurchase(this.#parts.database, id);
    if (purchase === undefined) throw new Error(`purchase ${id.purchaseId} was opened but does not exist`);
    const end = stopwatch() + patienceMs;
    for (;;) {
      const fate = await this.#conclude(purchase, now).catch((thrown: unknown) => {
        if (thrown instanceof ChainError) return this.#warn("the chain", thrown.cause);
        throw thrown;
      });
      if (fate !== undefined && fate.kind !== "open") return fate;
      if (stopwatch() >= end) return { kind: "open" };
      await aside(() => sleep(POLL_MS));
    }
  }

  /** Credits or ends the purchase according to the chain. */
  async #conclude(purchase: Purchase, now: number): Promise<TransferFate> {
    const { network, payTo, fromBlock, ...authorization } = details.parse(purchase.details);
    if (network !== this.#parts.config.network)
      throw new Error(`the payment is on ${network}, which is not the configured network`);
    const fate = await this.#chain.fateOf(authorization, fromBlock).catch((cause: unknown) => {
      throw new ChainError("the chain cannot be read", { cause });
    });
    if (fate.kind === "open") return fate;
    if (fate.kind === "moved" && fate.to === payTo.toLowerCase()) {
      faultPoint("x402.confirmed");
      await this.#credit(purchase, fate.transaction, fate.value, now);
      return fate;
    }
    const { agentId, purchaseId } = purchase;
    if (fate.kind === "void" && fate.odd) {
      const facts = { rail: "x402", agentId, purchaseId };
      alarm(this.#parts.log, "an authorization was used, but no transfer was found", facts);
    }
    await this.#fail(purchase, now);
    return fate.kind === "void" ? fate : { kind: "void", why: "used before", odd: false };
  }

  async #credit(purchase: Purchase, transaction: string, value: bigint, now: number): Promise<void> {
    const { providerRef, livemode, purchaseId } = purchase;
    if (providerRef === null) throw new Error(`x402 purchase ${purchaseId} has no provider reference`);
    const terms = { amountCents: centsOf(value), currency: CURRENCY, livemode };
    await credit(this.#parts, purchase, { providerRef, paymentRef: transaction, ...terms, paid: true }, now);
  }

  async #fail(purchase: PurchaseId, now: number): Promise<void> {
    await this.#parts.database.withTransaction((tx) => movePurchase(tx, purchase, "failed", now));
  }

  #warn(who: string, problem: unknown): undefined {
    const reason = problem instanceof Error ? problem.message : String(problem);
    this.#parts.log.warn({ rail: "x402", reason }, `querying ${who} failed`);
  }
}

class ChainError extends Error {}

type X402Refusal = Extract<TakeResult, { kind: "refused" }>;

function payloadIn(header: string): PaymentPayload | undefined {
  try {
    const { data } = parsePaymentPayload(decodePaymentSignatureHeader(header));
    // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: checked by the library's schema, whose type is narrower than its own interface
    return data !== undefined && isPaymentPayloadV2(data) ? (data as PaymentPayload) : undefined;
  } catch {
    return undefined;
  }
}
