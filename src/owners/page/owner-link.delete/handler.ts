// Deletes the row of the link. Nothing caches the page.
import { invalidKeyFailure } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { insertAccountEvent, lockAccountBy } from "../../../model/events/store/account-events.ts";
import { deleteOwnerLink } from "../../../model/agents/store/owner-links.ts";
import { createOwnerLink } from "../owner-link.post/contract.ts";
import { revokeOwnerLink } from "./contract.ts";

export const revokeOwnerLinkEndpoint = endpoint(revokeOwnerLink, async (call) => {
  const { agent, keyHash } = call.caller;
  const create = step(createOwnerLink, { description: "Create a new link for your human." });
  return call.commit(async (tx) => {
    if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
    if (!(await deleteOwnerLink(tx, { agentId: agent.id }))) throw call.fail("no_owner_link", { nextSteps: [create] });
    await insertAccountEvent(tx, agent.id, { kind: "owner_link_revoked", about: null, at: call.now });
    return { success: true as const, message: "The link no longer works.", next_steps: [create] };
  });
});
