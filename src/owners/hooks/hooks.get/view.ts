// Stored hooks and messages as answers show them.
import type { z } from "zod";
import { step } from "../../../http/contract/contract.ts";
import { iso } from "../../../platform/clock.ts";
import type { ListedDelivery } from "../store/deliveries.ts";
import type { ListedHook } from "../store/hooks.ts";
import { events } from "../../../care/events.get/contract.ts";
import { webhookIdOf } from "../channels/message.ts";
import type { hookMessage, hookView } from "../shapes.ts";

/** What an agent whose house has no hooks can do; asking again within the hour is not it. */
export const HOOKS_OFF_MORE = {
  nextSteps: [step(events, { description: "See what happened in your house." })],
  headers: { "retry-after": "3600" },
};

export function hookViewOf(hook: ListedHook): z.input<typeof hookView> {
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

export function messageViewOf(delivery: ListedDelivery): z.input<typeof hookMessage> {
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
