// Which purchase a Stripe object belongs to: we write both ids into its metadata.
import type { Stripe } from "stripe";
import { z } from "zod";
import type { PurchaseId } from "../store/purchases.ts";

const purchaseMetadata = z.object({ agent_id: z.uuid(), purchase_id: z.uuid() });

export function metadataFor({ agentId, purchaseId }: PurchaseId): Stripe.MetadataParam {
  return { agent_id: agentId, purchase_id: purchaseId };
}

/** The purchase that metadata names; undefined when it was not made by us. */
export function purchaseNamedBy(metadata: Stripe.Metadata | null | undefined): PurchaseId | undefined {
  const read = purchaseMetadata.safeParse(metadata ?? {});
  return read.success ? { agentId: read.data.agent_id, purchaseId: read.data.purchase_id } : undefined;
}

/** The id of something that Stripe may give as an id, whole, or not at all. */
export function idOf(reference: string | { readonly id: string } | null): string | null {
  return typeof reference === "object" ? (reference?.id ?? null) : reference;
}
