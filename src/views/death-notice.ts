// Describes a dead creature in answers: when and why it died, its gravestone, and the cost of resurrection. Care for a dead
// creature and care that killed it use the same text.
import { iso } from "../platform/clock.ts";
import type { Dead, DeathCause } from "@denkeeper/rules/creature/creature.ts";
import type { VisibleCreature, Visible } from "@denkeeper/rules/creature/visibility.ts";
import { resurrectionOffer, type ResurrectionOffer } from "@denkeeper/rules/care/resurrection.ts";
import { deathNumberOf, gravestoneIdOf } from "../model/life/gravestone-row.ts";
import type { NextStep } from "../http/contract/contract.ts";
import type { Agent } from "../model/agents/store/agents.ts";
import type { Caller } from "../model/agents/store/callers.ts";
import { adoptStep, creditsStep, graveyardStep, resurrectStep, statusStep } from "../http/contract/steps.ts";
import { countOf } from "../platform/counted.ts";

const CAUSES: Readonly<Record<DeathCause, string>> = {
  neglect: "it went without care for too long",
  hunger: "it starved",
  illness: "its health ran out even though it had been fed",
  harm: "a harmful item killed it",
};

export interface DeathNotice {
  readonly message: string;
  readonly death: {
    readonly died_at: string;
    readonly cause: DeathCause;
    readonly gravestone_id: string;
    readonly resurrection: { readonly possible: boolean; readonly cost: number; readonly closes_at: string };
  };
  readonly nextSteps: NextStep[];
}

/** `now` is house time. */
export function deathNotice(
  creature: Visible<Dead>,
  caller: Pick<Caller, "agent" | "outages" | "sitter">,
  now: number,
): DeathNotice {
  const { agent } = caller;
  const { id, name, death } = creature;
  const offer = resurrectionOffer(creature, now, caller.outages);
  const { possible, cost, closesAt } = offer;
  const message = `${name} died at ${iso(death.at)}: ${CAUSES[death.cause]}.${resurrectionSentence(offer, caller)}`;
  return {
    message,
    death: {
      died_at: iso(death.at),
      cause: death.cause,
      gravestone_id: gravestoneIdOf(id, deathNumberOf(creature)),
      resurrection: { possible, cost, closes_at: iso(closesAt) },
    },
    nextSteps: [
      ...returnSteps(agent, creature, offer),
      statusStep(id, "See its gravestone and what led to its death."),
      graveyardStep(),
      adoptStep("Adopt another egg."),
    ],
  };
}

/** Returns the sentence about resurrection that follows the sentence about a death. */
export function resurrectionSentence(
  { possible, cost, closesAt }: ResurrectionOffer,
  { sitter }: Pick<Caller, "sitter">,
): string {
  if (!possible) return " The seven days to call it back are over.";
  const sentence =
    sitter === undefined ? `You can call it back for ${countOf(cost, "credit")}` : "Its keeper can call it back";
  return ` ${sentence} until ${iso(closesAt)}.`;
}

/** Leads to resurrection, or to buying the credits for it. */
export function returnSteps(
  { credits }: Agent,
  { id, name }: VisibleCreature,
  { possible, cost }: ResurrectionOffer,
): NextStep[] {
  if (!possible) return [];
  if (credits >= cost)
    return [resurrectStep(id, `Call ${name} back for ${cost} of your ${countOf(credits, "credit")}.`)];
  return [
    creditsStep(`Calling ${name} back costs ${countOf(cost, "credit")}, and you have ${credits}. See how to get more.`),
  ];
}
