// Adds, confirms, lists, and removes hooks, and replaces their secrets. Messages are only queued here; the worker sends them.
import { hash } from "node:crypto";
import { lockWithKey } from "../../http/guard/key-check.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import type { Services } from "../../http/request/services.ts";
import { countByAddress } from "../../http/guard/count-address.ts";
import { step } from "../../http/contract/contract.ts";
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
import { BOTH_SIGN_MS, listHooks as listStored, saveSecret, type ListedHook } from "./store/hooks.ts";
import { discoveryStep } from "../../http/contract/steps.ts";
import { listDeliveries, type ListedDelivery } from "./store/deliveries.ts";
import type { z } from "zod";
import { iso } from "../../platform/clock.ts";
import { events as readEvents } from "../../care/events.get/contract.ts";
import { webhookIdOf } from "./channels/message.ts";
import { HookVault } from "./channels/vault.ts";
import { newSecret } from "./channels/webhook/sign.ts";

const nextSteps = [step(listHooks, { description: "See your hooks." })];

/** Advises to retry after an hour, because only the operator can turn hooks on. */
const HOOKS_OFF_MORE = {
  nextSteps: [step(readEvents, { description: "See what happened in your house." })],
  headers: { "retry-after": "3600" },
};

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
    const hook_id = hook.hookId;
    return call.commit(
      async (tx) => {
        await lockWithKey(tx, agent.id, keyHash);
        const isAdded = await addChannel(tx, channel, (limited, subject) =>
          countByAddress(limited, call.request, { limiter }, subject),
        );
        if (!isAdded) throw call.fail("too_many_hooks", { nextSteps });
        if (expected !== undefined) await declarePeriod(tx, agent.id, expected, call.now);
        return {
          hook: hookViewOf({ ...hook, confirmedAt: null, disabledAt: null, disabledReason: null }),
          ...(secret === undefined ? {} : { secret }),
          message: `A message with a code of six letters is on its way to ${hook.shownTarget}: ask your human for the code and confirm the hook with it within 24 hours.${agent.clockMoved ? " Your account has moved its clock, so it gets no other messages." : ""}`,
          next_steps: [
            step(confirmHook, {
              description: "Confirm it with the code from your human.",
              body: { hook_id, code: "..." },
            }),
            step(removeHook, { description: "Remove the hook again.", body: { hook_id } }),
            ...nextSteps,
          ],
        };
      },
      { secret: hook.sealedSecret === null ? {} : { issued: hash("sha256", hook.sealedSecret, "buffer") } },
    );
  },
);

/** Returns the id of the caller's creature that the hook is for, or null for all. */
function creatureIn(call: Call<typeof addHook>): string | null {
  const { creature_id } = call.body;
  const { creatures } = call.caller;
  if (creature_id === undefined) return null;
  if (creatures.some(({ creature }) => creature.id === creature_id)) return creature_id;
  throw call.fail("creature_not_found", { fields: { your_creatures: creatures.map(yourCreatureView) }, nextSteps });
}

export const confirmHookEndpoint = endpoint(
  confirmHook,
  async (call, { config, database }: Needs<"config" | "database">) => {
    const { agent, keyHash } = call.caller;
    const { hook_id: hookId, code } = call.body;
    const { now } = call;
    const agentId = agent.id;
    const hook = (await listStored(database, { agentId })).find((stored) => stored.hookId === hookId);
    if (hook === undefined || config.hooks === undefined) throw call.fail("hook_not_found", { nextSteps });
    const verified = await verifiedTarget(database, config.hooks, { agentId, hookId, code, now });
    if (typeof verified === "string") throw call.fail(verified, { nextSteps });
    return call.commit(async (tx) => {
      await lockWithKey(tx, agentId, keyHash);
      if (!(await confirmChannel(tx, hook, { ...verified, agentId, now })))
        throw call.fail("hook_not_waiting", { nextSteps });
      const exception = agent.clockMoved ? " Accounts that moved their clock get no messages." : "";
      return {
        message: `Messages are sent to ${hook.shownTarget} from now on.${exception}`,
        hook_id: hookId,
        next_steps: nextSteps,
      };
    });
  },
);

export const listHooksEndpoint = endpoint(listHooks, async (call, { database }: Needs<"database">) => {
  const agentId = call.caller.agent.id;
  const { hook_id } = call.query;
  const hooks = await listStored(database, { agentId });
  if (hook_id !== undefined && !hooks.some(({ hookId }) => hookId === hook_id))
    throw call.fail("hook_not_found", { nextSteps });
  const messages =
    hook_id === undefined
      ? undefined
      : await listDeliveries(database, { agentId, hookId: hook_id, limit: MESSAGES_SHOWN });
  const period = await findPeriod(database, { agentId });
  return {
    hooks: hooks.map(hookViewOf),
    ...(period && { grace_minutes: period.graceMinutes }),
    ...(period &&
      ("cron" in period ? { cron: period.cron, zone: period.zone } : { every_minutes: period.everyMinutes })),
    messages: messages?.map(messageViewOf),
    next_steps: [
      ...hooks.flatMap(({ hookId, shownTarget }) => [
        step(listHooks, { description: `See the messages to ${shownTarget}`, query: { hook_id: hookId } }),
        step(removeHook, { description: `Stop messages to ${shownTarget}`, body: { hook_id: hookId } }),
      ]),
      discoveryStep(),
    ],
  };
});

function hookViewOf(hook: Omit<ListedHook, "codeAttempts" | "last">): z.input<typeof hookView> {
  const { confirmedAt, disabledAt, disabledReason } = hook;
  return {
    hook_id: hook.hookId,
    kind: hook.kind,
    url: hook.shownTarget,
    events: [...hook.events],
    creature_id: hook.creatureId,
    added_by: hook.addedBy,
    state: disabledAt !== null ? "off" : confirmedAt === null ? "unconfirmed" : "on",
    off_reason: disabledReason ?? undefined,
    created_at: iso(hook.createdAt),
  };
}

function messageViewOf(delivery: ListedDelivery): z.input<typeof hookMessage> {
  const { deliveryId, creatureId, at, deliveredAt, failedAt, ...fields } = delivery;
  return {
    ...fields,
    id: webhookIdOf(deliveryId),
    creature_id: creatureId,
    at: iso(at),
    state: deliveredAt !== null ? "delivered" : failedAt === null ? "waiting" : "failed",
  };
}

export const rotateHookSecretEndpoint = endpoint(rotateHookSecret, async (call, { config }: Needs<"config">) => {
  const { agent, keyHash } = call.caller;
  const { hook_id } = call.body;
  if (config.hooks === undefined) throw call.fail("not_a_webhook", { nextSteps });
  const secret = newSecret();
  const sealed = new HookVault(config.hooks.keys).sealSecret(hook_id, secret);
  return call.commit(
    async (tx) => {
      await lockWithKey(tx, agent.id, keyHash);
      const until = call.now + BOTH_SIGN_MS;
      const isSaved = await saveSecret(tx, { agentId: agent.id, hookId: hook_id, sealedSecret: sealed, until });
      if (!isSaved) throw call.fail("not_a_webhook", { nextSteps });
      return { secret, old_secret_until: iso(until), next_steps: nextSteps };
    },
    { secret: { issued: hash("sha256", sealed, "buffer") } },
  );
});

export const removeHookEndpoint = endpoint(removeHook, async (call) => {
  const { agent, keyHash } = call.caller;
  const { hook_id } = call.body;
  return call.commit(async (tx) => {
    await lockWithKey(tx, agent.id, keyHash);
    const target = await removeChannel(tx, { agentId: agent.id, hookId: hook_id }, "agent", call.now);
    if (target === undefined) throw call.fail("hook_not_found", { nextSteps });
    return { message: `Nothing more is sent to ${target}`, hook_id, next_steps: nextSteps };
  });
});
