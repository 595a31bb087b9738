// What can be bought: three packs of credits, the larger the cheaper.

export const PACK_IDS = ["100", "500", "1000"] as const;

export interface Pack {
  readonly id: (typeof PACK_IDS)[number];
  readonly credits: number;
  readonly amountCents: number;
}

export const CURRENCY = "usd";

const SMALLEST: Pack = { id: "100", credits: 100, amountCents: 100 };
const LARGEST: Pack = { id: "1000", credits: 1000, amountCents: 700 };
/** The cheapest first. */
export const PACKS: readonly Pack[] = [SMALLEST, { id: "500", credits: 500, amountCents: 400 }, LARGEST];

/** The cheapest pack that covers a shortfall. Where none does it is the largest, to be bought more than once. */
export function packCovering(shortfall: number): Pack {
  return PACKS.find(({ credits }) => credits >= shortfall) ?? LARGEST;
}

/** A price as it is shown: $4.00. */
export function priceOf({ amountCents }: Pack): string {
  return `$${(amountCents / 100).toFixed(2)}`;
}
