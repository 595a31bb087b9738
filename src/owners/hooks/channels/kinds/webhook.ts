// The receiver's own server, by Standard Webhooks.
import type { IncidentCreature, IncidentFacts } from "@denkeeper/rules/foresight/hook-events.ts";
import { iso } from "../../../../platform/clock.ts";
import { wordsOf, type HookMessage, type Receiver } from "../message.ts";
import type { OutgoingRequest } from "../send.ts";
import { signatureHeaders } from "../sign.ts";
import { isSuccess, jsonTo, type ChannelKind } from "./kind.ts";

/** Standard Webhooks: a type, an instant and data, signed. */
function outgoing(message: HookMessage, { target, secrets }: Receiver, now: number): OutgoingRequest {
  const { text } = wordsOf(message, (data) => data);
  const { id, event, at, page } = message;
  const data = { ...factsOf(message), message: text, url: page, untrusted: true };
  const unsigned = jsonTo(new URL(target.url), { type: event, timestamp: iso(at), data });
  return { ...unsigned, headers: { ...unsigned.headers, ...signatureHeaders(id, now, unsigned.body, secrets) } };
}

function factsOf(message: HookMessage): object {
  if (message.event === "hook.code") return { code: message.code, keeper: message.keeper };
  if ("channel" in message) {
    const { target, by, reason } = message.channel;
    return { keeper: message.keeper, channel: { url: target, by, off_reason: reason } };
  }
  const { creatureId, payload } = message;
  const { creature, job, incident, path, backFrom } = payload;
  return {
    ...(creature === undefined ? { job } : { creature: { id: creatureId, ...creature } }),
    ...timesOf(payload),
    ...(path !== undefined && { path }),
    ...(backFrom !== undefined && { back_from: backFrom }),
    ...(incident !== undefined && incidentOf(incident)),
  };
}

function timesOf({ windowEndsAt, diesAt, cause }: Pick<IncidentCreature, "windowEndsAt" | "diesAt" | "cause">): object {
  return {
    ...(windowEndsAt !== undefined && { window_ends_at: iso(windowEndsAt) }),
    ...(diesAt !== undefined && { dies_at: iso(diesAt) }),
    ...(cause !== undefined && { cause }),
  };
}

function incidentOf({ id, cause, level, openedAt, creatures, calls, silence }: IncidentFacts): object {
  return {
    incident: {
      id,
      cause,
      level,
      opened_at: iso(openedAt),
      ...(silence !== undefined && { silent_since: iso(silence.since) }),
      ...(silence?.backAt !== undefined && { back_at: iso(silence.backAt) }),
      ...(calls !== undefined && {
        calls: {
          count: calls.count,
          last: `${calls.operation} ${calls.status}`,
          code: calls.code,
          last_at: iso(calls.at),
          last_request_id: calls.requestId,
        },
      }),
    },
    creatures: creatures.map((creature) => {
      const { windowEndsAt: _, diesAt: __, cause: ___, ...known } = creature;
      return { ...known, ...timesOf(creature) };
    }),
  };
}

export const webhook: ChannelKind = {
  name: "Webhook",
  form: { path: /^/, rule: "" },
  gone: [410],
  isDelivered: isSuccess,
  outgoing,
};
