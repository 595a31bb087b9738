// Compares the code.
import { invalidKeyFailure } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../model/services.ts";
import { step } from "../../../http/contract/contract.ts";
import { lockAccountBy } from "../../../model/events/store/account-events.ts";
import { listHooks as listStored } from "../store/hooks.ts";
import { confirmChannel, verifiedTarget } from "../channels.ts";
import { listHooks } from "../hooks.get/contract.ts";
import { confirmHook } from "./contract.ts";

export const confirmHookEndpoint = endpoint(
  confirmHook,
  async (call, { config, database }: Needs<"config" | "database">) => {
    const { agent, keyHash } = call.caller;
    const { hook_id, code } = call.body;
    const nextSteps = [step(listHooks, { description: "See your hooks." })];
    const hook = (await listStored(database, { agentId: agent.id })).find(({ hookId }) => hookId === hook_id);
    if (hook === undefined || config.hooks === undefined) throw call.fail("hook_not_found", { nextSteps });
    const target = await verifiedTarget(database, config.hooks, { agentId: agent.id, hookId: hook_id }, code, call.now);
    if (typeof target === "string") throw call.fail(target, { nextSteps });
    return call.commit(async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
      if (!(await confirmChannel(tx, agent.id, hook, target, call.now)))
        throw call.fail("hook_not_waiting", { nextSteps });
      const stillMoved = agent.clockMoved ? " Accounts that moved their clock get no messages." : "";
      return {
        message: `Messages are sent to ${hook.shownTarget} from now on.${stillMoved}`,
        hook_id,
        next_steps: nextSteps,
      };
    });
  },
);
