// The MPP rail: an agent pays with a Stripe shared payment token, for a challenge that names purchase, agent, and pack.
import { randomUUIDv7 } from "node:crypto";
import { Mppx, Transport } from "mppx/server/core";
import { stripe as sharedToken } from "mppx/stripe/server/spt";
import type { Logger } from "pino";
import type { Stripe } from "stripe";
import { z } from "zod";
import { iso } from "../../platform/clock.ts";
import type { MppConfig } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/db.ts";
import { findPurchase, type Purchase, type PurchaseId } from "../store/purchases.ts";
import { credit } from "../credit.ts";
import { faultPoint } from "../fault-points.ts";
import { CURRENCY } from "../../model/ledger/packs.ts";
import { MPP_PAYMENT, MPP_SCHEME } from "../../model/ledger/payment-headers.ts";
import { findClaimant, movePurchase, openClaimed } from "../purchases.ts";
import type { ChargeRequest, PaymentOffer, Rail, TakeResult } from "../../model/ledger/rail.ts";
import type { Reconciler, SettleResult } from "../reconcile.ts";
import type { StripeApi } from "../stripe/client.ts";
import { chargeFailure, findIntent, withPurchaseMetadata, paymentBy, type ChargeResult } from "./intents.ts";

const CREDENTIAL_HEADER = "Payment-Authorization";
const CHARGE_TIMEOUT_MS = 10_000;
const CHARGE_RETRIES = 1;
/** Deadline that exceeds the time of both tries, so that no answered charge is reported as unknown. */
const CHARGE_DEADLINE_MS = 25_000;
/** Age after which a purchase without an intent was never charged. */
const NEVER_CHARGED_MS = 15 * 60_000;
/** Age after which an intent that is still processing needs a human. */
const OVERDUE_MS = 24 * 3_600_000;

const ALREADY_USED = "This challenge has already been used. Answer the new one.";

const transport = Transport.http({ requiresAuth: true });
const challengeNames = z.object({ purchase_id: z.uuid() });

export interface MppParts {
  readonly config: MppConfig;
  /** Host named in the challenge. */
  readonly realm: string;
  readonly stripe: StripeApi;
  readonly database: Database;
  readonly log: Logger;
}

type MppRefusal = Extract<TakeResult, { kind: "refused" }>;

/** Thrown to stop mppx from creating a charge. */
class NotChargedError extends Error {}

export class MppRail implements Rail {
  readonly name = "mpp";
  readonly reconciler: Reconciler = { rail: "mpp", settle: (purchase, now) => this.#reconcile(purchase, now) };
  readonly #parts: MppParts;

  constructor(parts: MppParts) {
    this.#parts = parts;
  }

  async offer(charge: ChargeRequest): Promise<PaymentOffer> {
    return offerOf(await this.#ask(charge, randomUUIDv7(), {}));
  }

  carriedBy(sent: (name: string) => string | undefined): boolean {
    const credential = credentialIn(sent);
    return credential !== undefined && challengeIn(credential) !== undefined;
  }

  async take(charge: ChargeRequest): Promise<TakeResult | undefined> {
    const credential = credentialIn((name) => charge.sent(name));
    if (credential === undefined) return undefined;
    const challenge = challengeIn(credential);
    if (challenge === undefined) return this.#refuse(charge, await this.#ask(charge, randomUUIDv7(), { credential }));
    const reference = { rail: "mpp", ref: challenge.id } as const;
    const claimant = await findClaimant(this.#parts.database, reference, { agentId: charge.agent.id });
    return claimant === undefined ? this.#charge(charge, credential, challenge) : this.#resume(charge, claimant);
  }

  /** Checks the credential, claims the challenge for the purchase, and only then charges. */
  async #charge(charge: ChargeRequest, credential: string, challenge: MppChallenge): Promise<TakeResult> {
    const { order, answer } = await this.#check(charge, credential, challenge);
    if (order === undefined) return this.#refuse(charge, answer);
    const purchase = { agentId: charge.agent.id, purchaseId: challenge.purchaseId, providerRef: challenge.id };
    const claimant = await this.#open(charge, purchase);
    if (claimant !== undefined) return this.#resume(charge, claimant);
    faultPoint("mpp.opened");
    const result = await this.#createIntent(order, purchase);
    faultPoint("mpp.answered");
    return this.#conclude(charge, credential, purchase, result);
  }

  /** Returns the charge that mppx would create, or only mppx's answer if it rejects the credential. */
  async #check(
    charge: ChargeRequest,
    credential: string,
    { purchaseId }: MppChallenge,
  ): Promise<{ readonly order: IntentOrder | undefined; readonly answer: Response }> {
    let order: IntentOrder | undefined;
    const create: CreateIntent = async (params, options) => {
      order = { params, options };
      throw new NotChargedError("only a check was requested");
    };
    const answer = await this.#ask(charge, purchaseId, { credential, create });
    return { order, answer };
  }

  async #createIntent({ params, options }: IntentOrder, purchase: PurchaseId): Promise<ChargeResult> {
    const limits = { timeout: CHARGE_TIMEOUT_MS, maxNetworkRetries: CHARGE_RETRIES };
    try {
      const intent = await this.#parts.stripe.call(
        ({ paymentIntents }) =>
          paymentIntents.create(withPurchaseMetadata(params, purchase), { ...options, ...limits }),
        { deadlineMs: CHARGE_DEADLINE_MS },
      );
      faultPoint("mpp.charged");
      return { kind: "made", intent };
    } catch (thrown) {
      return chargeFailure(thrown);
    }
  }

  /** Opens the purchase before the charge, so a crash can be reconciled. Returns another purchase that holds the challenge. */
  async #open(charge: ChargeRequest, purchase: ClaimedPurchase): Promise<PurchaseId | undefined> {
    const { livemode } = this.#parts.config.stripe;
    const opening = { ...purchase, rail: "mpp", pack: charge.pack, livemode, status: "settling" } as const;
    const opened = await openClaimed(this.#parts.database, opening, charge.now);
    return opened.kind === "claimed" ? opened.by : undefined;
  }

  async #conclude(
    charge: ChargeRequest,
    credential: string,
    purchase: ClaimedPurchase,
    result: ChargeResult,
  ): Promise<TakeResult> {
    /** Refuses with mppx's own description of the failed charge. */
    const refuse = async (create: CreateIntent): Promise<TakeResult> =>
      this.#refuse(charge, await this.#ask(charge, purchase.purchaseId, { credential, create }));
    switch (result.kind) {
      case "made": {
        const { intent } = result;
        if (intent.status === "succeeded") return this.#credited(purchase, intent, charge.now);
        // An intent that waits for an action of the payer is refused, because an agent cannot act for its payer. Reconciliation
        // cancels the intent.
        return intent.status === "processing" ? { kind: "unsettled" } : refuse(async () => intent);
      }
      case "unknown":
        this.#warn(result.code);
        return { kind: "unsettled" };
      case "declined":
        await this.#fail(purchase, charge.now);
        return refuse(async () => Promise.reject(result.error));
      case "unreachable":
        await this.#fail(purchase, charge.now);
        this.#warn(result.code);
        return { kind: "unreachable" };
    }
  }

  /** Handles a challenge that another agent or an earlier call has already used. */
  async #resume(charge: ChargeRequest, by: PurchaseId): Promise<TakeResult> {
    const purchase = by.agentId === charge.agent.id ? await findPurchase(this.#parts.database, by) : undefined;
    if (purchase === undefined) return this.#refuseChallenge(charge, ALREADY_USED);
    if (purchase.status === "credited") {
      const { offer } = await this.#refuseChallenge(charge, ALREADY_USED);
      return {
        kind: "credited",
        headers: { "payment-receipt": receiptOf(purchase.paymentRef ?? "", charge.now) },
        again: { offer, pack: purchase.pack },
      };
    }
    const intent = await findIntent(this.#parts.stripe, purchase).catch((thrown: unknown) => {
      this.#warn(thrown instanceof Error ? thrown.message : "unknown");
    });
    if (intent?.status === "succeeded") return this.#credited(claimedOf(purchase), intent, charge.now);
    if (purchase.status !== "failed") return { kind: "unsettled" };
    return this.#refuseChallenge(charge, "The payment for this challenge failed. Answer the new one.");
  }

  async #credited(purchase: ClaimedPurchase, intent: Stripe.PaymentIntent, now: number): Promise<TakeResult> {
    await credit(this.#parts, { ...purchase, rail: "mpp" }, paymentBy(intent, purchase.providerRef), now);
    return { kind: "credited", headers: { "payment-receipt": receiptOf(intent.id, now) } };
  }

  async #reconcile(purchase: Purchase, now: number): Promise<SettleResult> {
    const intent = await findIntent(this.#parts.stripe, purchase);
    const age = now - purchase.createdAt;
    if (intent === undefined) {
      if (age < NEVER_CHARGED_MS) return "waiting";
    } else if (intent.status === "succeeded") {
      await credit(this.#parts, purchase, paymentBy(intent, claimedOf(purchase).providerRef), now);
      return "credited";
    } else if (intent.status === "processing") {
      return age < OVERDUE_MS ? "waiting" : "stuck";
    } else if (intent.status !== "canceled") {
      // Cancels the intent, because an agent cannot act for its payer, and a late payment would be unexpected.
      await this.#parts.stripe.request("cancel a payment", ({ paymentIntents }) => paymentIntents.cancel(intent.id));
    }
    await this.#fail(purchase, now);
    return "ended";
  }

  async #fail(purchase: PurchaseId, now: number): Promise<void> {
    await this.#parts.database.withTransaction((tx) => movePurchase(tx, purchase, "failed", now));
  }

  /** Returns a new challenge with the fault of the last credential. */
  async #refuse(charge: ChargeRequest, answer: Response): Promise<MppRefusal> {
    return { kind: "refused", offer: await offerOf(await this.#ask(charge, randomUUIDv7(), {}), answer) };
  }

  async #refuseChallenge(charge: ChargeRequest, detail: string): Promise<MppRefusal> {
    const type = "https://paymentauth.org/problems/invalid-challenge";
    return this.#refuse(charge, Response.json({ type, title: "Invalid Challenge", status: 402, detail }));
  }

  /** Asks mppx to answer a request, with or without a credential. Only `create` can charge. */
  async #ask(charge: ChargeRequest, purchaseId: string, { credential, create }: MppRequest): Promise<Response> {
    const { config, realm } = this.#parts;
    const refuse = async () => Promise.reject(new NotChargedError("nothing may be charged"));
    const mppx = Mppx.create({
      requiresAuth: true,
      realm,
      secretKey: config.secret,
      methods: [
        sharedToken.charge({
          client: { paymentIntents: { create: create ?? refuse } },
          networkId: config.networkId,
          currency: CURRENCY,
          decimals: 2,
          paymentMethodTypes: ["card"],
        }),
      ],
    });
    const { agent, pack } = charge;
    const handler = mppx.stripe.charge({
      amount: (pack.amountCents / 100).toFixed(2),
      description: `${pack.credits} credits`,
      meta: { agent_id: agent.id, pack: pack.id, purchase_id: purchaseId },
    });
    const headers = credential === undefined ? {} : { [CREDENTIAL_HEADER]: credential };
    const result = await handler(new Request(charge.resource, { method: "POST", headers }));
    return result.status === 402 ? result.challenge : result.withReceipt(new Response());
  }

  #warn(code: string): void {
    this.#parts.log.warn({ rail: "mpp", code }, "querying Stripe failed");
  }
}

/** A charge as mppx would create it. */
interface IntentOrder {
  readonly params: Stripe.PaymentIntentCreateParams;
  readonly options: Stripe.RequestOptions;
}

type CreateIntent = (
  params: Stripe.PaymentIntentCreateParams,
  options: Stripe.RequestOptions,
) => Promise<Stripe.PaymentIntent>;

interface MppRequest {
  readonly credential?: string;
  readonly create?: CreateIntent;
}

/** A purchase and the id of its challenge. */
interface ClaimedPurchase extends PurchaseId {
  readonly providerRef: string;
}

function claimedOf({ agentId, purchaseId, providerRef }: Purchase): ClaimedPurchase {
  if (providerRef === null) throw new Error(`MPP purchase ${purchaseId} has no challenge`);
  return { agentId, purchaseId, providerRef };
}

/** Reads the credential from its own header, or from Authorization if the API key is in another header. */
function credentialIn(sent: (name: string) => string | undefined): string | undefined {
  const authorization = sent("authorization") ?? "";
  return sent(MPP_PAYMENT) ?? (MPP_SCHEME.test(authorization) ? authorization : undefined);
}

interface MppChallenge {
  readonly id: string;
  readonly purchaseId: string;
}

/** Reads the unverified challenge that a credential answers. Returns undefined if this service did not issue it. */
function challengeIn(credential: string): MppChallenge | undefined {
  try {
    // mppx reads credentials only from requests; the URL is arbitrary.
    const request = new Request("http://localhost", { headers: { [CREDENTIAL_HEADER]: credential } });
    const challenge = transport.getCredential(request)?.challenge;
    const opaque: unknown = JSON.parse(Buffer.from(challenge?.opaque ?? "", "base64url").toString());
    const { purchase_id: purchaseId } = challengeNames.parse(opaque);
    return challenge === undefined ? undefined : { id: challenge.id, purchaseId };
  } catch {
    return undefined;
  }
}

/** Builds the offer of a 402 from a challenge and a problem, which may come from different answers. */
async function offerOf(challengeAnswer: Response, problemAnswer = challengeAnswer): Promise<PaymentOffer> {
  const challenge = challengeAnswer.headers.get("www-authenticate") ?? "";
  const problem: unknown = await problemAnswer.json();
  return {
    fields: { mpp: { challenge, credential_header: CREDENTIAL_HEADER, problem } },
    headers: { "www-authenticate": challenge },
  };
}

function receiptOf(reference: string, now: number): string {
  const receipt = { method: "stripe", status: "success", timestamp: iso(now), reference } as const;
  return Buffer.from(JSON.stringify(receipt)).toString("base64url");
}
