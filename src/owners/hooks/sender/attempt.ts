// One attempt at one message: whether it is sent at all, what is sent, and what the answer means.
import { CODE_EVENT, isChannelEvent, type HookPayload } from "@denkeeper/rules/foresight/hook-events.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { HooksConfig } from "../../../platform/config/config.ts";
import { type Outgoing, outgoingFor } from "../channels/kinds.ts";
import { webhookIdOf, type HookMessage, type Receiver } from "../channels/message.ts";
import { NotSentError, type ReceiverReply } from "../channels/send.ts";
import type { HookVault } from "../channels/vault.ts";
import { deliveryResult } from "../channels/delivery-result.ts";
import type { HookKey, NextDelivery, TakenHook } from "../store/sending.ts";

export const DAY_MS = 24 * HOUR_MS;
/** ALERT-7: beyond so many only deaths and good news are sent. */
const MOST_A_DAY = 12;
const UNCAPPED: ReadonlySet<string> = new Set(["creature.died", "agent.recovered", CODE_EVENT]);
const MOST_ATTEMPTS = 9;

/** Why a message is not sent, in words that the agent may read; undefined when it is. */
export function sendFailure(delivery: NextDelivery): string | undefined {
  const { event, isStill, isReleased, sentLately } = delivery;
  if (isStill) return "The account is suspended, leaving, or has moved its clock";
  if (isReleased) return "The creature was released";
  const isFull = sentLately >= MOST_A_DAY && !UNCAPPED.has(event) && !isChannelEvent(event);
  return isFull ? `The hook had its ${MOST_A_DAY} messages of the day` : undefined;
}

export interface AttemptResult {
  readonly outcome: "delivered" | "gone" | "retry" | "failed";
  readonly status: number | null;
  readonly error: string | null;
  /** For `retry`: after how long. */
  readonly waitMs: number;
}

/** e to the power of the attempt in seconds: 2.7 s, 7 s, 20 s ... 50 minutes, 79 minutes in all. */
export function backoffMs(attempt: number): number {
  return Math.round(Math.exp(attempt) * 1000);
}

function failed(attempt: number, status: number | null, error: string, waitMs = 0): AttemptResult {
  const outcome = attempt >= MOST_ATTEMPTS ? "failed" : "retry";
  return { outcome, status, error, waitMs: Math.max(backoffMs(attempt), waitMs) };
}

/** `attempt` counts from 1. Throws nothing that a receiver could cause. */
export async function attemptResult(
  receiver: Receiver,
  message: HookMessage,
  attempt: number,
  post: (outgoing: Outgoing) => Promise<ReceiverReply>,
  now: number,
): Promise<AttemptResult> {
  try {
    const received = await post(outgoingFor(message, receiver, now));
    const { status } = received;
    const verdict = deliveryResult(receiver.kind, received, now);
    if (verdict.outcome === "delivered") return { outcome: "delivered", status, error: null, waitMs: 0 };
    const error = `It answered ${status}`;
    if (verdict.outcome === "gone") return { outcome: "gone", status, error, waitMs: 0 };
    return failed(attempt, status, error, verdict.waitMs);
  } catch (thrown) {
    if (thrown instanceof NotSentError) return failed(attempt, null, thrown.message);
    throw thrown;
  }
}

export function receiverOf(
  { agentId, hookId }: HookKey,
  hook: TakenHook,
  {
    vault,
    ntfyTokens,
    baseUrl,
  }: { readonly vault: HookVault; readonly ntfyTokens?: HooksConfig["ntfyTokens"]; readonly baseUrl: string },
  now: number,
): Receiver {
  const { kind, addedBy, sealedTarget, sealedSecret, previousSecret, previousUntil } = hook;
  const target = vault.openTarget(hookId, sealedTarget);
  // The operator's token is for its own server alone.
  const token = target.token ?? (kind === "ntfy" ? ntfyTokens?.get(new URL(target.url).hostname) : undefined);
  const inForce = [sealedSecret, previousUntil !== null && previousUntil > now ? previousSecret : null];
  return {
    kind,
    addedBy,
    target: { ...target, token },
    endUrl: baseUrl + vault.endPath(agentId, hookId),
    secrets: inForce.flatMap((sealed) => (sealed === null ? [] : [vault.openSecret(hookId, sealed)])),
  };
}

export function messageOf(delivery: NextDelivery, receiver: Receiver, baseUrl: string): HookMessage {
  const { deliveryId, event, at, payload, username, sentLately } = delivery;
  const id = webhookIdOf(deliveryId);
  const keeperPage = `${baseUrl}/agents/${encodeURIComponent(username)}`;
  const about = { id, at, page: keeperPage, keeper: username };
  if (event === CODE_EVENT) {
    return { ...about, event, code: receiver.target.code ?? "", addedBy: receiver.addedBy };
  }
  if (isChannelEvent(event) && "target" in payload) return { ...about, event, channel: payload };
  if (isChannelEvent(event) || "target" in payload) throw new Error(`a ${event} about nobody`);
  const creatureId = delivery.creatureId ?? payload.incident?.creatures[0]?.id;
  const creaturePage = creatureId === undefined ? keeperPage : `${keeperPage}/creatures/${creatureId}`;
  return {
    id,
    at,
    page: event.startsWith("agent.") ? keeperPage : creaturePage,
    picture: `${creaturePage}/share.png`,
    event,
    creatureId,
    payload: ofKeeper(payload, username),
    isLast: sentLately === MOST_A_DAY - 1,
  };
}

/** The name of a keeper may have changed since. */
function ofKeeper(payload: HookPayload, keeper: string): HookPayload {
  const { creature } = payload;
  return creature === undefined ? { ...payload, job: { keeper } } : { ...payload, creature: { ...creature, keeper } };
}
