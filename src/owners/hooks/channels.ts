// Channels: hooks as the agent's calls and the owner's page add, confirm and remove them. Whatever either does is told to all
// other channels, and what the page did also to the agent: a thief of the key or of the link cannot do it unnoticed.
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
import { newSecret } from "./channels/sign.ts";
import { checkTarget, hostOf, maskTarget } from "./channels/target.ts";
import { HookVault } from "./channels/vault.ts";
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

/** Without vowels and look-alikes, since people read it out. */
const LETTERS = "BCDFGHJKMNPQRSTVWXZ";
const CODE_LENGTH = 6;

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}

export interface ChannelRequest {
  readonly kind: HookKind;
  readonly url: string;
  readonly token?: string | undefined;
  /** Default: what is wrong, and what is well again. */
  readonly events?: readonly HookEvent[] | undefined;
  /** Null for all. */
  readonly creatureId: string | null;
}

export interface NewChannel {
  readonly hook: NewHook;
  readonly url: URL;
  /** Of a webhook: what signs its messages. */
  readonly secret: string | undefined;
}

/** What would be stored, or what is wrong with the address or the token. */
export function channelFrom(
  wanted: ChannelRequest,
  made: Pick<NewHook, "agentId" | "addedBy" | "createdAt">,
  { hooks, baseUrl }: { readonly hooks: HooksConfig; readonly baseUrl: string },
): NewChannel | { readonly field: "url" | "token"; readonly message: string } {
  const { kind, token, events = USUAL_EVENTS, creatureId } = wanted;
  const rules = { allowedHosts: hooks.allowedHosts, ownHost: new URL(baseUrl).hostname };
  const url = checkTarget(kind, wanted.url, rules);
  if (typeof url === "string") return { field: "url", message: url };
  if (kind === "email" && hooks.mail === undefined)
    return { field: "url", message: "is of a kind that this service does not send to: it has no mail server" };
  if (token !== undefined && kind !== "ntfy") return { field: "token", message: "is for ntfy only" };
  const hookId = randomUUIDv7();
  const vault = new HookVault(hooks.keys);
  const secret = kind === "webhook" ? newSecret() : undefined;
  const hook: NewHook = {
    ...made,
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

/** Whether there was room for it. Its code is on the way. Behind `lockAccount`. */
export async function addChannel(
  tx: Tx,
  { hook, url }: NewChannel,
  countAs: (limited: LimitOwner, subject: string) => Promise<void>,
): Promise<boolean> {
  const { agentId, hookId, kind, shownTarget: target, addedBy: by, createdAt: now } = hook;
  if (!(await insertHook(tx, hook))) return false;
  await countAs(CODES_TO_HOST, hostOf(url));
  if (kind === "ntfy") await countAs(CODES_TO_TOPIC, url.host + url.pathname);
  // Whatever follows a plus leads to the same mailbox.
  if (kind === "email") await countAs(CODES_TO_TOPIC, url.pathname.replace(/\+[^@]*/, "").toLowerCase());
  await queueNotice(tx, agentId, { event: CODE_EVENT, payload: { target } }, now, { only: hookId });
  await queueNotice(tx, agentId, { event: "channel.added", payload: { target, by } }, now);
  if (by === "owner") await insertAccountEvent(tx, agentId, { kind: "channel_added", about: target, at: now });
  return true;
}

/**
 * The address to store from now on, without its code. Each attempt is counted before it is looked at, and stays counted when
 * the code is wrong.
 */
export async function verifiedTarget(
  db: Db,
  { keys }: HooksConfig,
  { agentId, hookId }: { readonly agentId: string; readonly hookId: string },
  code: string,
  now: number,
): Promise<{ readonly sealedTarget: Buffer } | "wrong_hook_code" | "hook_not_waiting"> {
  const sealed = await takeCodeAttempt(db, agentId, hookId, now);
  if (sealed === undefined) return "hook_not_waiting";
  const vault = new HookVault(keys);
  const { url, token, code: expected } = vault.openTarget(hookId, sealed);
  if (expected === undefined || !isSameSecret(code, expected)) return "wrong_hook_code";
  return { sealedTarget: vault.sealTarget(hookId, { url, token }) };
}

/** Whether it still waited for its code. Behind `lockAccount`. */
export async function confirmChannel(
  tx: Tx,
  agentId: string,
  { hookId, shownTarget: target, addedBy: by }: ListedHook,
  { sealedTarget }: { readonly sealedTarget: Buffer },
  now: number,
): Promise<boolean> {
  if (!(await saveConfirmed(tx, { agentId, hookId, sealedTarget, now }))) return false;
  await queueNotice(tx, agentId, { event: "channel.confirmed", payload: { target, by } }, now, { except: hookId });
  await insertAccountEvent(tx, agentId, { kind: "hook_added", about: target, at: now });
  await refreshHouseWatches(tx, agentId);
  return true;
}

/** The address of the channel that is gone; undefined when there was none. Behind `lockAccount`. */
export async function removeChannel(
  tx: Tx,
  key: { readonly agentId: string; readonly hookId: string },
  by: HookMaker,
  now: number,
): Promise<string | undefined> {
  const { agentId } = key;
  const target = await removeHook(tx, { ...key, addedBy: by === "owner" ? by : null }, by, now);
  if (target === undefined) return undefined;
  if (by === "owner") await insertAccountEvent(tx, agentId, { kind: "channel_removed", about: target, at: now });
  await refreshHouseWatches(tx, agentId);
  return target;
}

/** Ends a channel whose receiver takes no more, or is gone. Behind `lockHook`. */
export async function turnOff(
  tx: Tx,
  key: HookKey,
  { shownTarget: target }: Pick<ListedHook, "shownTarget">,
  reason: DisabledReason,
  now: number,
): Promise<void> {
  await disableHook(tx, { ...key, now, reason });
  await queueNotice(tx, key.agentId, { event: "channel.off", payload: { target, reason } }, now);
  await insertAccountEvent(tx, key.agentId, { kind: "hook_off", about: target, at: now });
  await refreshHouseWatches(tx, key.agentId);
}

/** A new owner link takes along what was added with the old one. How many channels that were. Behind `lockAccount`. */
export async function removeOwnersChannels(tx: Tx, agentId: string, now: number): Promise<number> {
  const theirs = (await listHooks(tx, { agentId })).filter(({ addedBy }) => addedBy === "owner");
  for (const { hookId } of theirs) await removeChannel(tx, { agentId, hookId }, "agent", now);
  return theirs.length;
}
