// Sends the messages of hooks. A round starts what is due and waits for no receiver in particular, so a slow one delays only
// itself. Of each hook one message is on its way at a time, and of each creature the oldest goes first.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { ALERTS, CODE_EVENT, type DisabledReason } from "@denkeeper/rules/foresight/hook-events.ts";
import type { HooksConfig } from "../../../platform/config/config.ts";
import type { Metrics } from "../../../platform/observability/metrics.ts";
import { stopwatch } from "../../../platform/clock.ts";
import type { Dependencies, Dependency } from "../../../platform/dependency.ts";
import type { Receiver } from "../channels/message.ts";
import type { Outgoing } from "../channels/kinds.ts";
import { sendMail } from "../channels/mail.ts";
import { send, type SendOptions } from "../channels/send.ts";
import { HookVault } from "../channels/vault.ts";
import type { Database, Db } from "../../../platform/database/db.ts";
import { lockAccount } from "../../../model/events/store/account-events.ts";
import { turnOff } from "../channels.ts";
import { deleteHook } from "../store/hooks.ts";
import {
  expireDeliveries,
  findNextDelivery,
  releaseHook,
  listDueHooks,
  lockHook,
  saveAlert,
  saveAttempt,
  saveDelivery,
  takeHook,
  type DueHook,
  type HookKey,
  type NextDelivery,
} from "../store/sending.ts";
import { DAY_MS, attemptResult, messageOf, receiverOf, sendFailure, type AttemptResult } from "./attempt.ts";
import { HostSlots, SLOTS } from "./host-slots.ts";

/** Messages in a row that failed for good, before the hook is turned off. */
const MOST_FAILURES = 5;
const LISTED = 4 * SLOTS;
/** What became due at other hosts waits this long, at most. */
const ROUND_MS = 1_000;
/** A hook with a backlog sends so many before others get its slot. */
const IN_A_ROW = 5;
/** For the queue of the dependency; `send` has its own, shorter deadline. */
const DEADLINE_MS = 15_000;

export interface SenderContext {
  readonly database: Database;
  readonly hooks: HooksConfig;
  readonly baseUrl: string;
  readonly clock: () => number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly dependencies: Dependencies;
  /** How tests reach their receivers. */
  readonly transport?: Omit<SendOptions, "allowedHosts">;
}

export class HookSender {
  readonly #context: SenderContext;
  readonly #vault: HookVault;
  readonly #receivers: Dependency;
  readonly #slots = new HostSlots<DueHook>();
  /** By the ids of their hooks. */
  readonly #running = new Map<string, Promise<void>>();
  #slotFreed = Promise.withResolvers<boolean>();
  #isStopping = false;

  constructor(context: SenderContext) {
    this.#context = context;
    this.#vault = new HookVault(context.hooks.keys);
    // One receiver's failures say nothing about the others: no breaker.
    this.#receivers = context.dependencies.add({
      name: "hook receivers",
      concurrency: SLOTS,
      queue: SLOTS,
      deadlineMs: DEADLINE_MS,
      isFault: () => false,
    });
  }

  /**
   * Starts what is due, and what waits as soon as a slot is free, for a second or until a host has nothing left that waits.
   * Whether there may be more. On a cluster `database` lists those of one worker.
   */
  async round(database: Db = this.#context.database): Promise<boolean> {
    const { clock } = this.#context;
    // Of a host with enough in memory no more is listed, so that others get their turn however much is due there.
    const due = await listDueHooks(database, { now: clock(), hosts: this.#slots.waitingHosts, limit: LISTED });
    const added = due.filter(({ hookId }) => !this.#running.has(hookId));
    for (const hook of added) this.#slots.add(hook);
    this.#fill();
    const isCrowded = this.#slots.waitingHosts.length > 0;
    if (isCrowded) await this.#refill();
    return !this.#isStopping && (added.length > 0 || isCrowded);
  }

  async #refill(): Promise<void> {
    const hosts = this.#slots.waitingHosts.length;
    const isOver = sleep(ROUND_MS, true, { ref: false });
    while (this.#slots.waitingHosts.length === hosts && !this.#isStopping) {
      if (await Promise.race([this.#slotFreed.promise, isOver])) return;
      this.#fill();
    }
  }

  #fill(): void {
    while (!this.#isStopping) {
      const hook = this.#slots.next();
      if (hook === undefined) return;
      const running = this.#serve(hook).finally(() => {
        this.#running.delete(hook.hookId);
        this.#slots.release(hook.host);
        this.#slotFreed.resolve(false);
        this.#slotFreed = Promise.withResolvers();
      });
      this.#running.set(hook.hookId, running);
    }
  }

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.idle();
  }

  async #serve(hook: DueHook): Promise<void> {
    try {
      for (let sent = 0; sent < IN_A_ROW && !this.#isStopping; sent++) if (!(await this.#sendNext(hook))) return;
    } catch (thrown) {
      this.#context.log.error({ err: thrown, hookId: hook.hookId }, "a hook's message could not be processed");
    }
  }

  /** Whether the hook has more to send at once. */
  async #sendNext({ agentId, hookId, host }: DueHook): Promise<boolean> {
    const { database, clock, metrics } = this.#context;
    const key: HookKey = { agentId, hookId };
    const now = clock();
    const taken = await takeHook(database, key, now);
    if (taken === undefined) return false;
    const expired = await expireDeliveries(database, key, now);
    metrics.hookMessages("expired", expired.tried + expired.untried);
    const delivery = await findNextDelivery(database, { ...key, now, since: now - DAY_MS });
    if (delivery === undefined) return this.#finish(key, expired.tried);
    const refused = sendFailure(delivery);
    if (refused !== undefined) {
      metrics.hookMessages("dropped", 1);
      return this.#finish(key, expired.tried, delivery, refused);
    }
    // Before the attempt is counted: a key that is missing in the configuration is no fault of the receiver.
    const { hooks, baseUrl } = this.#context;
    const receiver = receiverOf(key, taken, { vault: this.#vault, ntfyTokens: hooks.ntfyTokens, baseUrl }, now);
    await saveAttempt(database, { ...key, deliveryId: delivery.deliveryId });
    const started = stopwatch();
    const result = await this.#attempt(receiver, delivery);
    this.#slots.took(host, stopwatch() - started);
    if (result.outcome !== "retry") metrics.hookMessages(result.outcome === "delivered" ? "delivered" : "failed", 1);
    return this.#finish(key, expired.tried, delivery, result);
  }

  async #attempt(receiver: Receiver, delivery: NextDelivery): Promise<AttemptResult> {
    const { hooks, baseUrl, clock, transport } = this.#context;
    const options = { allowedHosts: hooks.allowedHosts, ...transport };
    const post = (outgoing: Outgoing) =>
      this.#receivers.ask(() =>
        "to" in outgoing ? sendMail(outgoing, hooks.mail, transport?.ca) : send(outgoing, options),
      );
    return attemptResult(receiver, messageOf(delivery, receiver, baseUrl), delivery.attempts + 1, post, clock());
  }

  /** Writes down what became of it and ends the lease. `result` is a text where nothing was sent. */
  async #finish(
    key: HookKey,
    failedBefore: number,
    delivery?: NextDelivery,
    result?: AttemptResult | string,
  ): Promise<boolean> {
    const now = this.#context.clock();
    return this.#context.database.withTransaction(async (tx) => {
      await lockAccount(tx, { agentId: key.agentId });
      const hook = await lockHook(tx, key);
      if (hook === undefined) return false;
      if (delivery !== undefined && result !== undefined) {
        await saveDelivery(tx, { ...key, deliveryId: delivery.deliveryId, ...stateOf(result, now) });
        if (isAlert(delivery, result)) await saveAlert(tx, { agentId: key.agentId, at: now });
      }
      const outcome = typeof result === "object" ? result.outcome : undefined;
      const isLost = outcome === "failed" && delivery?.event !== CODE_EVENT;
      const failures = outcome === "delivered" ? 0 : hook.failures + failedBefore + (isLost ? 1 : 0);
      const reason: DisabledReason | undefined =
        outcome === "gone" ? "gone" : failures >= MOST_FAILURES ? "failing" : undefined;
      if (reason !== undefined && !hook.disabled) {
        await turnOff(tx, key, hook, reason, now);
        this.#context.metrics.hookDisabled(reason);
        return false;
      }
      const nextAt = (await releaseHook(tx, { ...key, failures })) ?? null;
      if (nextAt === null && hook.removed) await deleteHook(tx, key);
      return nextAt !== null && nextAt <= now;
    });
  }
}

function isAlert({ event }: NextDelivery, result: AttemptResult | string): boolean {
  return typeof result === "object" && result.outcome === "delivered" && ALERTS.some((alert) => alert === event);
}

function stateOf(result: AttemptResult | string, now: number) {
  if (typeof result === "string") {
    return { status: null, error: result, deliveredAt: null, failedAt: now, nextAttemptAt: now };
  }
  const { outcome, status, error, waitMs } = result;
  return {
    status,
    error,
    deliveredAt: outcome === "delivered" ? now : null,
    failedAt: outcome === "failed" || outcome === "gone" ? now : null,
    nextAttemptAt: now + (outcome === "retry" ? waitMs : 0),
  };
}
