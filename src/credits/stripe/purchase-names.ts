// Names the purchase of a Stripe object through agent and purchase ids in its metadata.
import type { Stripe } from "stripe";
import { z } from "zod";
import type { PurchaseId } from "../store/purchases.ts";

const purchaseMetadata = z.object({ agent_id: z.uuid(), purchase_id: z.uuid() });

export function metadataFor({ agentId, purchaseId }: PurchaseId): Stripe.MetadataParam {
  return { agent_id: agentId, purchase_id: purchaseId };
}

/** Returns the purchase that the metadata names, or undefined for an object of another system. */
export function purchaseNamedBy(metadata: Stripe.Metadata | null | undefined): PurchaseId | undefined {
  const { data } = purchaseMetadata.safeParse(metadata ?? {});
  return data && { agentId: data.agent_id, purchaseId: data.purchase_id };
}

/** Returns the id of a reference that Stripe may send as an id, an expanded object, or null. */
export function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : reference;
}
