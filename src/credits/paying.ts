// Takes payments for an endpoint: each rail tries the payment that the request carries, and all rails that are on
// contribute to a 402.
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
  /** The pack that was paid for, which may be another when the payment had been taken before. */
  readonly pack: string;
}

export class PaymentCollector {
  readonly #call: Call<PaidContract>;
  readonly #rails: Services["rails"];
  readonly #database: Database;
  readonly #contract: Contract;
  readonly #resource: string;
  /** Whether nothing is sold because the caller is a test account, which must cost nobody real money. */
  readonly refusesTest: boolean;
  /** What the ways to pay found wrong with the payment. */
  readonly #refused = new Map<RailName, PaymentOffer>();
  /** That this call has the payment of its Idempotency-Key, while that may still be given up. */
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

  /** Whether a payment was shown that was no good. */
  get refused(): boolean {
    return this.#refused.size > 0;
  }

  /**
   * Takes the payment that the request carries. Undefined when it carries none, or one that is no good. Under an
   * Idempotency-Key only one payment is taken: it is claimed before money moves.
   */
  async take(agent: Agent, pack: Pack): Promise<Receipt | undefined> {
    this.#claim = await this.#claimPayment();
    const charge = this.#charge(agent, pack);
    for (const rail of this.#rails) {
      // Without an answer money may have moved: the claim stays.
      const taken = await rail.take?.(charge).catch((cause: unknown) => {
        throw Object.assign(this.#broken(), { cause });
      });
      if (taken === undefined) continue;
      if (taken.kind === "refused") {
        if (taken.mayMove === true) this.#claim = undefined;
        this.#refused.set(rail.name, taken.offer);
      } else if (taken.kind === "credited") {
        if (taken.again !== undefined) this.#refused.set(rail.name, taken.again.offer);
        Object.assign(this.#call.reply.headers, taken.headers);
        return { rail: rail.name, headers: taken.headers, pack: taken.again?.pack ?? pack.id };
      } else {
        if (taken.kind === "unreachable") await this.#giveUpClaim();
        throw this.#call.fail(`payment_${taken.kind}`, {
          nextSteps: [creditsStep("See whether the credits have arrived.")],
        });
      }
    }
    return undefined;
  }

  /** Undefined where there is nothing to claim. Throws when another payment has the Idempotency-Key. */
  async #claimPayment(): Promise<PaymentClaim | undefined> {
    const { now } = this.#call;
    const recordKey = this.#call.idempotency.recordKey();
    const shown = presentedPayment((name) => headerOf(this.#call.request, name));
    if (recordKey === undefined || shown === undefined) return undefined;
    const claim = { ...recordKey, paymentHash: createHash("sha256").update(shown).digest() };
    if (await claimPayment(this.#database, claim, now, expiredBefore(now))) return claim;
    // When the other call has been answered by now, its answer is the answer to this one.
    await this.#call.reload();
    throw this.#call.fail("other_payment", {
      nextSteps: [creditsStep("See whether the credits from the first payment have arrived.")],
    });
  }

  /** Another payment may be shown under the same Idempotency-Key: this one moved nothing, or was not enough. */
  async #giveUpClaim(): Promise<void> {
    const claim = this.#claim;
    this.#claim = undefined;
    if (claim !== undefined) await releasePayment(this.#database, claim);
  }

  /** Every way to pay that is on, as fields and headers of a 402, which asks for another payment. */
  async offers(agent: Agent, pack: Pack): Promise<PaymentOffer> {
    await this.#giveUpClaim();
    const charge = this.#charge(agent, pack);
    const offers = await Promise.all(
      this.#rails.map(async (rail) => this.#refused.get(rail.name) ?? (await rail.offer(charge))),
    );
    return offers.reduce<PaymentOffer>(
      (all, { fields, headers }) => ({
        fields: { ...all.fields, ...fields },
        headers: { ...all.headers, ...headers },
      }),
      { fields: {}, headers: {} },
    );
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

  #broken(): Failure {
    return Failure.general("fault", {
      error: this.#contract.failure,
      suggestion:
        "Something is wrong on our side. Don't pay again. If money has moved, you will get your credits, in rare cases only after an operator has checked. In a minute, repeat this call with the same payment or check your credits.",
      nextSteps: [creditsStep("See whether the credits have arrived.")],
    });
  }
}
