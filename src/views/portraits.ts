// Describes portraits in answers: the album of a life, and the current picture.
import type { z } from "zod";
import { iso } from "../platform/clock.ts";
import type { PortraitRow } from "../model/creatures/store/portraits.ts";
import { PORTRAIT_STAGES } from "../model/creatures/store/portrait-jobs.ts";
import { storedPathOf } from "./picture-addresses.ts";
import type { portrait } from "../http/contract/shapes/portrait.ts";

function byStage(portraits: readonly PortraitRow[]): readonly PortraitRow[] {
  const rank = ({ stage }: PortraitRow): number => PORTRAIT_STAGES.indexOf(stage);
  return portraits.toSorted((one, other) => rank(one) - rank(other));
}

export function latestOf(portraits: readonly PortraitRow[]): PortraitRow | undefined {
  return byStage(portraits).at(-1);
}

/** Returns a creature's latest portrait, or else the keeper's own picture. */
export function imageUrlOf(baseUrl: string, portraits: readonly PortraitRow[], own: string | null): string | null {
  const latest = latestOf(portraits);
  return latest === undefined ? own : baseUrl + storedPathOf(latest.sha256);
}

/** Returns the field `portraits`, if there are any. */
export function albumOf(
  baseUrl: string,
  portraits: readonly PortraitRow[],
): { portraits?: z.input<typeof portrait>[] } {
  if (portraits.length === 0) return {};
  return {
    portraits: byStage(portraits).map(({ stage, sha256, generated_at: at }) => ({
      stage,
      image_url: baseUrl + storedPathOf(sha256),
      generated_at: iso(at),
    })),
  };
}
