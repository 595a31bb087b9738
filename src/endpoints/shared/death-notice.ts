// What a caller is told of a creature that is dead: when and why it died, where its gravestone is, and what it takes to
// call it back. Care for the dead and the care that killed say the same.
import { iso } from "../../platform/clock.ts";
import type { Dead, DeathCause } from "@denkeeper/rules/creature/creature.ts";
import type { ShownCreature, ShownOf } from "@denkeeper/rules/creature/visibility.ts";
import type { ResurrectionOffer } from "@denkeeper/rules/care/resurrection.ts";
import { resurrectionOffer } from "@denkeeper/rules/care/resurrection.ts";
import { deathNumberOf, gravestoneIdOf } from "../../app/life/gravestone-row.ts";
import type { NextStep } from "../../http/contract/contract.ts";
import type { Agent } from "../../store/accounts/agents.ts";
import type { Caller } from "../../store/accounts/callers.ts";
import { adoptStep, creditsStep, graveyardStep, resurrectStep, statusStep } from "./steps.ts";
import { counted } from "../../platform/counted.ts";

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

/** `now` is the time of the house. */
export function deathNotice(
  creature: ShownOf<Dead>,
  { agent, outages, sitter }: Pick<Caller, "agent" | "outages" | "sitter">,
  now: number,
): DeathNotice {
  const { id, name, death } = creature;
  const offer = resurrectionOffer(creature, now, outages);
  const { possible, cost, closesAt } = offer;
  const wayBack =
    sitter === undefined ? `You can call it back for ${counted(cost, "credit")}` : "Its keeper can call it back";
  const message = possible
    ? `${name} died at ${iso(death.at)}: ${CAUSES[death.cause]}. ${wayBack} until ${iso(closesAt)}.`
    : `${name} died at ${iso(death.at)}: ${CAUSES[death.cause]}. The seven days to call it back are over.`;
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

/** The way back: at once for those who have the credits. */
export function returnSteps(
  { credits }: Agent,
  { id, name }: ShownCreature,
  { possible, cost }: ResurrectionOffer,
): NextStep[] {
  if (!possible) return [];
  if (credits >= cost)
    return [resurrectStep(id, `Call ${name} back for ${cost} of your ${counted(credits, "credit")}.`)];
  return [
    creditsStep(`Calling ${name} back costs ${counted(cost, "credit")}, and you have ${credits}. See how to get more.`),
  ];
}
