// Pays for a resurrection that the balance does not cover: takes the payment in the request once, or answers 402.
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
  readonly #collector: PaymentCollector;
  #receipt: Receipt | undefined;

  constructor(call: ResurrectCall, services: Needs<"rails" | "config" | "database">) {
    this.#call = call;
    this.#collector = new PaymentCollector(call, resurrect, services);
  }

  /** Returns after taking a payment, which changes the balance. Otherwise throws the 402. */
  async collect(agent: Agent, { dead, cost }: ResurrectionTarget): Promise<void> {
    const shortfall = cost - agent.credits;
    const pack = packCovering(shortfall);
    // A payment counts once. If it was insufficient, the rest needs another payment.
    const isFirst = this.#receipt === undefined;
    if (isFirst) this.#receipt = await this.#collector.take(agent, pack);
    if (isFirst && this.#receipt !== undefined) return;
    const { fields, headers } = await this.#collector.offers(agent, pack);
    const { name, id } = dead;
    const packs = Math.ceil(shortfall / pack.credits);
    const isSold = Object.keys(fields).length > 0;
    const needed = packs === 1 ? "The pack below covers the rest." : `You need ${packs} of the pack below.`;
    const notSold = this.#collector.refusesTest
      ? "Nothing here sells credits to a test account, because it must not cost anyone real money."
      : "Credits cannot be bought here; ask the operator of this service.";
    const remedy = isSold ? needed : notSold;
    throw this.#call.fail("insufficient_credits", {
      suggestion: `Calling ${name} back costs ${countOf(cost, "credit")}, and you have ${agent.credits}. ${remedy}`,
      fields: { cost, credits: agent.credits, shortfall, pack: packView(pack), ...fields },
      headers: { ...headers, ...this.#receipt?.headers },
      nextSteps: [
        creditsStep(isSold ? undefined : "See your credits."),
        statusStep(id, `See how long you have to call ${name} back.`),
      ],
    });
  }
}
