// Opens, pays and expires sessions, refunds payments and opens disputes. Every change emits events, as at Stripe.
import type { Charge, Dispute, StoredSession, Metadata, PaymentIntent, Session } from "./objects.ts";
import { freshId, type Webhooks } from "./webhooks.ts";

const DAY_SECONDS = 24 * 3600;

export interface NewSession {
  readonly mode: string;
  readonly clientReferenceId: string | null;
  readonly metadata: Metadata;
  readonly intentMetadata: Metadata;
  readonly product: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}

export class StripeLedger {
  readonly sessions = new Map<string, StoredSession>();
  readonly intents = new Map<string, PaymentIntent>();
  readonly charges = new Map<string, Charge>();
  readonly disputes = new Map<string, Dispute>();
  readonly #webhooks: Webhooks;
  readonly #usedTokens = new Set<string>();

  constructor(webhooks: Webhooks) {
    this.#webhooks = webhooks;
  }

  openSession(order: NewSession, pageUrl: (id: string) => string): Session {
    const id = freshId("cs_test");
    const created = seconds();
    const shown: Session = {
      id,
      object: "checkout.session",
      mode: order.mode,
      status: "open",
      payment_status: "unpaid",
      client_reference_id: order.clientReferenceId,
      metadata: order.metadata,
      amount_total: order.amountCents,
      currency: order.currency,
      created,
      expires_at: created + DAY_SECONDS,
      payment_intent: null,
      livemode: false,
      success_url: order.successUrl,
      cancel_url: order.cancelUrl,
      url: pageUrl(id),
    };
    this.sessions.set(id, { shown, product: order.product, intentMetadata: order.intentMetadata });
    return shown;
  }

  /** Pays a session, by card immediately or by bank transfer later. Returns false if the session is not open. */
  async pay(id: string, how: "card" | "bank" = "card"): Promise<boolean> {
    const kept = this.sessions.get(id);
    if (kept?.shown.status !== "open") return false;
    const { shown, intentMetadata } = kept;
    const intent = this.#intent(shown.amount_total, shown.currency, intentMetadata);
    shown.status = "complete";
    shown.payment_intent = intent.id;
    if (how === "bank") {
      await this.#webhooks.emit("checkout.session.completed", shown);
      return true;
    }
    shown.payment_status = "paid";
    await this.#succeed(intent);
    await this.#webhooks.emit("checkout.session.completed", shown);
    return true;
  }

  /** Settles or fails a session that awaits its bank transfer. */
  async hearFromBank(id: string, paid: boolean): Promise<void> {
    const shown = this.sessions.get(id)?.shown;
    const intent = this.intents.get(shown?.payment_intent ?? "");
    if (shown === undefined || intent === undefined || shown.payment_status === "paid") return;
    if (!paid) {
      await this.#webhooks.emit("checkout.session.async_payment_failed", shown);
      return;
    }
    shown.payment_status = "paid";
    await this.#succeed(intent);
    await this.#webhooks.emit("checkout.session.async_payment_succeeded", shown);
  }

  async expire(id: string): Promise<Session | undefined> {
    const shown = this.sessions.get(id)?.shown;
    if (shown?.status !== "open") return undefined;
    shown.status = "expired";
    await this.#webhooks.emit("checkout.session.expired", shown);
    return shown;
  }

  /** Charges a token that an agent's wallet granted. Returns the reason if that fails. */
  async chargeToken(
    token: string,
    amount: number,
    currency: string,
    metadata: Metadata,
  ): Promise<PaymentIntent | string> {
    if (!token.startsWith("spt_")) return "No such token";
    if (token.includes("declined")) return "Your card was declined.";
    if (this.#usedTokens.has(token)) return "The token was used before";
    this.#usedTokens.add(token);
    const intent = this.#intent(amount, currency, metadata);
    await this.#succeed(intent);
    return intent;
  }

  /** Refunds an amount or, without one, the rest of a payment. Returns false if less remains, or nothing. */
  async refund(intentId: string, cents?: number): Promise<boolean> {
    const charge = this.#chargeOf(intentId);
    if (charge === undefined) return false;
    const amount = cents ?? charge.amount - charge.amount_refunded;
    if (amount <= 0 || charge.amount_refunded + amount > charge.amount) return false;
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    await this.#webhooks.emit("charge.refunded", charge);
    return true;
  }

  /** Opens a dispute of a whole payment, whose money is withdrawn until it is closed. */
  async dispute(intentId: string): Promise<Dispute | undefined> {
    const charge = this.#chargeOf(intentId);
    if (charge === undefined || this.disputes.has(intentId)) return undefined;
    const { amount, currency, id } = charge;
    const dispute: Dispute = {
      id: freshId("dp"),
      object: "dispute",
      amount,
      currency,
      charge: id,
      payment_intent: intentId,
      status: "needs_response",
      metadata: {},
      livemode: false,
    };
    this.disputes.set(intentId, dispute);
    await this.#webhooks.emit("charge.dispute.created", dispute);
    await this.#webhooks.emit("charge.dispute.funds_withdrawn", dispute);
    return dispute;
  }

  async closeDispute(intentId: string, status: "won" | "lost"): Promise<void> {
    const dispute = this.disputes.get(intentId);
    if (dispute?.status !== "needs_response") return;
    dispute.status = status;
    if (status === "won") await this.#webhooks.emit("charge.dispute.funds_reinstated", dispute);
    await this.#webhooks.emit("charge.dispute.closed", dispute);
  }

  #chargeOf(intentId: string): Charge | undefined {
    return this.charges.get(this.intents.get(intentId)?.latest_charge ?? "");
  }

  #intent(amount: number, currency: string, metadata: Metadata): PaymentIntent {
    const intent: PaymentIntent = {
      id: freshId("pi"),
      object: "payment_intent",
      status: "processing",
      amount,
      amount_received: 0,
      currency,
      metadata,
      latest_charge: freshId("ch"),
      created: seconds(),
      livemode: false,
    };
    this.intents.set(intent.id, intent);
    return intent;
  }

  async #succeed(intent: PaymentIntent): Promise<void> {
    const { id, amount, currency, metadata, latest_charge: chargeId } = intent;
    intent.status = "succeeded";
    intent.amount_received = amount;
    const charge: Charge = {
      id: chargeId,
      object: "charge",
      amount,
      amount_refunded: 0,
      refunded: false,
      currency,
      metadata,
      payment_intent: id,
      livemode: false,
    };
    this.charges.set(chargeId, charge);
    await this.#webhooks.emit("payment_intent.succeeded", intent);
  }
}
