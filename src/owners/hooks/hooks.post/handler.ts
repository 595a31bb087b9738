// Adds a hook and queues the message with its code. The worker sends it; this process contacts nobody.
import { hash } from "node:crypto";
import { invalidKeyFailure } from "../../../http/guard/key-check.ts";
import { endpoint, type Call } from "../../../http/request/endpoint.ts";
import type { Services } from "../../../http/request/services.ts";
import { countByAddress } from "../../../http/guard/count-address.ts";
import { step } from "../../../http/contract/contract.ts";
import { lockAccountBy } from "../../../model/events/store/account-events.ts";
import { declarePeriod } from "../../../model/silence/store/pulses.ts";
import { addChannel, channelFrom } from "../channels.ts";
import { expectedOf } from "../../silence/expected.ts";
import { yourCreatureView } from "../../../views/views.ts";
import { removeHook } from "../hooks.delete/contract.ts";
import { listHooks } from "../hooks.get/contract.ts";
import { confirmHook } from "../confirm.post/contract.ts";
import { HOOKS_OFF_MORE, hookViewOf } from "../hooks.get/view.ts";
import { addHook } from "./contract.ts";

const seeHooks = step(listHooks, { description: "See your hooks." });

export const addHookEndpoint = endpoint(
  addHook,
  async (call, { config, limiter }: Pick<Services, "config" | "limiter">) => {
    const { hooks, baseUrl } = config;
    if (hooks === undefined) throw call.fail("hooks_off", HOOKS_OFF_MORE);
    const { agent, keyHash } = call.caller;
    const { kind, url, token, events } = call.body;
    const expected = expectedOf(call.body, agent.timezone, call.now);
    if (expected !== undefined && "field" in expected) throw call.fail("invalid_hook_url", { faults: [expected] });
    const channel = channelFrom(
      { kind, url, token, events, creatureId: creatureIn(call) },
      { agentId: agent.id, addedBy: "agent", createdAt: call.now },
      { hooks, baseUrl },
    );
    if ("field" in channel) throw call.fail("invalid_hook_url", { faults: [channel] });
    const { hook, secret } = channel;
    const { hookId } = hook;
    return call.commit(
      async (tx) => {
        if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
        const isAdded = await addChannel(tx, channel, (limited, subject) =>
          countByAddress(limited, call.request, { limiter }, subject),
        );
        if (!isAdded) throw call.fail("too_many_hooks", { nextSteps: [seeHooks] });
        if (expected !== undefined) await declarePeriod(tx, agent.id, expected, call.now);
        return {
          hook: hookViewOf({
            ...hook,
            confirmedAt: null,
            disabledAt: null,
            disabledReason: null,
            codeAttempts: 0,
            last: null,
          }),
          ...(secret === undefined ? {} : { secret }),
          message: `A message with a code of six letters is on its way to ${hook.shownTarget}: ask your human for the code and confirm the hook with it within 24 hours.${agent.clockMoved ? " Your account has moved its clock, so it gets no other messages." : ""}`,
          next_steps: [
            step(confirmHook, {
              description: "Confirm it with the code from your human.",
              body: { hook_id: hookId, code: "..." },
            }),
            step(removeHook, { description: "Remove the hook again.", body: { hook_id: hookId } }),
            seeHooks,
          ],
        };
      },
      { secret: hook.sealedSecret === null ? {} : { issued: hash("sha256", hook.sealedSecret, "buffer") } },
    );
  },
);

/** The creature that the hook is for, which must be the caller's; null for all. */
function creatureIn(call: Call<typeof addHook>): string | null {
  const { creature_id: wanted } = call.body;
  const { creatures } = call.caller;
  if (wanted === undefined) return null;
  if (creatures.some(({ creature }) => creature.id === wanted)) return wanted;
  throw call.fail("creature_not_found", {
    fields: { your_creatures: creatures.map(yourCreatureView) },
    nextSteps: [seeHooks],
  });
}
