// Shows the balance, the packs, and what the balance can buy. Sells packs by a link for a human or by an inline payment.
import type { Needs } from "../../model/services.ts";
import { resurrectionOffer, returnableSince } from "@denkeeper/rules/care/resurrection.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import type { NextStep, ResponseOf } from "../../http/contract/contract.ts";
import { PACKS, packOf, type Pack } from "../../model/ledger/packs.ts";
import { listDeadSince } from "../../model/creatures/store/creatures.ts";
import { homeStep } from "../../views/steps.ts";
import { buyStep, resurrectStep, statusStep, creditsStep } from "../../http/contract/steps.ts";
import { packView } from "../../views/views.ts";
import { readCredits, buyCredits } from "./contract.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";
import { countOf } from "../../platform/counted.ts";
import { headerOf } from "../../http/message/request-context.ts";
import { PaymentCollector } from "../paying.ts";

const SEE_DEADLINE = "See how long you have.";

export const readCreditsEndpoint = endpoint(
  readCredits,
  async (call, { database, rails }: Needs<"database" | "rails">) => {
    const { agent, creatures, outages, houseNow: now } = call.caller;
    const dead = await listDeadSince(database, agent.id, returnableSince(now, outages));
    const resurrectionSteps = dead.map((stored): NextStep => {
      const creature = creatureAcrossOutages(stored, outages, now);
      const { cost } = resurrectionOffer(creature, now, outages);
      return agent.credits >= cost
        ? resurrectStep(creature.id, `Call ${creature.name} back for ${countOf(cost, "credit")}.`)
        : statusStep(
            creature.id,
            `${creature.name} can be called back for ${countOf(cost, "credit")}. ${SEE_DEADLINE}`,
          );
    });
    return {
      credits: agent.credits,
      mpp_enabled: rails.some(({ name }) => name === "mpp"),
      x402_enabled: rails.some(({ name }) => name === "x402"),
      packs: PACKS.map(packView),
      next_steps: [
        ...resurrectionSteps,
        ...(rails.some(({ name }) => name === "stripe") ? [buyStep()] : []),
        homeStep(creatures, now),
      ],
    };
  },
);

const TEST_REFUSED =
  "This is a test account, and nothing here takes play money. To rehearse paying, use a house of your own with test keys; to buy credits, register an account that is not for tests.";

type CreditsAnswer = ResponseOf<typeof buyCredits>;

export const buyCreditsEndpoint = endpoint(
  buyCredits,
  async (call, services: Needs<"config" | "database" | "rails">) => {
    const pack = packOf(call.body.pack);
    const { agent } = call.caller;
    const collector = new PaymentCollector(call, buyCredits, services);
    const receipt = await collector.take(agent, pack);
    // A replayed payment for another pack buys nothing; the offers contain its refusal.
    if (receipt !== undefined && receipt.rail !== "stripe" && receipt.pack === pack.id) {
      return inlineAnswer(call, pack, receipt.rail);
    }
    const { fields, headers } = await collector.offers(agent, pack);
    const { checkout_url: url } = fields;
    if (Object.keys(fields).length === 0)
      throw call.fail("credits_not_sold", {
        ...(collector.refusesTest ? { suggestion: TEST_REFUSED } : {}),
        nextSteps: [creditsStep("See your credits.")],
      });
    if (typeof url === "string" && !collector.hasRefused && headerOf(call.request, "accept-payment") === undefined) {
      return linkAnswer(call, pack, url);
    }
    const nextSteps = [...payStep(url), creditsStep()];
    throw call.fail("payment_required", { fields: { pack: packView(pack), ...fields }, headers, nextSteps });
  },
);

/** Records the answer under the Idempotency-Key, so that a repeated call returns the same link. */
async function linkAnswer(call: Call<typeof buyCredits>, pack: Pack, url: string): Promise<CreditsAnswer> {
  return call.commit(async () => ({
    checkout_url: url,
    pack: packView(pack),
    message: `${call.caller.agent.isTest ? "This is a test account, so the link takes play money and charges no one. " : ""}Give the link to your human. After they pay, ${pack.credits} credits are added to your account automatically.`,
    next_steps: [...payStep(url), creditsStep("See whether the credits have arrived.")],
  }));
}

async function inlineAnswer(call: Call<typeof buyCredits>, pack: Pack, rail: "mpp" | "x402"): Promise<CreditsAnswer> {
  const { agent } = await call.reload();
  return call.commit(async () => ({
    payment_method: rail,
    credits: agent.credits,
    pack: packView(pack),
    message: `You paid for ${pack.credits} credits. They are in your account.`,
    next_steps: [creditsStep("See what you can do with them.")],
  }));
}

function payStep(url: unknown): NextStep[] {
  if (typeof url !== "string") return [];
  return [{ action: "pay", url, description: "Payment page for your human (card)." }];
}
