// Names the purchase of a Stripe object: its metadata has the ids of agent and purchase.
import type { Stripe } from "stripe";
import { z } from "zod";
import type { PurchaseId } from "../store/purchases.ts";

const purchaseMetadata = z.object({ agent_id: z.uuid(), purchase_id: z.uuid() });

export function metadataFor({ agentId, purchaseId }: PurchaseId): Stripe.MetadataParam {
  return { agent_id: agentId, purchase_id: purchaseId };
}

/** Returns the purchase that metadata names; undefined for an object that is not ours. */
export function purchaseNamedBy(metadata: Stripe.Metadata | null | undefined): PurchaseId | undefined {
  const { data } = purchaseMetadata.safeParse(metadata ?? {});
  return data && { agentId: data.agent_id, purchaseId: data.purchase_id };
}

/** Returns the id of an object that Stripe may send as an id, expanded, or null. */
export function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : reference;
}
