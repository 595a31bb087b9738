// Taking back a released creature (RELEASE rules). Its stored state continues from the release, so nothing is computed
// here. Whether it has died since follows from its course, as for every living creature.
import type { Resident, Released } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import type { Instant } from "../time/units.ts";

export const TAKE_BACK_HOURS = 24;

export type TakeBackOutcome =
  | { readonly kind: "back"; readonly creature: Resident }
  | { readonly kind: "taken_back_before" }
  | { readonly kind: "too_late" };

/** Until when a release can be undone; null when it cannot. */
export function takeBackClosesAt({ releasedAt, takenBackAt }: Released): number | null {
  return takenBackAt === undefined ? releasedAt + TAKE_BACK_HOURS * HOUR_MS : null;
}

export function takeBack(stored: Released, clock: Instant): TakeBackOutcome {
  const until = takeBackClosesAt(stored);
  if (until === null) return { kind: "taken_back_before" };
  if (clock >= until) return { kind: "too_late" };
  const at = Math.max(clock, stored.releasedAt);
  return { kind: "back", creature: { ...stored, releasedAt: null, releasedInDistress: false, takenBackAt: at } };
}
