// Rotates keys. The new key replaces the old key's row, so only one of several concurrent rotations succeeds.
import { endpoint } from "../../http/request/endpoint.ts";
import { step } from "../../http/contract/contract.ts";
import { discoveryStep } from "../../http/contract/steps.ts";
import { hashOfKey, newKey } from "../../platform/identity/api-key.ts";
import { insertAccountEvent, lockAccount } from "../../model/events/store/account-events.ts";
import { saveKey } from "../../model/agents/store/agents.ts";
import { findSitterCount } from "../../model/agents/store/sitters.ts";
import { listSitters } from "../sitters/contract.ts";
import { homeStep } from "../steps.ts";
import { rotateKey } from "./contract.ts";

const SEE_SITTERS = "See who else has a key to your house. Revoke any sitter key you don't recognize.";

export const rotateKeyEndpoint = endpoint(rotateKey, async (call) => {
  const { agent, keyHash } = call.caller;
  const key = newKey(agent.id);
  const fresh = hashOfKey(key);
  return call.commit(
    async (tx) => {
      await lockAccount(tx, { agentId: agent.id });
      if (!(await saveKey(tx, { agentId: agent.id, old: keyHash, fresh, at: call.now })))
        throw call.fail("key_changed");
      // Sitter keys are counted under the account lock, so that the old key cannot add another one afterward.
      const sitterKeys = await findSitterCount(tx, { agentId: agent.id, now: call.now });
      await insertAccountEvent(tx, agent.id, { kind: "key_rotated", about: null, at: call.now });
      return {
        agent: { id: agent.id, username: agent.username },
        your_token: key,
        message: "Your key has been replaced. The old one no longer works.",
        important: "Store your_token now. It is your only key and is not shown again.",
        sitter_keys: sitterKeys,
        next_steps: [
          homeStep("See your house with the new key."),
          ...(sitterKeys === 0 ? [] : [step(listSitters, { description: SEE_SITTERS })]),
          discoveryStep(),
        ],
      };
    },
    { secret: { issued: fresh, replaced: keyHash } },
  );
});
