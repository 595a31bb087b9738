// The interface of a payment rail. Settings decide which rails are enabled; answers offer exactly those, and an endpoint
// that takes payments offers a request's payment to each of them.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Agent } from "../agents/store/agents.ts";
import type { RailName } from "./store/ledger.ts";
import type { Pack } from "./packs.ts";

/** The payer, the pack, and the request that asks for it. */
export interface ChargeRequest {
  readonly agent: Pick<Agent, "id" | "username">;
  readonly pack: Pack;
  /** The requested address. A client repeats its request there after paying. */
  readonly resource: string;
  readonly now: RealInstant;
  /** A header of the request, by its name in lower case. */
  sent(name: string): string | undefined;
}

/** A rail's part of a 402: fields of its body, and headers with names in lower case. */
export interface PaymentOffer {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

export type TakeResult =
  /**
   * The credits are in the ledger. The headers are the receipt. If an earlier call of the agent had credited them, `again`
   * names the pack, with an offer in case they are not enough.
   */
  | {
      readonly kind: "credited";
      readonly headers: Readonly<Record<string, string>>;
      readonly again?: { readonly offer: PaymentOffer; readonly pack: string };
    }
  /**
   * Nothing was credited. The offer explains the fault and replaces the usual one. With `mayMove` the money may still
   * move; reconciliation then credits it.
   */
  | { readonly kind: "refused"; readonly offer: PaymentOffer; readonly mayMove?: true }
  /** The money may have moved. If so, reconciliation credits it. */
  | { readonly kind: "unsettled" }
  /** The provider is unreachable, and no money moved. */
  | { readonly kind: "unreachable" };

export interface Rail {
  readonly name: RailName;
  /** Must not create anything at the provider: most offers are never paid. */
  offer(charge: ChargeRequest): Promise<PaymentOffer>;
  /** Whether headers, by names in lower case, have a readable payment for this rail. Makes no call. */
  carriedBy?(sent: (name: string) => string | undefined): boolean;
  /** Takes the request's payment; undefined when it has none for this rail. */
  take?(charge: ChargeRequest): Promise<TakeResult | undefined>;
}
