// Declares an outage. Lives are judged with it from then on, and the worker restores creatures that died during it.
import { instantOf, iso } from "../../../platform/clock.ts";
import { mergeSpans, overlapMs } from "@denkeeper/rules/time/span.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../model/services.ts";
import { step } from "../../../http/contract/contract.ts";
import { insertOutage, listOutageSpans, lockOutages, type Outage } from "../../../model/outages/store/outages.ts";
import { insertAuditEntry } from "../../../model/visibility/store/audit.ts";
import { outages } from "../../../community/outages.get/contract.ts";
import { outageView } from "../../../community/outages.get/read.ts";
import { declareOutage } from "./contract.ts";

export const declareOutageEndpoint = endpoint(declareOutage, async (call, { outages: known }: Needs<"outages">) => {
  const outage: Outage = {
    from: instantOf(call.body.from),
    until: instantOf(call.body.until),
    foundBy: "operator",
    reason: call.body.reason,
    recordedAt: call.now,
  };
  if (outage.until > call.now) {
    throw call.fail("outage_not_over", { faults: [{ field: "until", message: "must not be in the future" }] });
  }
  const answer = await call.commit(async (tx) => {
    await lockOutages(tx, {});
    const { from, until } = outage;
    const recorded = overlapMs(mergeSpans(await listOutageSpans(tx, {})), from, until) < until - from;
    if (recorded) {
      await insertOutage(tx, outage);
      const { reason } = call.body;
      const subject = `${iso(from)}/${iso(until)}`;
      await insertAuditEntry(tx, call.caller, { act: "declare-outage", subject, reason }, call.now);
    }
    return {
      recorded,
      outage: outageView(outage),
      message: recorded
        ? "Recorded. That time no longer counts for any creature, and those that died during it are being restored."
        : "All of that time is already recorded.",
      next_steps: [step(outages, { description: "See the public list of outages." })],
    };
  });
  known.changed();
  return answer;
});
