// The interface of a payment rail. Settings decide which rails are on; answers offer exactly those, and an endpoint
// that takes payments lets each of them try the payment that a request carries.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Agent } from "../agents/store/agents.ts";
import type { RailName } from "./store/ledger.ts";
import type { Pack } from "./packs.ts";

/** Who is to pay for what, and the request that asks for it. */
export interface ChargeRequest {
  readonly agent: Pick<Agent, "id" | "username">;
  readonly pack: Pack;
  /** The address that was called: a client that has paid repeats its request there. */
  readonly resource: string;
  readonly now: RealInstant;
  /** A header of the request, by its name in lower case. */
  sent(name: string): string | undefined;
}

/** What a 402 says of one way to pay: fields of its body, and headers with names in lower case. */
export interface PaymentOffer {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
}

export type TakeResult =
  /**
   * The credits are in the ledger. The headers are the receipt. When an earlier call of the agent had put them there, `again`
   * says for which pack, with an offer in case they do not reach.
   */
  | {
      readonly kind: "credited";
      readonly headers: Readonly<Record<string, string>>;
      readonly again?: { readonly offer: PaymentOffer; readonly pack: string };
    }
  /**
   * Nothing was credited. The offer says what was wrong, and takes the place of the usual one. With `mayMove` the money may
   * move all the same, and reconciliation credits it then.
   */
  | { readonly kind: "refused"; readonly offer: PaymentOffer; readonly mayMove?: true }
  /** The money may have moved, which cannot be told yet. When it has, reconciliation credits it. */
  | { readonly kind: "unsettled" }
  /** The provider cannot be reached, and no money was moved. */
  | { readonly kind: "unreachable" };

export interface Rail {
  readonly name: RailName;
  /** Must create nothing at the provider: most 402 are never paid. */
  offer(charge: ChargeRequest): Promise<PaymentOffer>;
  /** Whether headers, by their names in lower case, carry a payment for this rail that can be read. Asks nobody. */
  carriedBy?(sent: (name: string) => string | undefined): boolean;
  /** Takes the payment that the request carries; undefined when it carries none for this rail. */
  take?(charge: ChargeRequest): Promise<TakeResult | undefined>;
}
