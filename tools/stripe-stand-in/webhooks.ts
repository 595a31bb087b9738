// Sends signed webhooks to the service, with retries, and records all events so that the API can list them.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Stripe } from "stripe";
import type { StripeEvent } from "./objects.ts";

const API_VERSION = "2026-10-28.endive";
const DELIVERY_TIMEOUT_MS = 10_000;

export interface WebhookOptions {
  /** Address of the service. */
  readonly url: string;
  readonly secret: string;
  /** Pauses before the retries. After the last, an event stays undelivered. */
  readonly retryAfterMs: readonly number[];
}

export function freshId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString("hex")}`;
}

export class Webhooks {
  readonly events: StripeEvent[] = [];
  /** Delivered events by id, including those that a test invents. */
  readonly known = new Map<string, StripeEvent>();
  readonly #stopped = new AbortController();
  readonly #sdk = new Stripe("sk_test_stand_in");
  #options: WebhookOptions;

  constructor(options: WebhookOptions) {
    this.#options = options;
  }

  /** Changes the options of later attempts. */
  change(options: Partial<WebhookOptions>): void {
    this.#options = { ...this.#options, ...options };
  }

  /** Creates an event and sends it. Resolves after the first attempt; retries follow in the background. */
  async emit(type: string, object: object): Promise<StripeEvent> {
    const event: StripeEvent = {
      id: freshId("evt"),
      object: "event",
      api_version: API_VERSION,
      created: Math.floor(Date.now() / 1000),
      type,
      livemode: false,
      pending_webhooks: 1,
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    if ((await this.deliver(event)) !== 200) void this.#retry(event);
    return event;
  }

  /** Makes one attempt. Returns the HTTP status, or 0 if no answer arrived. */
  async deliver(event: StripeEvent): Promise<number> {
    this.known.set(event.id, event);
    const { url, secret } = this.#options;
    const payload = JSON.stringify(event);
    const signature = this.#sdk.webhooks.generateTestHeaderString({ payload, secret });
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    try {
      const signal = AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(DELIVERY_TIMEOUT_MS)]);
      const { status } = await fetch(url, { method: "POST", headers, body: payload, signal });
      if (status === 200) event.pending_webhooks = 0;
      return status;
    } catch {
      return 0;
    }
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #retry(event: StripeEvent): Promise<void> {
    for (const ms of this.#options.retryAfterMs) {
      await sleep(ms, undefined, { signal: this.#stopped.signal, ref: false }).catch(() => {});
      if (this.#stopped.signal.aborted || (await this.deliver(event)) === 200) return;
    }
  }
}
