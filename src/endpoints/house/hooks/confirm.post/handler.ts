// Compares the code. Each attempt is counted before it is looked at, and stays counted when it is wrong.
import { invalidKey } from "../../../../http/guard/key-check.ts";
import { endpoint } from "../../../../http/request/endpoint.ts";
import type { Needs } from "../../../../http/request/services.ts";
import { step } from "../../../../contracts/kit/contract.ts";
import { isSameSecret } from "../../../../platform/secret-compare.ts";
import { HookVault } from "../../../../providers/hooks/vault.ts";
import { insertAccountEvent, lockAccountBy } from "../../../../store/events/account-events.ts";
import { listHooks as listStored, saveConfirmed, takeCodeAttempt } from "../../../../store/hooks/hooks.ts";
import { watchHouse } from "../../../../store/hooks/watches.ts";
import { listHooks } from "../../../../contracts/house/hooks.get.ts";
import { confirmHook } from "../../../../contracts/house/hooks/confirm.post.ts";

export const confirmHookEndpoint = endpoint(
  confirmHook,
  async (call, { config, database }: Needs<"config" | "database">) => {
    const { agent, keyHash } = call.caller;
    const { hook_id, code } = call.body;
    const nextSteps = [step(listHooks, { description: "See your hooks." })];
    const hook = (await listStored(database, agent.id)).find(({ hookId }) => hookId === hook_id);
    if (hook === undefined || config.hooks === undefined) throw call.fail("hook_not_found", { nextSteps });
    const sealed = await takeCodeAttempt(database, agent.id, hook_id, call.now);
    if (sealed === undefined) throw call.fail("hook_not_waiting", { nextSteps });
    const vault = new HookVault(config.hooks.keys);
    const { url, token, code: expected } = vault.openTarget(hook_id, sealed);
    if (expected === undefined || !isSameSecret(code, expected)) throw call.fail("wrong_hook_code", { nextSteps });
    return call.commit(async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKey();
      const target = vault.sealTarget(hook_id, { url, token });
      if (!(await saveConfirmed(tx, { agentId: agent.id, hookId: hook_id, sealedTarget: target, now: call.now }))) {
        throw call.fail("hook_not_waiting", { nextSteps });
      }
      await insertAccountEvent(tx, agent.id, { kind: "hook_added", about: hook.shownTarget, at: call.now });
      await watchHouse(tx, agent.id);
      const stillMoved = agent.clockMoved ? " Accounts that moved their clock get no messages." : "";
      return {
        message: `From now on, messages are sent to ${hook.shownTarget}${stillMoved}`,
        hook_id,
        next_steps: nextSteps,
      };
    });
  },
);
