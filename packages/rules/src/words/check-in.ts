// Why the service recommends a certain moment for the next visit. Keepers act on these sentences, so they are exact and do
// not vary.

import type { ShownStat } from "../creature/visibility.ts";
import type { PlannedVisit } from "../foresight/schedule.ts";

type Reason = PlannedVisit["reason"];

const REASONS: Readonly<Record<Reason, string>> = {
  feeding_opens: "The feeding window will be open",
  feeding_open_now: "The feeding window is open: feed it now",
  feeding_overdue: "The feeding window has passed: feed now, because waiting longer costs trust and then health",
  wakes: "This is when it is next awake; just before, it is asleep and accepts only reflect",
  returns: "It is boarded until then, with its clocks stopped; it needs care as soon as it is back",
  feeding_closes: "Come by then at the latest: a feeding is on time only a little longer",
  critical_health: "Its health is critical: give medicine now",
  low_health: "Its health is below 40: give medicine now",
  egg: "It is an egg: a status call hatches it",
  trust_low: "Its trust is below 40, so reflect is the only care it accepts: reflect now",
  before_death:
    "Come by then at the latest: without care it dies within two hours of that moment; if it is asleep, reflect",
};

/** One sentence. `hungerThen` is the hunger at the recommended moment, null where the species hides it. */
export function checkInReason({ reason, hungerThen }: { reason: Reason; hungerThen: ShownStat }): string {
  const sentence = REASONS[reason];
  return hungerThen === null ? `${sentence}.` : `${sentence} (predicted hunger: about ${Math.round(hungerThen)}).`;
}
