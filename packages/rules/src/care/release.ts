// Releases a creature and takes it back (RELEASE rules). A release is not a death and leaves no gravestone, but a release in
// distress counts as a loss. A creature that was taken back continues from its release and may have died since then.
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
  // A boarded creature returns first. Otherwise its state would be that of its return, and the release would be in the future.
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

/** Returns the deadline for undoing a release, or null if the release cannot be undone. */
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
