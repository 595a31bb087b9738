// Defines the three packs of credits. Larger packs cost less per credit.

/** Sorted by price, cheapest first. */
export const PACK_IDS = ["100", "500", "1000"] as const;
type PackId = (typeof PACK_IDS)[number];

export interface Pack {
  readonly id: PackId;
  readonly credits: number;
  readonly amountCents: number;
}

export const CURRENCY = "usd";

const BY_ID: Readonly<Record<PackId, Pack>> = {
  100: { id: "100", credits: 100, amountCents: 100 },
  500: { id: "500", credits: 500, amountCents: 400 },
  1000: { id: "1000", credits: 1000, amountCents: 700 },
};
export const PACKS: readonly Pack[] = PACK_IDS.map(packOf);

export function packOf(id: PackId): Pack {
  return BY_ID[id];
}

/** Returns the cheapest pack that covers a shortfall, otherwise the largest pack, which may be bought repeatedly. */
export function packCovering(shortfall: number): Pack {
  return PACKS.find(({ credits }) => credits >= shortfall) ?? packOf("1000");
}

/** Formats a price in dollars, such as $4.00. */
export function priceOf({ amountCents }: Pack): string {
  return `$${(amountCents / 100).toFixed(2)}`;
}
