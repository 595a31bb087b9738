// Creates the link and stores only its hash. It names the agent and opens nothing.
import { periodOf } from "@denkeeper/rules/foresight/silence.ts";
import { invalidKey } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { invalidInput } from "../../../http/request/validate.ts";
import type { Needs } from "../../../http/request/services.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { hashOfKey, newKey } from "../../../identity/api-key.ts";
import { iso } from "../../../platform/clock.ts";
import { savePingLink } from "../../../store/accounts/runs.ts";
import { lockAccountBy } from "../../../store/events/account-events.ts";
import { declarePeriod } from "../../../store/hooks/pulses.ts";
import { revokePingLink } from "../../../contracts/house/ping-link.delete.ts";
import { readPingLink } from "../../../contracts/house/ping-link.get.ts";
import { createPingLink } from "../../../contracts/house/ping-link.post.ts";

export const createPingLinkEndpoint = endpoint(createPingLink, async (call, { config }: Needs<"config">) => {
  const { agent, keyHash } = call.caller;
  const { every_minutes: every, grace_minutes: grace } = call.body ?? {};
  if (grace !== undefined && every === undefined) {
    throw invalidInput(createPingLink, [{ field: "grace_minutes", message: "needs every_minutes" }]);
  }
  const { now } = call;
  const secret = newKey(agent.id, "ping");
  const linkHash = hashOfKey(secret);
  return call.commit(
    async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKey();
      await savePingLink(tx, { agentId: agent.id, linkHash, at: now });
      if (every !== undefined) await declarePeriod(tx, agent.id, periodOf(every, grace), now);
      return {
        ping_url: `${config.baseUrl}/ping/${secret}`,
        created_at: iso(now),
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
