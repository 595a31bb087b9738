// When the operator suspends a keeper, its creatures rest as if boarded (SUSPEND rules): long enough for an appeal, but
// not forever.
import { returnFromBoarding } from "./boarding.ts";
import { instantFor, type Living, type Pause } from "../creature/creature.ts";
import { HOUR_MS } from "../time/durations.ts";
import { afterPause } from "../life/pause.ts";
import { settle } from "../life/settle.ts";
import type { Instant } from "../time/units.ts";

export const SUSPENSION_REST_DAYS = 14;
const REST_MS = SUSPENSION_REST_DAYS * 24 * HOUR_MS;

/** The creature at rest from `clock` on, or null when it has died before. */
export function suspend(stored: Living, clock: Instant): { readonly creature: Living; readonly pause: Pause } | null {
  const awake = returnFromBoarding(stored, clock) ?? stored;
  const at = instantFor(awake, clock);
  const settled = settle(awake, at);
  if (settled.death !== null) return null;
  const pause: Pause = { kind: "suspension", from: at, until: at + REST_MS };
  return { creature: afterPause(settled, pause), pause };
}
