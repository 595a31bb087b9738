// Taking back a released creature (RELEASE rules): its stored state goes on from the release as if there had been none, so
// nothing is computed here. Whether it has died meanwhile is judged by its course, as for every living creature.
import type { Creature } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";

export const TAKE_BACK_HOURS = 24;

export type TakeBackOutcome =
  | { readonly kind: "back"; readonly creature: Creature }
  /** It was never released, or it was taken back before. */
  | { readonly kind: "not_released" }
  | { readonly kind: "too_late" };

/** Until when a release can be undone; null when it cannot. */
export function takeBackUntil({ releasedAt, death, takenBackAt }: Creature): number | null {
  return releasedAt === null || death !== null || takenBackAt !== undefined
    ? null
    : releasedAt + TAKE_BACK_HOURS * HOUR_MS;
}

export function takeBack(stored: Creature, clock: number): TakeBackOutcome {
  const until = takeBackUntil(stored);
  if (until === null) return { kind: "not_released" };
  if (clock >= until) return { kind: "too_late" };
  const at = Math.max(clock, stored.releasedAt ?? clock);
  return { kind: "back", creature: { ...stored, releasedAt: null, releasedInDistress: false, takenBackAt: at } };
}
