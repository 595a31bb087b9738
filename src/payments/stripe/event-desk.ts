// Where events of Stripe come in: believed by their signature, understood, done.
import type { Logger } from "pino";
import type { Stripe } from "stripe";
import type { StripeConfig } from "../../config.ts";
import type { Database } from "../../store/db.ts";
import { alarm } from "../alarm.ts";
import { count } from "../metrics.ts";
import type { Applied } from "./apply.ts";
import { applyTold } from "./apply.ts";
import type { StripeApi } from "./client.ts";
import { toldBy } from "./told.ts";

/** How old an event may be, so that nobody sends one that he has kept. */
const TOLERANCE_SECONDS = 300;

export class EventDesk {
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
  believe(body: Buffer, signature: string, now: number): Stripe.Event | undefined {
    for (const secret of this.#config.webhookSecrets) {
      try {
        return this.#stripe.sdk.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS, undefined, now);
      } catch {
        // What the SDK throws holds the signature and the payload, so it goes no further.
      }
    }
    return undefined;
  }

  /** Does what an event says. `wrong_mode` when it is about the other kind of money. */
  async take(event: Stripe.Event, by: "webhook" | "reconciliation", now: number): Promise<Applied | "wrong_mode"> {
    const { id, type } = event;
    if (event.livemode !== this.#config.livemode) {
      alarm(this.#log, "an event is about the other kind of money", { eventId: id, type, livemode: event.livemode });
      return "wrong_mode";
    }
    const told = await toldBy(event, this.#stripe, this.#database);
    const source = { by, event: { id, type } };
    const applied = told === undefined ? "ignored" : await applyTold(this.#database, told, source, now, this.#log);
    count({ by, rail: "stripe", outcome: applied });
    this.#log.info({ eventId: id, type, by, outcome: applied, ...told?.purchase }, "an event of Stripe was taken");
    return applied;
  }
}
