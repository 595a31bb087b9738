// Adds, confirms, lists and removes hooks. The worker sends their messages; this process contacts nobody.
import { hash } from "node:crypto";
import { invalidKeyFailure } from "../../http/guard/key-check.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import type { Services } from "../../http/request/services.ts";
import { countByAddress } from "../../http/guard/count-address.ts";
import { step } from "../../http/contract/contract.ts";
import { lockAccountBy } from "../../model/events/store/account-events.ts";
import { declarePeriod, findPeriod } from "../../model/silence/store/pulses.ts";
import { addChannel, channelFrom, confirmChannel, verifiedTarget, removeChannel } from "./channels.ts";
import { expectedOf } from "../silence/expected.ts";
import { yourCreatureView } from "../../views/views.ts";
import {
  removeHook,
  listHooks,
  confirmHook,
  addHook,
  MESSAGES_SHOWN,
  type hookMessage,
  type hookView,
  rotateHookSecret,
} from "./contract.ts";
import type { Needs } from "../../model/services.ts";
import { listHooks as listStored, type ListedHook, saveSecret } from "./store/hooks.ts";
import { discoveryStep } from "../../http/contract/steps.ts";
import { listDeliveries, type ListedDelivery } from "./store/deliveries.ts";
import type { z } from "zod";
import { iso } from "../../platform/clock.ts";
import { events as readEvents } from "../../care/events.get/contract.ts";
import { webhookIdOf } from "./channels/message.ts";
import { newSecret } from "./channels/sign.ts";
import { HookVault } from "./channels/vault.ts";

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

export const confirmHookEndpoint = endpoint(
  confirmHook,
  async (call, { config, database }: Needs<"config" | "database">) => {
    const { agent, keyHash } = call.caller;
    const { hook_id, code } = call.body;
    const nextSteps = [seeHooks];
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

export const listHooksEndpoint = endpoint(listHooks, async (call, { database }: Needs<"database">) => {
  const agentId = call.caller.agent.id;
  const { hook_id: wanted } = call.query;
  const hooks = await listStored(database, { agentId });
  if (wanted !== undefined && !hooks.some(({ hookId }) => hookId === wanted)) {
    throw call.fail("hook_not_found", { nextSteps: [seeHooks] });
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

/** What an agent whose house has no hooks can do; asking again within the hour is not it. */
const HOOKS_OFF_MORE = {
  nextSteps: [step(readEvents, { description: "See what happened in your house." })],
  headers: { "retry-after": "3600" },
};

function hookViewOf(hook: ListedHook): z.input<typeof hookView> {
  const { hookId, kind, creatureId, shownTarget, addedBy, createdAt, confirmedAt, disabledAt, disabledReason } = hook;
  return {
    hook_id: hookId,
    kind,
    url: shownTarget,
    events: [...hook.events],
    creature_id: creatureId,
    added_by: addedBy,
    state: disabledAt !== null ? "off" : confirmedAt === null ? "unconfirmed" : "on",
    ...(disabledReason === null ? {} : { off_reason: disabledReason }),
    created_at: iso(createdAt),
  };
}

function messageViewOf(delivery: ListedDelivery): z.input<typeof hookMessage> {
  const { deliveryId, event, creatureId, at, deliveredAt, failedAt, attempts, status, error } = delivery;
  return {
    id: webhookIdOf(deliveryId),
    event,
    creature_id: creatureId,
    at: iso(at),
    state: deliveredAt !== null ? "delivered" : failedAt === null ? "waiting" : "failed",
    attempts,
    status,
    error,
  };
}

export const rotateHookSecretEndpoint = endpoint(rotateHookSecret, async (call, { config }: Needs<"config">) => {
  const { agent, keyHash } = call.caller;
  const { hook_id } = call.body;
  const nextSteps = [seeHooks];
  if (config.hooks === undefined) throw call.fail("not_a_webhook", { nextSteps });
  const secret = newSecret();
  const sealed = new HookVault(config.hooks.keys).sealSecret(hook_id, secret);
  return call.commit(
    async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
      const until = await saveSecret(tx, agent.id, hook_id, sealed, call.now);
      if (until === undefined) throw call.fail("not_a_webhook", { nextSteps });
      return { secret, old_secret_until: iso(until), next_steps: nextSteps };
    },
    { secret: { issued: hash("sha256", sealed, "buffer") } },
  );
});

export const removeHookEndpoint = endpoint(removeHook, async (call) => {
  const { agent, keyHash } = call.caller;
  const { hook_id } = call.body;
  return call.commit(async (tx) => {
    if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKeyFailure();
    const target = await removeChannel(tx, { agentId: agent.id, hookId: hook_id }, "agent", call.now);
    if (target === undefined) throw call.fail("hook_not_found", { nextSteps: [seeHooks] });
    return { message: `Nothing more is sent to ${target}`, hook_id, next_steps: [seeHooks] };
  });
});
