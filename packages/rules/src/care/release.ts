// Releasing a creature: not a death, no gravestone (RELEASE rules). A release in distress counts as a loss.
import { returnFromBoarding } from "./boarding.ts";
import { CRITICAL_BELOW } from "../life/course.ts";
import { instantFor, type Dead, type Resident, type Released } from "../creature/creature.ts";
import { creatureAt } from "../life/life.ts";
import type { Instant } from "../time/units.ts";

export type ReleaseOutcome =
  | { readonly kind: "released"; readonly creature: Released }
  /** It died first: bury it. */
  | { readonly kind: "died"; readonly creature: Dead };

export function release(stored: Resident, clock: Instant): ReleaseOutcome {
  // Whoever rests comes back first, so that nobody is gone at an instant that has not come.
  const present = stored.hatchedAt === null ? stored : (returnFromBoarding(stored, clock) ?? stored);
  const at = instantFor(present, clock);
  const now = creatureAt(present, at);
  if (now.kind === "dead") return { kind: "died", creature: now.creature };
  const releasedInDistress =
    now.kind === "living" && (now.creature.stats.health < CRITICAL_BELOW || now.deathClock.urgency === "imminent");
  return { kind: "released", creature: { ...now.creature, releasedAt: at, releasedInDistress } };
}
