// Deletes the row of the link, with its runs.
import { invalidKeyFailure } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { deletePingLink } from "../../../model/agents/store/runs.ts";
import { lockAccountBy } from "../../../model/events/store/account-events.ts";
import { revokePingLink } from "./contract.ts";
import { createPingLink } from "../ping-link.post/contract.ts";

export const revokePingLinkEndpoint = endpoint(revokePingLink, async (call) => {
  const { agent, keyHash } = call.caller;
  const create = step(createPingLink, { description: "Create a new link." });
  return call.commit(async (tx) => {
    if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
    if (!(await deletePingLink(tx, { agentId: agent.id }))) throw call.fail("no_ping_link", { nextSteps: [create] });
    return { success: true as const, message: "The link no longer works.", next_steps: [create] };
  });
});
