// Handles Stripe events. A signature only admits a webhook: the event is then fetched from Stripe, so a leaked signing
// secret is not enough to create credits.
import type { Logger } from "pino";
import type { Stripe } from "stripe";
import type { StripeConfig } from "../../platform/config/config.ts";
import type { Database } from "../../platform/database/db.ts";
import { alarm } from "../alarm.ts";
import { countPayment } from "../metrics.ts";
import { applyReport, type ApplyResult } from "./apply.ts";
import type { StripeApi } from "./client.ts";
import { isKnown, reportOf } from "./reports.ts";

/** How old a signature may be, so that a recorded request is soon worthless. */
const TOLERANCE_SECONDS = 300;
/** How far Stripe's clock may be ahead of ours. The SDK itself accepts any signature from the future. */
const AHEAD_SECONDS = 60;
/** Stripe sends the event again when this fails, so one short try is enough. */
const ASKING = { timeout: 5_000, maxNetworkRetries: 0 } as const;

export class StripeEventHandler {
  readonly #stripe: StripeApi;
  readonly #config: StripeConfig;
  readonly #database: Database;
  readonly #log: Logger;

  constructor(stripe: StripeApi, config: StripeConfig, database: Database, log: Logger) {
    this.#stripe = stripe;
    this.#config = config;
    this.#database = database;
    this.#log = log;
  }

  /** The event that a request brings, or undefined when none of our secrets has signed it just now. */
  verify(body: Buffer, signature: string, now: number): Stripe.Event | undefined {
    if (signedAt(signature) > now / 1000 + AHEAD_SECONDS) return undefined;
    for (const secret of this.#config.webhookSecrets) {
      try {
        return this.#stripe.sdk.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now);
      } catch {
        // What the SDK throws holds the signature and the payload, so it goes no further.
      }
    }
    return undefined;
  }

  /**
   * Does what an event says. One that a webhook brought is asked of Stripe first: `unknown_event` when Stripe does not know
   * it. `wrong_mode` when it is for the other mode, live or test. Throws when Stripe cannot be asked; the event is then sent
   * again, or found by reconciliation.
   */
  async handle(
    brought: Stripe.Event,
    by: "webhook" | "reconciliation",
    now: number,
  ): Promise<ApplyResult | "wrong_mode" | "unknown_event"> {
    const event = by === "webhook" ? await this.#confirmed(brought) : brought;
    if (event === undefined) {
      alarm(this.#log, "Stripe does not know an event that was signed with our secret", { eventId: brought.id });
      return "unknown_event";
    }
    const { id, type } = event;
    if (event.livemode !== this.#config.livemode) {
      alarm(this.#log, "an event is for the other mode, live or test", { eventId: id, type, livemode: event.livemode });
      return "wrong_mode";
    }
    const report = await reportOf(event, this.#stripe, this.#database);
    const source = { by, event: { id, type } };
    const applied =
      report === undefined ? "ignored" : await applyReport(this.#database, report, source, now, this.#log);
    countPayment({ by, rail: "stripe", outcome: applied });
    this.#log.info({ eventId: id, type, by, outcome: applied, ...report?.purchase }, "an event of Stripe was taken");
    return applied;
  }

  /** The event as Stripe has it. Not asked about what is ignored anyway, or is for the other mode. */
  async #confirmed(brought: Stripe.Event): Promise<Stripe.Event | undefined> {
    if (!isKnown(brought) || brought.livemode !== this.#config.livemode) return brought;
    const event = await this.#stripe.askedFor("confirm an event", (stripe) =>
      stripe.events.retrieve(brought.id, {}, ASKING),
    );
    return event?.type === brought.type ? event : undefined;
  }
}

/** The time in a signature header, in seconds; 0 when there is none, which the SDK refuses. */
function signedAt(signature: string): number {
  return Number(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? 0);
}
