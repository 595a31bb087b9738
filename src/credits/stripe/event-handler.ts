// Handles events from Stripe. A webhook's event is fetched again, so a leaked signing secret cannot create credits.
import type { Stripe } from "stripe";
import { alarm } from "../alarm.ts";
import { countPayment } from "../metrics.ts";
import { applyReport, type ApplyResult } from "./apply.ts";
import type { StripeServices } from "./client.ts";
import { isKnown, reportOf } from "./reports.ts";

/** Maximum age of a signature, which makes a captured request worthless. */
const TOLERANCE_SECONDS = 300;
/** Maximum lead of Stripe's clock. The SDK itself accepts any signature from the future. */
const AHEAD_SECONDS = 60;
/** One short try is enough, because Stripe sends the event again. */
const CONFIRM_OPTIONS = { timeout: 5_000, maxNetworkRetries: 0 } as const;

export class StripeEventHandler {
  readonly #services: StripeServices;

  constructor(services: StripeServices) {
    this.#services = services;
  }

  /** Returns the event in a request, or undefined if no secret of this service signed it recently. */
  verify(body: Buffer, signature: string, now: number): Stripe.Event | undefined {
    if (signedAt(signature) > now / 1000 + AHEAD_SECONDS) return undefined;
    const { stripe, config } = this.#services;
    for (const secret of config.webhookSecrets) {
      try {
        return stripe.sdk.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now);
      } catch {
        // The SDK's error contains signature and payload, so it must not be logged.
      }
    }
    return undefined;
  }

  /**
   * Applies an event. Stripe must first confirm an event from a webhook. Returns `unknown_event` if Stripe does not have the
   * event, and `wrong_mode` if it is for the other mode, live or test. Throws if Stripe cannot be reached; Stripe then sends the
   * event again, or reconciliation finds it.
   */
  async handle(
    received: Stripe.Event,
    by: "webhook" | "reconciliation",
    now: number,
  ): Promise<ApplyResult | "wrong_mode" | "unknown_event"> {
    const { stripe, config, database, log } = this.#services;
    const event = by === "webhook" ? await this.#confirm(received) : received;
    if (event === undefined) {
      alarm(log, "Stripe does not know an event that was signed with our secret", { eventId: received.id });
      return "unknown_event";
    }
    const { id, type } = event;
    if (event.livemode !== config.livemode) {
      alarm(log, "an event is for the other mode, live or test", { eventId: id, type, livemode: event.livemode });
      return "wrong_mode";
    }
    const report = await reportOf(event, stripe, database);
    const source = { by, event: { id, type } };
    const outcome = report === undefined ? "ignored" : await applyReport(this.#services, report, source, now);
    countPayment({ by, rail: "stripe", outcome });
    log.info({ eventId: id, type, by, outcome, ...report?.purchase }, "processed a Stripe event");
    return outcome;
  }

  /** Fetches the event from Stripe, unless it would be ignored anyway. */
  async #confirm(received: Stripe.Event): Promise<Stripe.Event | undefined> {
    const { stripe, config } = this.#services;
    if (!isKnown(received) || received.livemode !== config.livemode) return received;
    const event = await stripe.find("confirm an event", ({ events }) =>
      events.retrieve(received.id, {}, CONFIRM_OPTIONS),
    );
    return event?.type === received.type ? event : undefined;
  }
}

/** Returns the timestamp of a signature in seconds, or 0 if it is missing, which the SDK rejects. */
function signedAt(signature: string): number {
  return Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? 0);
}
