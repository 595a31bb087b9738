// One attempt to deliver a message: the decision to send, the request, and the meaning of the reply.
import { CODE_EVENT, isChannelEvent, type HookKind, type HookPayload } from "@denkeeper/rules/foresight/hook-events.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import type { HooksConfig } from "../../../platform/config/config.ts";
import { instantOf } from "../../../platform/clock.ts";
import type { OutgoingMessage } from "../channels/channel-kind.ts";
import { KINDS } from "../channels/kinds.ts";
import { webhookIdOf, type HookMessage, type Receiver } from "../channels/message.ts";
import { NotSentError, type ReceiverReply } from "../channels/send.ts";
import type { HookVault } from "../channels/vault.ts";
import type { HookKey, LeasedHook, NextDelivery } from "../store/sending.ts";

export const DAY_MS = 24 * HOUR_MS;
/** ALERT-7: messages per hook and day. Beyond this number, only `UNCAPPED` events and notices about channels are sent. */
const MOST_A_DAY = 12;
const UNCAPPED: ReadonlySet<string> = new Set(["creature.died", "agent.recovered", CODE_EVENT]);
const MOST_ATTEMPTS = 9;

/** Returns why a message is not sent, in words for the agent, or undefined if it is sent. */
export function dropReason(delivery: NextDelivery): string | undefined {
  const { event, isStill, isReleased, sentLately } = delivery;
  if (isStill) return "The account is suspended, leaving, or has moved its clock";
  if (isReleased) return "The creature was released";
  const isFull = sentLately >= MOST_A_DAY && !UNCAPPED.has(event) && !isChannelEvent(event);
  return isFull ? `The hook had its ${MOST_A_DAY} messages of the day` : undefined;
}

export interface AttemptResult {
  readonly outcome: "delivered" | "gone" | "retry" | "failed" | "dropped";
  readonly status: number | null;
  readonly error: string | null;
  /** Delay before the next attempt of a `retry`. */
  readonly waitMs: number;
}

/** Returns a delay that grows by a factor of e per attempt: 2.7 s, 7 s, 20 s ... 50 minutes, 79 minutes in total. */
export function backoffMs(attempt: number): number {
  return Math.round(Math.exp(attempt) * 1000);
}

interface Attempt {
  readonly kind: HookKind;
  readonly receiver: Receiver;
  readonly message: HookMessage;
  readonly number: number;
  readonly now: number;
  readonly post: (outgoing: OutgoingMessage) => Promise<ReceiverReply>;
}

/** Sends a message. Faults of the receiver are returned as results; only the service's own are thrown. */
export async function attemptResult({ kind, receiver, message, number, now, post }: Attempt): Promise<AttemptResult> {
  const failure = (status: number | null, error: string, waitMs = 0): AttemptResult => {
    const outcome = number >= MOST_ATTEMPTS ? "failed" : "retry";
    return { outcome, status, error, waitMs: Math.max(backoffMs(number), waitMs) };
  };
  try {
    const reply = await post(KINDS[kind].render(message, receiver, now));
    const { status } = reply;
    const { outcome, waitMs } = deliveryResult(kind, reply, now);
    if (outcome === "failed") return failure(status, `It answered ${status}`, waitMs);
    return { outcome, status, error: outcome === "gone" ? `It answered ${status}` : null, waitMs };
  } catch (thrown) {
    if (thrown instanceof NotSentError) return failure(null, thrown.message);
    throw thrown;
  }
}

interface DeliveryResult {
  /** `gone` means that no message will ever arrive there, so the hook is turned off. */
  readonly outcome: "delivered" | "gone" | "failed";
  /** Pause that the receiver requested, at most an hour. */
  readonly waitMs: number;
}

/** Status codes with which a receiver may request a pause. */
const PAUSE_CODES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const LONGEST_WAIT_MS = HOUR_MS;

export function deliveryResult(kind: HookKind, reply: ReceiverReply, now: number): DeliveryResult {
  const { gone, isDelivered = isSuccess, retryAfter } = KINDS[kind];
  if (isDelivered(reply)) return { outcome: "delivered", waitMs: 0 };
  if (gone.includes(reply.status)) return { outcome: "gone", waitMs: 0 };
  const pauseMs = PAUSE_CODES.has(reply.status) ? pauseIn(retryAfter?.(reply) ?? reply.retryAfter, now) : 0;
  return { outcome: "failed", waitMs: Math.min(LONGEST_WAIT_MS, pauseMs) };
}

function isSuccess({ status }: ReceiverReply): boolean {
  return status >= 200 && status < 300;
}

/** Parses Retry-After, a date or a number of seconds. Discord sends fractions of a second. */
function pauseIn(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  const ms = /^\d{1,9}(?:\.\d+)?$/.test(retryAfter) ? Number(retryAfter) * 1000 : instantOf(retryAfter) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.ceil(ms)) : 0;
}

export function receiverOf(
  { agentId, hookId }: HookKey,
  hook: LeasedHook,
  { vault, hooks, baseUrl }: { readonly vault: HookVault; readonly hooks: HooksConfig; readonly baseUrl: string },
  now: number,
): Receiver {
  const { kind, addedBy, sealedTarget, sealedSecret, previousSecret, previousUntil } = hook;
  const target = vault.openTarget(hookId, sealedTarget);
  // The operator's token is sent only to the host for which it is configured.
  const token = target.token ?? KINDS[kind].operatorToken?.(hooks, new URL(target.url));
  const validSecrets = [sealedSecret, previousUntil !== null && previousUntil > now ? previousSecret : null];
  return {
    addedBy,
    target: { ...target, token },
    endUrl: baseUrl + vault.endPath(agentId, hookId),
    secrets: validSecrets.flatMap((sealed) => (sealed === null ? [] : [vault.openSecret(hookId, sealed)])),
  };
}

export function messageOf(delivery: NextDelivery, receiver: Receiver, baseUrl: string): HookMessage {
  const { deliveryId, event, at, payload, username, sentLately } = delivery;
  const id = webhookIdOf(deliveryId);
  const keeperPage = `${baseUrl}/agents/${encodeURIComponent(username)}`;
  const common = { id, at, page: keeperPage, keeper: username };
  if (event === CODE_EVENT) {
    return { ...common, event, code: receiver.target.code ?? "", addedBy: receiver.addedBy };
  }
  if (isChannelEvent(event) && "target" in payload) return { ...common, event, channel: payload };
  if (isChannelEvent(event) || "target" in payload)
    throw new Error(`the payload of delivery ${deliveryId} does not fit ${event}`);
  const creatureId = delivery.creatureId ?? payload.incident?.creatures[0]?.id;
  const creaturePage = creatureId === undefined ? keeperPage : `${keeperPage}/creatures/${creatureId}`;
  return {
    id,
    at,
    page: event.startsWith("agent.") ? keeperPage : creaturePage,
    picture: `${creaturePage}/share.png`,
    event,
    creatureId,
    payload: withKeeper(payload, username),
    isLast: sentLately === MOST_A_DAY - 1,
  };
}

/** Sets the keeper's current name, which may have changed since the message was queued. */
function withKeeper(payload: HookPayload, keeper: string): HookPayload {
  const { creature } = payload;
  return creature === undefined ? { ...payload, job: { keeper } } : { ...payload, creature: { ...creature, keeper } };
}
