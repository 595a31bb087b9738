// Publishes payment outcomes on a diagnostics channel, so that this folder does not depend on metrics.
import { channel } from "node:diagnostics_channel";
import type { RailName } from "../model/ledger/store/ledger.ts";

export const PAYMENT_CHANNEL = "denkeeper:payments";

export interface PaymentCount {
  readonly by: "webhook" | "reconciliation" | "checkout" | "alarm";
  readonly rail?: RailName;
  /** The outcome in the service's own vocabulary, such as `credited`, never a provider's word. */
  readonly outcome: string;
}

const counts = channel(PAYMENT_CHANNEL);

export function countPayment(count: PaymentCount): void {
  counts.publish(count);
}
