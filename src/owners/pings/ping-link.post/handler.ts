// Creates the link and stores only its hash. It names the agent and opens nothing.
import type { Fit, NoFit } from "@denkeeper/rules/foresight/fit.ts";
import { fitOf } from "../../../platform/cron.ts";
import { invalidKeyFailure } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { invalidInput } from "../../../http/request/validate.ts";
import type { Needs } from "../../../model/services.ts";
import { step } from "../../../http/contract/contract.ts";
import { hashOfKey, newKey } from "../../../platform/identity/api-key.ts";
import { iso } from "../../../platform/clock.ts";
import { savePingLink } from "../../../model/agents/store/runs.ts";
import { lockAccountBy } from "../../../model/events/store/account-events.ts";
import { declarePeriod } from "../../../model/silence/store/pulses.ts";
import { expectedOf } from "../../silence/expected.ts";
import { revokePingLink } from "../ping-link.delete/contract.ts";
import { readPingLink } from "../ping-link.get/contract.ts";
import { createPingLink } from "./contract.ts";

export const createPingLinkEndpoint = endpoint(createPingLink, async (call, { config }: Needs<"config">) => {
  const { agent, keyHash } = call.caller;
  const { now } = call;
  const expected = expectedOf(call.body ?? {}, agent.timezone, now);
  if (expected !== undefined && "field" in expected) throw invalidInput(createPingLink, [expected]);
  const secret = newKey(agent.id, "ping");
  const linkHash = hashOfKey(secret);
  return call.commit(
    async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
      await savePingLink(tx, { agentId: agent.id, linkHash, at: now });
      if (expected !== undefined) await declarePeriod(tx, agent.id, expected, now);
      return {
        ping_url: `${config.baseUrl}/ping/${secret}`,
        created_at: iso(now),
        ...(expected !== undefined && "cron" in expected && { fit: fitView(fitOf(expected, now)) }),
        message: "Keep ping_url where your job can read it. It feeds nobody: a run still has to visit.",
        next_steps: [
          step(readPingLink, { description: "See what your last run said, and what it did." }),
          step(revokePingLink, { description: "Revoke it. It stops working at once." }),
        ],
      };
    },
    { secret: { issued: linkHash } },
  );
});

function fitView(found: Fit | NoFit) {
  if ("why" in found) return { species: null, timezone: null, leave: false };
  return { species: found.species, timezone: found.zone, leave: found.leave };
}
