// Adds, confirms, removes, and turns off hooks, and notifies the others, so that a stolen key or link is noticed.
import { randomInt, randomUUIDv7 } from "node:crypto";
import {
  CODE_EVENT,
  HOOK_EVENTS,
  type DisabledReason,
  type HookEvent,
  type HookKind,
  type HookMaker,
} from "@denkeeper/rules/foresight/hook-events.ts";
import type { HooksConfig } from "../../platform/config/config.ts";
import { CODES_TO_HOST, CODES_TO_TOPIC, USUAL_EVENTS } from "./contract.ts";
import type { LimitOwner } from "../../http/contract/contract.ts";
import { isSameSecret } from "../../platform/secret-compare.ts";
import { KINDS, availableKinds } from "./channels/kinds.ts";
import { checkTarget, hostOf, maskTarget } from "./channels/target.ts";
import { HookVault } from "./channels/vault.ts";
import { newSecret } from "./channels/webhook/sign.ts";
import type { Db, Tx } from "../../platform/database/db.ts";
import { insertAccountEvent } from "../../model/events/store/account-events.ts";
import { queueNotice } from "./store/deliveries.ts";
import {
  insertHook,
  listHooks,
  removeHook,
  saveConfirmed,
  takeCodeAttempt,
  type ListedHook,
  type NewHook,
} from "./store/hooks.ts";
import { disableHook, type HookKey } from "./store/sending.ts";
import { refreshHouseWatches } from "../../model/silence/store/watches.ts";

/** Letters of a confirmation code. Without vowels, no code spells a word. */
const LETTERS = "BCDFGHJKMNPQRSTVWXZ";
const CODE_LENGTH = 6;

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}

interface ChannelRequest {
  readonly kind: HookKind;
  readonly url: string;
  readonly token?: string | undefined;
  /** Events to send; defaults to `USUAL_EVENTS`. */
  readonly events?: readonly HookEvent[] | undefined;
  /** Id of the only creature reported, or null for all. */
  readonly creatureId: string | null;
}

interface NewChannel {
  readonly hook: NewHook;
  readonly url: URL;
  readonly secret: string | undefined;
}

/** Returns the channel to store, or what is wrong with the address or the token. */
export function channelFrom(
  request: ChannelRequest,
  origin: Pick<NewHook, "agentId" | "addedBy" | "createdAt">,
  { hooks, baseUrl }: { readonly hooks: HooksConfig; readonly baseUrl: string },
): NewChannel | { readonly field: "url" | "token"; readonly message: string } {
  const { kind, token, events = USUAL_EVENTS, creatureId } = request;
  const exceptions = { allowedHosts: hooks.allowedHosts, ownHost: new URL(baseUrl).hostname };
  const url = checkTarget(KINDS[kind], request.url, exceptions);
  if (typeof url === "string") return { field: "url", message: url };
  if (!availableKinds(hooks).includes(kind))
    return { field: "url", message: "is an email address, but this service has no mail server" };
  if (token !== undefined && KINDS[kind].operatorToken === undefined)
    return { field: "token", message: "is only allowed for ntfy" };
  const hookId = randomUUIDv7();
  const vault = new HookVault(hooks.keys);
  const secret = kind === "webhook" ? newSecret() : undefined;
  const hook: NewHook = {
    ...origin,
    hookId,
    kind,
    creatureId,
    events: HOOK_EVENTS.filter((event) => events.includes(event)),
    host: hostOf(url),
    sealedTarget: vault.sealTarget(hookId, { url: url.href, token, code: newCode() }),
    shownTarget: maskTarget(url),
    sealedSecret: secret === undefined ? null : vault.sealSecret(hookId, secret),
  };
  return { hook, url, secret };
}

/** Stores a channel and queues its code. Returns false if the agent or owner has the most channels. Requires `lockAccount`. */
export async function addChannel(
  tx: Tx,
  { hook, url }: NewChannel,
  count: (limited: LimitOwner, subject: string) => Promise<void>,
): Promise<boolean> {
  const { agentId, hookId, kind, shownTarget: target, addedBy: by, createdAt: now } = hook;
  if (!(await insertHook(tx, hook))) return false;
  await count(CODES_TO_HOST, hostOf(url));
  const topic = KINDS[kind].topic?.(url);
  if (topic !== undefined) await count(CODES_TO_TOPIC, topic);
  await queueNotice(tx, agentId, { event: CODE_EVENT, payload: { target }, now, only: hookId });
  await queueNotice(tx, agentId, { event: "channel.added", payload: { target, by }, now });
  if (by === "owner") await insertAccountEvent(tx, agentId, { kind: "channel_added", about: target, at: now });
  return true;
}

/** Checks a code and returns the address to store, without the code. Counts every attempt before comparing the code. */
export async function verifiedTarget(
  db: Db,
  { keys }: HooksConfig,
  { hookId, code, ...attempt }: HookKey & { readonly code: string; readonly now: number },
): Promise<{ readonly sealedTarget: Buffer } | "wrong_hook_code" | "hook_not_waiting"> {
  const sealed = await takeCodeAttempt(db, { ...attempt, hookId });
  if (sealed === undefined) return "hook_not_waiting";
  const vault = new HookVault(keys);
  const { url, token, code: expected } = vault.openTarget(hookId, sealed);
  if (expected === undefined || !isSameSecret(code, expected)) return "wrong_hook_code";
  return { sealedTarget: vault.sealTarget(hookId, { url, token }) };
}

/** Turns a channel on. Returns false if it was already confirmed or was removed. Requires `lockAccount`. */
export async function confirmChannel(
  tx: Tx,
  { hookId, shownTarget: target, addedBy: by }: ListedHook,
  { agentId, sealedTarget, now }: { readonly agentId: string; readonly sealedTarget: Buffer; readonly now: number },
): Promise<boolean> {
  if (!(await saveConfirmed(tx, { agentId, hookId, sealedTarget, now }))) return false;
  await queueNotice(tx, agentId, { event: "channel.confirmed", payload: { target, by }, now, except: hookId });
  await insertAccountEvent(tx, agentId, { kind: "hook_added", about: target, at: now });
  await refreshHouseWatches(tx, agentId);
  return true;
}

/** Returns the removed channel's masked address, or undefined if `by` may remove no such channel. Requires `lockAccount`. */
export async function removeChannel(tx: Tx, key: HookKey, by: HookMaker, now: number): Promise<string | undefined> {
  const { agentId } = key;
  const target = await removeHook(tx, { ...key, addedBy: by === "owner" ? by : null }, by, now);
  if (target === undefined) return undefined;
  if (by === "owner") await insertAccountEvent(tx, agentId, { kind: "channel_removed", about: target, at: now });
  await refreshHouseWatches(tx, agentId);
  return target;
}

/** Turns off a channel that is gone, was ended by its reader, or keeps failing. Requires `lockAccount` and `lockHook`. */
export async function turnOff(
  tx: Tx,
  { agentId, hookId }: HookKey,
  { target, reason, now }: { readonly target: string; readonly reason: DisabledReason; readonly now: number },
): Promise<void> {
  await disableHook(tx, { agentId, hookId, now, reason });
  await queueNotice(tx, agentId, { event: "channel.off", payload: { target, reason }, now });
  await insertAccountEvent(tx, agentId, { kind: "hook_off", about: target, at: now });
  await refreshHouseWatches(tx, agentId);
}

/** Removes all channels that the owner added, and returns their number. Requires `lockAccount`. */
export async function removeOwnersChannels(tx: Tx, agentId: string, now: number): Promise<number> {
  const channels = (await listHooks(tx, { agentId })).filter(({ addedBy }) => addedBy === "owner");
  for (const { hookId } of channels) await removeChannel(tx, { agentId, hookId }, "agent", now);
  return channels.length;
}
