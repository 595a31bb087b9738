// A check comforts a social creature (CHECK rules). Besides hatching, it is the only way in which reading changes a
// life.
import { UNCHECKED_AFTER_MS } from "../life/course.ts";
import { instantFor, isSocial, type Living } from "../creature/creature.ts";
import { restingAt } from "../life/pause.ts";
import { settle } from "../life/settle.ts";
import type { Instant } from "../time/units.ts";

/** CHECK-2: recorded at most this often. */
const RECORD_EVERY_MS = 10 * 60_000;

export interface CheckResult {
  readonly creature: Living;
  readonly at: Instant;
  /** When an unchecked stretch of over three hours ends, its start: kept in the log so that a life can be replayed. */
  readonly uncheckedSince: Instant | null;
}

/** What a status call at `clock` records, or null when it records nothing. */
export function check(stored: Living, clock: Instant): CheckResult | null {
  if (!isSocial(stored.species) || restingAt(stored, clock) !== null) return null;
  const at = instantFor(stored, clock);
  const uncheckedMs = at - stored.lastCheckedAt;
  if (uncheckedMs < RECORD_EVERY_MS) return null;
  const settled = settle(stored, at);
  if (settled.death !== null) return null;
  // Within three hours nothing has gone wrong yet: the stored state stays where it is.
  if (uncheckedMs <= UNCHECKED_AFTER_MS) {
    return { creature: { ...stored, lastCheckedAt: at }, at, uncheckedSince: null };
  }
  return { creature: { ...settled, lastCheckedAt: at }, at, uncheckedSince: stored.lastCheckedAt };
}
