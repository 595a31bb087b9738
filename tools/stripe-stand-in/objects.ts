// Defines Stripe's objects, with the fields that the service, the SDK and MPP read.

export type Metadata = Readonly<Record<string, string>>;

export interface Session {
  readonly id: string;
  readonly object: "checkout.session";
  readonly mode: string;
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  readonly client_reference_id: string | null;
  readonly metadata: Metadata;
  readonly amount_total: number;
  readonly currency: string;
  readonly created: number;
  readonly expires_at: number;
  payment_intent: string | null;
  readonly livemode: false;
  readonly success_url: string;
  readonly cancel_url: string;
  readonly url: string;
}

/** A session with fields that the API does not show. */
export interface StoredSession {
  readonly shown: Session;
  readonly product: string;
  readonly intentMetadata: Metadata;
}

export interface PaymentIntent {
  readonly id: string;
  readonly object: "payment_intent";
  status: "succeeded" | "processing";
  readonly amount: number;
  amount_received: number;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly latest_charge: string;
  readonly created: number;
  readonly livemode: false;
}

export interface Charge {
  readonly id: string;
  readonly object: "charge";
  readonly amount: number;
  amount_refunded: number;
  refunded: boolean;
  readonly currency: string;
  readonly metadata: Metadata;
  readonly payment_intent: string;
  readonly livemode: false;
}

export interface Dispute {
  readonly id: string;
  readonly object: "dispute";
  readonly amount: number;
  readonly currency: string;
  readonly charge: string;
  readonly payment_intent: string;
  status: "needs_response" | "won" | "lost";
  readonly metadata: Metadata;
  readonly livemode: false;
}

export interface StripeEvent {
  readonly id: string;
  readonly object: "event";
  readonly api_version: string;
  readonly created: number;
  readonly type: string;
  readonly livemode: boolean;
  pending_webhooks: number;
  readonly data: { readonly object: object };
}
