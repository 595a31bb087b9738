// The hooks of a house, with the messages of one when asked.
import { endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../model/services.ts";
import { step } from "../../../http/contract/contract.ts";
import { discoveryStep } from "../../../http/contract/steps.ts";
import { listDeliveries } from "../store/deliveries.ts";
import { listHooks as listStored } from "../store/hooks.ts";
import { findPeriod } from "../../../model/silence/store/pulses.ts";
import { removeHook } from "../hooks.delete/contract.ts";
import { MESSAGES_SHOWN, listHooks } from "./contract.ts";
import { hookViewOf, messageViewOf } from "./view.ts";

export const listHooksEndpoint = endpoint(listHooks, async (call, { database }: Needs<"database">) => {
  const agentId = call.caller.agent.id;
  const { hook_id: wanted } = call.query;
  const hooks = await listStored(database, { agentId });
  if (wanted !== undefined && !hooks.some(({ hookId }) => hookId === wanted)) {
    throw call.fail("hook_not_found", { nextSteps: [step(listHooks, { description: "See your hooks." })] });
  }
  const messages =
    wanted === undefined
      ? undefined
      : await listDeliveries(database, { agentId, hookId: wanted, limit: MESSAGES_SHOWN });
  const period = await findPeriod(database, { agentId });
  return {
    hooks: hooks.map(hookViewOf),
    ...(period && { grace_minutes: period.graceMinutes }),
    ...(period &&
      ("cron" in period ? { cron: period.cron, zone: period.zone } : { every_minutes: period.everyMinutes })),
    ...(messages === undefined ? {} : { messages: messages.map(messageViewOf) }),
    next_steps: [
      ...hooks.flatMap(({ hookId, shownTarget }) => [
        step(listHooks, { description: `See the messages to ${shownTarget}`, query: { hook_id: hookId } }),
        step(removeHook, { description: `Stop messages to ${shownTarget}`, body: { hook_id: hookId } }),
      ]),
      discoveryStep(),
    ],
  };
});
