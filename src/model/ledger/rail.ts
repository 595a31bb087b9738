// The interface of a payment rail. Settings decide which rails are enabled, and answers offer exactly those. An endpoint that
// takes payments tries each enabled rail.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Agent } from "../agents/store/agents.ts";
import type { RailName } from "./store/ledger.ts";
import type { Pack } from "./packs.ts";

/** The payer, the pack, and the request that is to be paid for. */
export interface ChargeRequest {
  readonly agent: Pick<Agent, "id" | "username">;
  readonly pack: Pack;
  /** The requested address, which a client calls again after paying. */
  readonly resource: string;
  readonly now: RealInstant;
  /** Returns a header of the request by its lowercase name. */
  sent(name: string): string | undefined;
}

/** A rail's part of a 402: fields of the body, and headers by lowercase name. */
export interface PaymentOffer {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

export type TakeResult =
  /**
   * The credits are in the ledger, and `headers` is the receipt. `again` is set if an earlier call of the agent had credited
   * them. It names the pack, with an offer in case the credits are not enough.
   */
  | {
      readonly kind: "credited";
      readonly headers: Readonly<Record<string, string>>;
      readonly again?: { readonly offer: PaymentOffer; readonly pack: string };
    }
  /**
   * Nothing was credited. The offer explains the fault and replaces the usual one. With `mayMove` the money may still move, in
   * which case reconciliation credits it.
   */
  | { readonly kind: "refused"; readonly offer: PaymentOffer; readonly mayMove?: true }
  /** The money may have moved. If so, reconciliation credits it. */
  | { readonly kind: "unsettled" }
  /** The provider is unreachable, and no money moved. */
  | { readonly kind: "unreachable" };

export interface Rail {
  readonly name: RailName;
  /** Must create nothing at the provider, because most offers are never paid. */
  offer(charge: ChargeRequest): Promise<PaymentOffer>;
  /** Returns whether headers, by lowercase name, contain a readable payment for this rail. Makes no network call. */
  carriedBy?(sent: (name: string) => string | undefined): boolean;
  /** Takes the request's payment. Returns undefined if there is none for this rail. */
  take?(charge: ChargeRequest): Promise<TakeResult | undefined>;
}
