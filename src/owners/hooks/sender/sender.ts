// Sends the messages of hooks. A round starts due hooks without waiting for any receiver, so a slow receiver delays only its own
// messages. A hook sends one message at a time, and messages about one creature are sent in order.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { ALERTS, CODE_EVENT, type DisabledReason } from "@denkeeper/rules/foresight/hook-events.ts";
import type { HooksConfig } from "../../../platform/config/config.ts";
import type { Metrics } from "../../../platform/observability/metrics.ts";
import { stopwatch } from "../../../platform/clock.ts";
import type { Dependencies, Dependency } from "../../../platform/dependency.ts";
import type { OutgoingMessage } from "../channels/channel-kind.ts";
import { sendMail } from "../channels/email/mail.ts";
import { send, type SendOptions } from "../channels/send.ts";
import { HookVault } from "../channels/vault.ts";
import type { Database, Db } from "../../../platform/database/db.ts";
import { lockAccount } from "../../../model/events/store/account-events.ts";
import { turnOff } from "../channels.ts";
import { deleteHook } from "../store/hooks.ts";
import {
  LEASE_MS,
  expireDeliveries,
  findNextDelivery,
  releaseHook,
  listDueHooks,
  lockHook,
  saveAlert,
  saveAttempt,
  saveDelivery,
  leaseHook,
  type DueHook,
  type HookKey,
  type LeasedHook,
  type NextDelivery,
} from "../store/sending.ts";
import { DAY_MS, attemptResult, dropReason, messageOf, receiverOf, type AttemptResult } from "./attempt.ts";
import { HostSlots, SLOTS } from "./host-slots.ts";

/** Consecutive failed messages after which the hook is turned off. */
const MOST_FAILURES = 5;
const LISTED = 4 * SLOTS;
/** Maximum duration of a round, during which newly due hooks are not listed. */
const ROUND_MS = 1_000;
/** Maximum number of messages that a hook sends before it releases its slot. */
const IN_A_ROW = 5;
/** Deadline of a delivery, including the time in the dependency's queue. `send` has its own, shorter deadline. */
const DEADLINE_MS = 15_000;

export interface SenderContext {
  readonly database: Database;
  readonly hooks: HooksConfig;
  readonly baseUrl: string;
  readonly clock: () => number;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly dependencies: Dependencies;
  /** Overrides where and how messages are sent, for tests. */
  readonly transport?: Omit<SendOptions, "allowedHosts">;
}

export class HookSender {
  readonly #context: SenderContext;
  readonly #vault: HookVault;
  readonly #receivers: Dependency;
  readonly #slots = new HostSlots<DueHook>();
  /** Deliveries in progress, by hook id. */
  readonly #running = new Map<string, Promise<void>>();
  #slotFreed = Promise.withResolvers<boolean>();
  #isStopping = false;

  constructor(context: SenderContext) {
    this.#context = context;
    this.#vault = new HookVault(context.hooks.keys);
    // No breaker is used, because one receiver's failures say nothing about the others.
    this.#receivers = context.dependencies.add({
      name: "hook receivers",
      concurrency: SLOTS,
      queue: SLOTS,
      deadlineMs: DEADLINE_MS,
      isFault: () => false,
    });
  }

  /**
   * Starts due hooks as slots become free, for a second or until some host's queue is empty. Returns true if more may be due.
   * `database` only lists the hooks: in a cluster, it covers one node of the database.
   */
  async round(database: Db = this.#context.database): Promise<boolean> {
    const { clock } = this.#context;
    // Hosts that still have a queue are skipped, so a backlog at one host does not hide the hooks of others.
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

  /** Resolves when no delivery is in progress. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.idle();
  }

  async #serve(hook: DueHook): Promise<void> {
    try {
      for (let sent = 0; sent < IN_A_ROW && !this.#isStopping; sent++)
        if ((await this.#sendNext(hook)) === "idle") return;
    } catch (thrown) {
      this.#context.log.error({ err: thrown, hookId: hook.hookId }, "delivery failed");
    }
  }

  async #sendNext(due: DueHook): Promise<"more" | "idle"> {
    const { database, clock, metrics } = this.#context;
    const { agentId, hookId } = due;
    const key: HookKey = { agentId, hookId };
    const now = clock();
    const hook = await leaseHook(database, { ...key, now, until: now + LEASE_MS });
    if (hook === undefined) return "idle";
    const expired = await expireDeliveries(database, key, now);
    metrics.hookMessages("expired", expired.tried + expired.untried);
    const delivery = await findNextDelivery(database, { ...key, now, since: now - DAY_MS });
    if (delivery === undefined) return this.#finish(key, expired.tried);
    const result = await this.#attempt(due, hook, delivery);
    const { outcome } = result;
    if (outcome !== "retry") metrics.hookMessages(outcome === "gone" ? "failed" : outcome, 1);
    return this.#finish(key, expired.tried, { delivery, result });
  }

  async #attempt({ agentId, hookId, host }: DueHook, hook: LeasedHook, delivery: NextDelivery): Promise<AttemptResult> {
    const { database, hooks, baseUrl, clock, transport } = this.#context;
    const error = dropReason(delivery);
    if (error !== undefined) return { outcome: "dropped", status: null, error, waitMs: 0 };
    const key: HookKey = { agentId, hookId };
    const now = clock();
    // Decrypted before the attempt is counted, because a key missing from HOOKS_KEYS is not the receiver's fault.
    const receiver = receiverOf(key, hook, { vault: this.#vault, hooks, baseUrl }, now);
    await saveAttempt(database, { ...key, deliveryId: delivery.deliveryId });
    const options = { allowedHosts: hooks.allowedHosts, ...transport };
    const started = stopwatch();
    const result = await attemptResult({
      kind: hook.kind,
      receiver,
      message: messageOf(delivery, receiver, baseUrl),
      number: delivery.attempts + 1,
      now: clock(),
      post: (outgoing: OutgoingMessage) =>
        this.#receivers.ask(() =>
          "to" in outgoing ? sendMail(outgoing, hooks.mail, transport?.ca) : send(outgoing, options),
        ),
    });
    this.#slots.recordAttempt(host, stopwatch() - started);
    return result;
  }

  /** Records the result and ends the lease. `lost` counts messages that expired after an attempt. */
  async #finish(
    key: HookKey,
    lost: number,
    attempt?: { readonly delivery: NextDelivery; readonly result: AttemptResult },
  ): Promise<"more" | "idle"> {
    const now = this.#context.clock();
    const { agentId } = key;
    return this.#context.database.withTransaction(async (tx) => {
      await lockAccount(tx, { agentId });
      const hook = await lockHook(tx, key);
      if (hook === undefined) return "idle";
      const { delivery, result } = attempt ?? {};
      if (delivery !== undefined && result !== undefined) {
        await saveDelivery(tx, { ...key, deliveryId: delivery.deliveryId, ...deliveryState(result, now) });
        const isAlert = ALERTS.some((event) => event === delivery.event);
        if (isAlert && result.outcome === "delivered") await saveAlert(tx, { agentId, at: now });
      }
      const isLost = result?.outcome === "failed" && delivery?.event !== CODE_EVENT;
      const failures = result?.outcome === "delivered" ? 0 : hook.failures + lost + (isLost ? 1 : 0);
      const reason: DisabledReason | undefined =
        result?.outcome === "gone" ? "gone" : failures >= MOST_FAILURES ? "failing" : undefined;
      if (reason !== undefined && !hook.disabled) {
        await turnOff(tx, key, { target: hook.shownTarget, reason, now });
        this.#context.metrics.hookDisabled(reason);
        return "idle";
      }
      const nextAt = (await releaseHook(tx, { ...key, failures })) ?? null;
      if (nextAt === null && hook.removed) await deleteHook(tx, key);
      return nextAt !== null && nextAt <= now ? "more" : "idle";
    });
  }
}

function deliveryState({ outcome, status, error, waitMs }: AttemptResult, now: number) {
  return {
    status,
    error,
    deliveredAt: outcome === "delivered" ? now : null,
    failedAt: outcome === "delivered" || outcome === "retry" ? null : now,
    nextAttemptAt: now + (outcome === "retry" ? waitMs : 0),
  };
}
