// The lists of the home page that change without a visit to it: who is in danger, and how many there are.
import { createHash } from "node:crypto";
import type { InDanger } from "../../store/rollups/live.ts";
import type { Totals } from "../../store/rollups/shapes.ts";

/** So many of those in danger are shown. */
export const DANGER_SHOWN = 4;

/** Differs when the lists do. The page carries it, so one that is up to date is not fetched again. */
export function listsTag({ entries, total }: InDanger, totals: Totals): string {
  const text = JSON.stringify([entries.map(({ id, mood, dies_at }) => [id, mood, dies_at]), total, totals]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}
