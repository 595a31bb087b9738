// Why the service recommends to come at a certain moment. These sentences are read by keepers that act on them, so they
// are exact and do not vary.

import type { CheckInReason } from "../advice.ts";

const REASONS: Readonly<Record<CheckInReason, string>> = {
  feeding_opens: "The feeding window will be open, and a feeding then is on time and counts in full",
  feeding_open_now: "The feeding window is open now, and a feeding now is on time and counts in full",
  feeding_overdue: "The feeding window has passed: feed now, because waiting longer costs trust and then health",
  wakes: "It is asleep before then and accepts only reflect; this is when it is next awake for care",
  returns: "It rests until then, all its clocks still; it wants care as soon as it is back",
  critical_health: "Its health is critical: give medicine now",
  trust_low: "Its trust is below 40, so reflect is the only care it accepts: reflect now",
  before_death:
    "Come then at the latest: without care it dies within two hours of that moment; if it is asleep, reflect",
};

/** One sentence. `hungerThen` is the hunger at the recommended moment, null where the species hides it. */
export function checkInReason({ reason, hungerThen }: { reason: CheckInReason; hungerThen: number | null }): string {
  const sentence = REASONS[reason];
  return hungerThen === null ? `${sentence}.` : `${sentence} (predicted hunger: about ${Math.round(hungerThen)}).`;
}
