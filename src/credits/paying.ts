// Takes payments for an endpoint. Each rail tries the payment in the request, and all enabled rails contribute to a 402.
import { createHash } from "node:crypto";
import type { Call } from "../http/request/endpoint.ts";
import type { Contract } from "../http/contract/contract.ts";
import { headerOf } from "../http/message/request-context.ts";
import { Failure } from "../http/respond/errors.ts";
import { expiredBefore } from "../model/idempotency/store/idempotency.ts";
import type { Needs } from "../model/services.ts";
import type { Services } from "../http/request/services.ts";
import { takesRealMoney } from "./rails.ts";
import type { Pack } from "../model/ledger/packs.ts";
import { presentedPayment } from "../model/ledger/payment-headers.ts";
import type { ChargeRequest, PaymentOffer } from "../model/ledger/rail.ts";
import type { Agent } from "../model/agents/store/agents.ts";
import type { Database } from "../platform/database/db.ts";
import { claimPayment, releasePayment, type PaymentClaim } from "./store/idempotent-payments.ts";
import type { RailName } from "../model/ledger/store/ledger.ts";
import type { PAYING_ERRORS } from "./shapes.ts";
import { creditsStep } from "../http/contract/steps.ts";

interface PaidContract extends Contract {
  readonly auth: "required";
  readonly errors: Contract["errors"] & typeof PAYING_ERRORS;
}

export interface Receipt {
  readonly rail: RailName;
  readonly headers: Readonly<Record<string, string>>;
  /** Pack that the payment bought, possibly in an earlier call with another pack. */
  readonly pack: string;
}

export class PaymentCollector {
  readonly #call: Call<PaidContract>;
  readonly #rails: Services["rails"];
  readonly #database: Database;
  readonly #contract: Contract;
  readonly #resource: string;
  /** True if nothing is sold, because the caller is a test account and only real money is accepted. */
  readonly refusesTest: boolean;
  /** Offers of the rails that refused the payment. */
  readonly #refused = new Map<RailName, PaymentOffer>();
  /** Payment claimed under the Idempotency-Key, while the claim can still be released. */
  #claim: PaymentClaim | undefined;

  constructor(
    call: Call<PaidContract>,
    contract: PaidContract,
    { rails, config, database }: Needs<"rails" | "config" | "database">,
  ) {
    this.#call = call;
    this.#contract = contract;
    this.refusesTest = call.caller.agent.isTest && takesRealMoney(config);
    this.#rails = this.refusesTest ? [] : rails;
    this.#database = database;
    this.#resource = `${config.baseUrl}${contract.path}`;
  }

  get hasRefused(): boolean {
    return this.#refused.size > 0;
  }

  /** Returns undefined without a valid payment. Under an Idempotency-Key, claims the payment before money moves. */
  async take(agent: Agent, pack: Pack): Promise<Receipt | undefined> {
    this.#claim = await this.#claimPayment();
    const charge = this.#charge(agent, pack);
    for (const rail of this.#rails) {
      // Money may have moved despite the error, so the claim remains.
      const result = await rail.take?.(charge).catch((cause: unknown) => {
        throw Object.assign(this.#fault(), { cause });
      });
      if (result === undefined) continue;
      if (result.kind === "refused") {
        if (result.mayMove === true) this.#claim = undefined;
        this.#refused.set(rail.name, result.offer);
      } else if (result.kind === "credited") {
        if (result.again !== undefined) this.#refused.set(rail.name, result.again.offer);
        Object.assign(this.#call.reply.headers, result.headers);
        return { rail: rail.name, headers: result.headers, pack: result.again?.pack ?? pack.id };
      } else {
        if (result.kind === "unreachable") await this.#releaseClaim();
        throw this.#call.fail(`payment_${result.kind}`, {
          nextSteps: [creditsStep("See whether the credits have arrived.")],
        });
      }
    }
    return undefined;
  }

  /** Returns undefined without a key or a payment. Throws if another payment has claimed the Idempotency-Key. */
  async #claimPayment(): Promise<PaymentClaim | undefined> {
    const { now } = this.#call;
    const recordKey = this.#call.idempotency.recordKey();
    const payment = presentedPayment((name) => headerOf(this.#call.request, name));
    if (recordKey === undefined || payment === undefined) return undefined;
    const claim = { ...recordKey, paymentHash: createHash("sha256").update(payment).digest() };
    if (await claimPayment(this.#database, claim, now, expiredBefore(now))) return claim;
    // Replays the other call's answer if it has one by now.
    await this.#call.reload();
    throw this.#call.fail("other_payment", {
      nextSteps: [creditsStep("See whether the credits from the first payment have arrived.")],
    });
  }

  /** Allows another payment under the same Idempotency-Key, because the claimed one moved no money or was insufficient. */
  async #releaseClaim(): Promise<void> {
    const claim = this.#claim;
    this.#claim = undefined;
    if (claim !== undefined) await releasePayment(this.#database, claim);
  }

  /** Returns all payment options as fields and headers of a 402. */
  async offers(agent: Agent, pack: Pack): Promise<PaymentOffer> {
    await this.#releaseClaim();
    const charge = this.#charge(agent, pack);
    const offers = await Promise.all(
      this.#rails.map(async (rail) => this.#refused.get(rail.name) ?? (await rail.offer(charge))),
    );
    return {
      fields: Object.fromEntries(offers.flatMap(({ fields }) => Object.entries(fields))),
      headers: Object.fromEntries(offers.flatMap(({ headers }) => Object.entries(headers))),
    };
  }

  #charge(agent: Agent, pack: Pack): ChargeRequest {
    return {
      agent,
      pack,
      resource: this.#resource,
      now: this.#call.now,
      sent: (name) => headerOf(this.#call.request, name),
    };
  }

  #fault(): Failure {
    return Failure.general("fault", {
      error: this.#contract.failure,
      suggestion:
        "Something went wrong on our side. Do not pay again. If money was taken, your credits will arrive; in rare cases an operator has to check first. In a minute, check your credits, or repeat this call with the same payment.",
      nextSteps: [creditsStep("See whether the credits have arrived.")],
    });
  }
}
