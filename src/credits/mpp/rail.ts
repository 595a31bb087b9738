// MPP: an agent pays with a Stripe shared payment token, in answer to a challenge that names purchase, agent and pack.
// The purchase is opened right before the charge, so a crash after it can be reconciled.
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
/** Later than both tries, or money that moved would be told of as unknown. */
const CHARGE_DEADLINE_MS = 25_000;
/** When no intent is found by then, none was made. */
const NEVER_CHARGED_MS = 15 * 60_000;
/** When an intent has not come to its end by then, somebody must look. */
const OVERDUE_MS = 24 * 3_600_000;

const ANSWERED = "This challenge has already been used. Answer the new one.";

const transport = Transport.http({ requiresAuth: true });
const challengeNames = z.object({ purchase_id: z.uuid() });

export interface MppParts {
  readonly config: MppConfig;
  /** Who asks for the money, as the challenge says it. */
  readonly realm: string;
  readonly stripe: StripeApi;
  readonly database: Database;
  readonly log: Logger;
}

type MppRefusal = Extract<TakeResult, { kind: "refused" }>;

/** Thrown where mppx would charge, to keep it from doing so. */
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
    const shown = challengeIn(credential);
    if (shown === undefined) return this.#refuse(charge, await this.#ask(charge, randomUUIDv7(), { credential }));
    const reference = { rail: "mpp", ref: shown.id } as const;
    const claimed = await findClaimant(this.#parts.database, reference, { agentId: charge.agent.id });
    if (claimed !== undefined) return this.#resume(charge, claimed);
    return this.#charge(charge, credential, shown);
  }

  /** Checks the credential, claims the challenge for the purchase, and only then charges. */
  async #charge(charge: ChargeRequest, credential: string, shown: PresentedCredential): Promise<TakeResult> {
    const { order, answer } = await this.#check(charge, credential, shown);
    if (order === undefined) return this.#refuse(charge, answer);
    const purchase = { agentId: charge.agent.id, purchaseId: shown.purchaseId, providerRef: shown.id };
    const claimedBy = await this.#open(charge, purchase);
    if (claimedBy !== undefined) return this.#resume(charge, claimedBy);
    faultPoint("mpp.opened");
    const charged = await this.#askStripe(order, purchase);
    faultPoint("mpp.answered");
    return this.#conclude(charge, credential, purchase, charged);
  }

  /** What mppx would charge for a credential, or undefined and why not. */
  async #check(
    charge: ChargeRequest,
    credential: string,
    { purchaseId }: PresentedCredential,
  ): Promise<CredentialCheck> {
    let order: IntentOrder | undefined;
    const create: CreateIntent = async (params, options) => {
      order = { params, options };
      throw new NotChargedError("only a check was requested");
    };
    const answer = await this.#ask(charge, purchaseId, { credential, create });
    return { order, answer };
  }

  async #askStripe({ params, options }: IntentOrder, purchase: PurchaseId): Promise<ChargeResult> {
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

  /** The purchase that has the challenge already, or undefined when this one has it now. */
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
    charged: ChargeResult,
  ): Promise<TakeResult> {
    /** mppx has the words for what became of a charge. */
    const refuse = async (create: CreateIntent): Promise<TakeResult> =>
      this.#refuse(charge, await this.#ask(charge, purchase.purchaseId, { credential, create }));
    switch (charged.kind) {
      case "made": {
        const { intent } = charged;
        if (intent.status === "succeeded") return this.#credited(purchase, intent, charge.now);
        // Reconciliation ends an intent that waits for an action of the payer: there is nobody to take it.
        return intent.status === "processing" ? { kind: "unsettled" } : refuse(async () => intent);
      }
      case "unknown":
        this.#warn(charged.code);
        return { kind: "unsettled" };
      case "declined":
        await this.#fail(purchase, charge.now);
        return refuse(async () => Promise.reject(charged.error));
      case "unreachable":
        await this.#fail(purchase, charge.now);
        this.#warn(charged.code);
        return { kind: "unreachable" };
    }
  }

  /** A challenge that was answered before: by another agent, or by this one when its first call did not get to the end. */
  async #resume(charge: ChargeRequest, by: PurchaseId): Promise<TakeResult> {
    const purchase = by.agentId === charge.agent.id ? await findPurchase(this.#parts.database, by) : undefined;
    if (purchase === undefined) return this.#refused(charge, ANSWERED);
    if (purchase.status === "credited") {
      const { offer } = await this.#refused(charge, ANSWERED);
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
    return this.#refused(charge, "The payment for this challenge failed. Answer the new one.");
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
      // Nobody is there to do what it still waits for. Without this it could be paid when nobody reckons with it.
      await this.#parts.stripe.asked("cancel a payment", ({ paymentIntents }) => paymentIntents.cancel(intent.id));
    }
    await this.#fail(purchase, now);
    return "ended";
  }

  async #fail(purchase: PurchaseId, now: number): Promise<void> {
    await this.#parts.database.withTransaction((tx) => movePurchase(tx, purchase, "failed", now));
  }

  /** A new challenge, with what was wrong with the answer to the last one. */
  async #refuse(charge: ChargeRequest, answer: Response): Promise<MppRefusal> {
    return { kind: "refused", offer: await offerOf(await this.#ask(charge, randomUUIDv7(), {}), answer) };
  }

  async #refused(charge: ChargeRequest, detail: string): Promise<MppRefusal> {
    const type = "https://paymentauth.org/problems/invalid-challenge";
    return this.#refuse(charge, Response.json({ type, title: "Invalid Challenge", status: 402, detail }));
  }

  /** What mppx answers to a request with this credential, or without one. Nothing is charged but by `create`. */
  async #ask(charge: ChargeRequest, purchaseId: string, { credential, create }: CredentialQuestion): Promise<Response> {
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
    this.#parts.log.warn({ rail: "mpp", code }, "Stripe could not be asked");
  }
}

/** A charge as mppx would create it. */
interface IntentOrder {
  readonly params: Stripe.PaymentIntentCreateParams;
  readonly options: Stripe.RequestOptions;
}

interface CredentialCheck {
  readonly order: IntentOrder | undefined;
  readonly answer: Response;
}

type CreateIntent = (
  params: Stripe.PaymentIntentCreateParams,
  options: Stripe.RequestOptions,
) => Promise<Stripe.PaymentIntent>;

interface CredentialQuestion {
  readonly credential?: string;
  readonly create?: CreateIntent;
}

/** A purchase by its challenge. */
interface ClaimedPurchase extends PurchaseId {
  readonly providerRef: string;
}

function claimedOf({ agentId, purchaseId, providerRef }: Purchase): ClaimedPurchase {
  if (providerRef === null) throw new Error("a purchase by MPP has no challenge");
  return { agentId, purchaseId, providerRef };
}

/** The credential, in the header of its own, or in that of the API key when the key comes in another. */
function credentialIn(sent: (name: string) => string | undefined): string | undefined {
  const authorization = sent("authorization") ?? "";
  return sent(MPP_PAYMENT) ?? (MPP_SCHEME.test(authorization) ? authorization : undefined);
}

/** For mppx, which reads credentials from requests alone. Its address does not matter. */
function requestWith(credential: string): Request {
  return new Request("http://localhost", { headers: { [CREDENTIAL_HEADER]: credential } });
}

interface PresentedCredential {
  readonly id: string;
  readonly purchaseId: string;
}

/** The challenge that a credential answers, not checked yet; undefined when there is none of ours in it. */
function challengeIn(credential: string): PresentedCredential | undefined {
  try {
    const challenge = transport.getCredential(requestWith(credential))?.challenge;
    const opaque: unknown = JSON.parse(Buffer.from(challenge?.opaque ?? "", "base64url").toString());
    const { purchase_id: purchaseId } = challengeNames.parse(opaque);
    return challenge === undefined ? undefined : { id: challenge.id, purchaseId };
  } catch {
    return undefined;
  }
}

/** What a 402 says: the challenge, and why it is put, which may be in another answer. */
async function offerOf(put: Response, why = put): Promise<PaymentOffer> {
  const challenge = put.headers.get("www-authenticate") ?? "";
  const problem: unknown = await why.json();
  return {
    fields: { mpp: { challenge, credential_header: CREDENTIAL_HEADER, problem } },
    headers: { "www-authenticate": challenge },
  };
}

function receiptOf(reference: string, now: number): string {
  const receipt = { method: "stripe", status: "success", timestamp: iso(now), reference } as const;
  return Buffer.from(JSON.stringify(receipt)).toString("base64url");
}
