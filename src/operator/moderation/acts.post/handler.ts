// The same acts as in the operator's view, for scripts and the command line.
import { moderate } from "../moderate.ts";
import { step } from "../../../http/contract/contract.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../model/services.ts";
import { auditLog } from "../audit.get/contract.ts";
import { moderateByApi } from "./contract.ts";

const MESSAGES = { done: "Done.", already: "Nothing changed: that was already the case." } as const;

export const moderateByApiEndpoint = endpoint(
  moderateByApi,
  async (call, { log, outages }: Needs<"log" | "outages">) => {
    const look = step(auditLog, { description: "See what operators did." });
    await outages.beat();
    const moment = { at: call.now, outages: await outages.known() };
    const answer = await call.commit(async (tx) => {
      const outcome = await moderate(tx, call.caller, call.body, moment);
      if (outcome === "unknown") throw call.fail("unknown_subject", { nextSteps: [look] });
      if (outcome === "unrecoverable") throw call.fail("no_recovery_code", { nextSteps: [look] });
      return { outcome, message: MESSAGES[outcome], next_steps: [look] };
    });
    log.info({ ...call.caller, ...call.body, outcome: answer.outcome }, "an operator moderated");
    return answer;
  },
);
