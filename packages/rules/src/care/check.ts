// Records checks, which comfort social creatures (CHECK rules). Apart from hatching, they are the only reads that change a life.
import { UNCHECKED_AFTER_MS } from "../life/course.ts";
import { instantFor, isSocial, type Living } from "../creature/creature.ts";
import { restingAt } from "../life/pause.ts";
import { settle } from "../life/settle.ts";
import type { Instant } from "../time/units.ts";

/** CHECK-2: the minimum time between two recorded checks. */
const RECORD_EVERY_MS = 10 * 60_000;

export interface CheckResult {
  readonly creature: Living;
  readonly at: Instant;
  /** The start of an unchecked stretch of more than three hours that this check ends. A replay needs this instant. */
  readonly uncheckedSince: Instant | null;
}

/** Returns the check that a status or home call at `clock` records, or null if there is none. */
export function check(stored: Living, clock: Instant): CheckResult | null {
  if (!isSocial(stored.species) || restingAt(stored, clock) !== null) return null;
  const at = instantFor(stored, clock);
  const uncheckedMs = at - stored.lastCheckedAt;
  if (uncheckedMs < RECORD_EVERY_MS) return null;
  const settled = settle(stored, at);
  if (settled.death !== null) return null;
  // Three hours or less without a check cost nothing, so `asOf` stays, and no log entry is needed.
  if (uncheckedMs <= UNCHECKED_AFTER_MS) {
    return { creature: { ...stored, lastCheckedAt: at }, at, uncheckedSince: null };
  }
  return { creature: { ...settled, lastCheckedAt: at }, at, uncheckedSince: stored.lastCheckedAt };
}
