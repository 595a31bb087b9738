// Deletes the row of the link. Nothing caches the page.
import { invalidKey } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../contracts/kit/contract.ts";
import { insertAccountEvent, lockAccountBy } from "../../../store/events/account-events.ts";
import { deleteOwnerLink } from "../../../store/accounts/owner-links.ts";
import { createOwnerLink } from "../../../contracts/house/owner-link.post.ts";
import { revokeOwnerLink } from "../../../contracts/house/owner-link.delete.ts";

export const revokeOwnerLinkEndpoint = endpoint(revokeOwnerLink, async (call) => {
  const { agent, keyHash } = call.caller;
  const create = step(createOwnerLink, { description: "Create a new link for your human." });
  return call.commit(async (tx) => {
    if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKey();
    if (!(await deleteOwnerLink(tx, { agentId: agent.id }))) throw call.fail("no_owner_link", { nextSteps: [create] });
    await insertAccountEvent(tx, agent.id, { kind: "owner_link_revoked", about: null, at: call.now });
    return { success: true as const, message: "The link no longer works.", next_steps: [create] };
  });
});
