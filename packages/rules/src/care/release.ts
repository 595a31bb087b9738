// Releases a creature, and takes it back as if it had never been released (RELEASE rules).
import { returnFromBoarding } from "./boarding.ts";
import { CRITICAL_BELOW } from "../life/course.ts";
import { instantFor, type Dead, type Resident, type Released } from "../creature/creature.ts";
import { creatureAt } from "../life/life.ts";
import type { Instant } from "../time/units.ts";
import { HOUR_MS } from "../time/durations.ts";

type ReleaseOutcome =
  | { readonly kind: "released"; readonly creature: Released }
  /** The creature died before the release. */
  | { readonly kind: "died"; readonly creature: Dead };

export function release(stored: Resident, clock: Instant): ReleaseOutcome {
  // A resting creature returns first, because its stored state is that of the planned return (BOARD-4).
  const present = stored.hatchedAt === null ? stored : (returnFromBoarding(stored, clock) ?? stored);
  const at = instantFor(present, clock);
  const now = creatureAt(present, at);
  if (now.kind === "dead") return { kind: "died", creature: now.creature };
  const releasedInDistress =
    now.kind === "living" && (now.creature.stats.health < CRITICAL_BELOW || now.deathClock.urgency === "imminent");
  return { kind: "released", creature: { ...now.creature, releasedAt: at, releasedInDistress } };
}

export const TAKE_BACK_HOURS = 24;

type TakeBackOutcome =
  | { readonly kind: "back"; readonly creature: Resident }
  | { readonly kind: "taken_back_before" }
  | { readonly kind: "too_late" };

/** RELEASE-3: returns the deadline for taking a creature back, or null if it was taken back before. */
export function takeBackClosesAt({ releasedAt, takenBackAt }: Released): number | null {
  return takenBackAt === undefined ? releasedAt + TAKE_BACK_HOURS * HOUR_MS : null;
}

/** Takes a creature back in its state at the release. It may have died since, which the caller checks (RELEASE-4). */
export function takeBack(stored: Released, clock: Instant): TakeBackOutcome {
  const until = takeBackClosesAt(stored);
  if (until === null) return { kind: "taken_back_before" };
  if (clock >= until) return { kind: "too_late" };
  const at = Math.max(clock, stored.releasedAt);
  return { kind: "back", creature: { ...stored, releasedAt: null, releasedInDistress: false, takenBackAt: at } };
}
