// Pays for a resurrection when the credits are not enough: takes the payment that the request carries, once, or answers
// 402 with every payment method that is on.
import { packCovering } from "../../model/ledger/packs.ts";
import type { Call } from "../../http/request/endpoint.ts";
import type { Needs } from "../../model/services.ts";
import type { Agent } from "../../model/agents/store/agents.ts";
import { PaymentCollector, type Receipt } from "../paying.ts";
import { creditsStep, statusStep } from "../../http/contract/steps.ts";
import { packView } from "../../views/views.ts";
import { resurrect } from "./contract.ts";
import type { ResurrectionTarget } from "./resurrect.ts";
import { countOf } from "../../platform/counted.ts";

export type ResurrectCall = Call<typeof resurrect>;

export class ResurrectionPayment {
  readonly #call: ResurrectCall;
  readonly #paying: PaymentCollector;
  #receipt: Receipt | undefined;

  constructor(call: ResurrectCall, services: Needs<"rails" | "config" | "database">) {
    this.#call = call;
    this.#paying = new PaymentCollector(call, resurrect, services);
  }

  /** Returns when a payment was taken, so that the balance is another. Throws the 402 otherwise. */
  async collect(agent: Agent, { dead, cost }: ResurrectionTarget): Promise<void> {
    const shortfall = cost - agent.credits;
    const pack = packCovering(shortfall);
    // A payment pays once: when it was not enough, the rest has to be paid by another.
    const isFirst = this.#receipt === undefined;
    if (isFirst) this.#receipt = await this.#paying.take(agent, pack);
    if (isFirst && this.#receipt !== undefined) return;
    const { fields, headers } = await this.#paying.offers(agent, pack);
    const { name, id } = dead;
    const packs = Math.ceil(shortfall / pack.credits);
    const isSold = Object.keys(fields).length > 0;
    const way = packs === 1 ? "The pack below covers the rest." : `You need ${packs} of the pack below.`;
    const notSold = this.#paying.refusesTest
      ? "Nothing here sells credits to a test account, because it must not cost anyone real money."
      : "Credits cannot be bought here; ask the operator of this service.";
    const missing = isSold ? way : notSold;
    throw this.#call.fail("insufficient_credits", {
      suggestion: `Calling ${name} back costs ${countOf(cost, "credit")}, and you have ${agent.credits}. ${missing}`,
      fields: { cost, credits: agent.credits, shortfall, pack: packView(pack), ...fields },
      headers: { ...headers, ...this.#receipt?.headers },
      nextSteps: [
        creditsStep(isSold ? undefined : "See your credits."),
        statusStep(id, `See how long you have to call ${name} back.`),
      ],
    });
  }
}
