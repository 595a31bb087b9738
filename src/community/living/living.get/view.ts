// The public view of a living creature.
import { iso } from "../../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { LivingEntry } from "../../../model/figures/store/living-shapes.ts";
import { twoDecimals } from "../../../views/views.ts";
import type { LivingEntryView } from "../../../http/contract/shapes/living.ts";

export function livingEntryView(entry: LivingEntry, now: number): LivingEntryView {
  const { age_since, feeding_opens_at, dies_at, resting_until, without_care_since, form, ...rest } = entry;
  const rests = resting_until !== null && resting_until > now;
  // `age_since` already excludes the whole boarding, so age is computed at the boarding's end.
  const ageAt = rests ? resting_until : now;
  const opens = feeding_opens_at === null || feeding_opens_at <= now ? "open now" : iso(feeding_opens_at);
  return {
    ...rest,
    age_hours: age_since === null ? 0 : twoDecimals(Math.max(0, ageAt - age_since) / HOUR_MS),
    next_feeding_window: entry.stage === "egg" ? null : opens,
    dies_at: dies_at === null ? null : iso(dies_at),
    ...(form === null ? {} : { form }),
    ...(without_care_since === null ? {} : { without_care_since: iso(without_care_since) }),
    ...(rests ? { resting_until: iso(resting_until) } : {}),
    untrusted: true,
  };
}
