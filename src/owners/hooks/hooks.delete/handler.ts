// Removes a hook with all that waits to be sent.
import { invalidKeyFailure } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { lockAccountBy } from "../../../model/events/store/account-events.ts";
import { listHooks } from "../hooks.get/contract.ts";
import { removeHook } from "./contract.ts";
import { removeChannel } from "../channels.ts";

export const removeHookEndpoint = endpoint(removeHook, async (call) => {
  const { agent, keyHash } = call.caller;
  const { hook_id } = call.body;
  const remaining = step(listHooks, { description: "See your hooks." });
  return call.commit(async (tx) => {
    if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
    const target = await removeChannel(tx, { agentId: agent.id, hookId: hook_id }, "agent", call.now);
    if (target === undefined) throw call.fail("hook_not_found", { nextSteps: [remaining] });
    return { message: `Nothing more is sent to ${target}`, hook_id, next_steps: [remaining] };
  });
});
