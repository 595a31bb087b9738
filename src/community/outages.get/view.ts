// The public view of an outage.
import type { z } from "zod";
import { iso } from "../../platform/clock.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { Outage } from "../../model/outages/store/outages.ts";
import { twoDecimals } from "../../views/views.ts";
import type { outage } from "./contract.ts";

export function outageView({ from, until, foundBy, reason, recordedAt }: Outage): z.input<typeof outage> {
  return {
    from: iso(from),
    until: iso(until),
    hours: twoDecimals((until - from) / HOUR_MS),
    found_by: foundBy,
    reason,
    recorded_at: iso(recordedAt),
  };
}
