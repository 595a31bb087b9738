// Deletes the row of the key, which revokes it immediately: nothing caches keys.
import { invalidKeyFailure } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { insertAccountEvent, lockAccountBy } from "../../../model/events/store/account-events.ts";
import { deleteSitter } from "../../../model/agents/store/sitters.ts";
import { listSitters } from "../sitters.get/contract.ts";
import { revokeSitter } from "./contract.ts";

export const revokeSitterEndpoint = endpoint(revokeSitter, async (call) => {
  const { agent, keyHash } = call.caller;
  const { sitter_id } = call.body;
  const remaining = step(listSitters, { description: "See your sitters." });
  return call.commit(async (tx) => {
    if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
    const name = await deleteSitter(tx, { agentId: agent.id, sitterId: sitter_id, now: call.now });
    if (name === undefined) throw call.fail("sitter_not_found", { nextSteps: [remaining] });
    await insertAccountEvent(tx, agent.id, { kind: "sitter_revoked", about: name, at: call.now });
    return {
      success: true as const,
      message: `${name} no longer has a key to your house.`,
      sitter_id,
      next_steps: [remaining],
    };
  });
});
