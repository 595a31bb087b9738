// The webhook channel: the owner's own server receives the facts with a signature (Standard Webhooks).
import type { HookPayload, IncidentCreature, IncidentFacts } from "@denkeeper/rules/foresight/hook-events.ts";
import { iso } from "../../../../platform/clock.ts";
import { jsonRequest, type ChannelKind } from "../channel-kind.ts";
import { messageWords, type HookMessage } from "../message.ts";
import { signatureHeaders } from "./sign.ts";

export const webhook: ChannelKind = {
  name: "Webhook",
  address: { path: /^/, rule: "" },
  gone: [410],
  render(message, { target, secrets }, now) {
    const { id, event, at, page } = message;
    const data = { ...messageFacts(message), message: messageWords(message).text, url: page, untrusted: true };
    const unsigned = jsonRequest(new URL(target.url), { type: event, timestamp: iso(at), data });
    return { ...unsigned, headers: { ...unsigned.headers, ...signatureHeaders(id, now, unsigned.body, secrets) } };
  },
};

function messageFacts(message: HookMessage): object {
  if (message.event === "hook.code") return { code: message.code, keeper: message.keeper };
  if ("channel" in message) {
    const { target, by, reason } = message.channel;
    return { keeper: message.keeper, channel: { url: target, by, off_reason: reason } };
  }
  const { creatureId, payload } = message;
  const { creature, job, incident, path, backFrom } = payload;
  return {
    ...(creature === undefined ? { job } : { creature: { id: creatureId, ...creature } }),
    ...timesView(payload),
    path,
    back_from: backFrom,
    ...(incident !== undefined && incidentView(incident)),
  };
}

function timesView({ windowEndsAt, diesAt, cause }: Pick<HookPayload, "windowEndsAt" | "diesAt" | "cause">): object {
  return { window_ends_at: isoOf(windowEndsAt), dies_at: isoOf(diesAt), cause };
}

/** Passes undefined through, which JSON omits. */
function isoOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : iso(at);
}

function incidentView({ id, cause, level, openedAt, creatures, calls, silence }: IncidentFacts): object {
  return {
    incident: {
      id,
      cause,
      level,
      opened_at: iso(openedAt),
      silent_since: isoOf(silence?.since),
      back_at: isoOf(silence?.backAt),
      calls: calls && {
        count: calls.count,
        last: `${calls.operation} ${calls.status}`,
        code: calls.code,
        last_at: iso(calls.at),
        last_request_id: calls.requestId,
      },
    },
    creatures: creatures.map(creatureView),
  };
}

function creatureView({ id, name, species, stage, state, ...times }: IncidentCreature): object {
  return { id, name, species, stage, state, ...timesView(times) };
}
