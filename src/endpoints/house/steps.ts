// The steps that answers of the house suggest, built from the domain's advice: following the first care step and coming
// back at the check-in is enough to raise any species well.
import { iso } from "../../clock.ts";
import type { Advice, AdviceReason } from "../../domain/advice.ts";
import type { LivingNow } from "../../domain/life.ts";
import { creatureAt } from "../../domain/life.ts";
import type { NextStep } from "../../http/contract.ts";
import { step } from "../../http/contract.ts";
import type { StoredCreature } from "../../store/creature-row.ts";
import { adopt } from "./adopt.post/contract.ts";
import { endBoarding } from "./board.delete/contract.ts";
import { care } from "./care.post/contract.ts";
import { readCredits } from "./credits.get/contract.ts";
import { buyCredits } from "./credits.post/contract.ts";
import { exportLife } from "./export.get/contract.ts";
import { graveyard } from "./graveyard.get/contract.ts";
import { history } from "./history.get/contract.ts";
import { preferences } from "./preferences.get/contract.ts";
import { resurrect } from "./resurrect.post/contract.ts";
import { takeBack } from "./return.post/contract.ts";
import { status } from "./status.get/contract.ts";

/** What a border collie is given to do. */
const TASK_ITEM = "puzzle box";

const WHY: Readonly<Record<AdviceReason, string>> = {
  trust_low: "It does not trust you yet and accepts nothing else. Reflecting builds trust.",
  asleep: "It sleeps. Reflecting is the only care it takes now.",
  health_low: "Its health is low. Medicine helps most.",
  play_first: "This species is to be played with before it is fed.",
  uncleaned: "It has not been cleaned for a day. After two days that costs health.",
  bored: "Its happiness is below 80.",
  feeding_open: "Its feeding window is open: feed it now.",
};

function adviceStep(creatureId: string, { action, reason, needsTaskItem }: Advice): NextStep {
  const item = needsTaskItem ? { item: TASK_ITEM } : {};
  const description = needsTaskItem ? `${WHY[reason]} It plays only with tasks.` : WHY[reason];
  return step(care, { action, description, body: { action, creature_id: creatureId, ...item } });
}

export function statusStep(creatureId: string | undefined, description: string): NextStep {
  return step(status, { description, ...(creatureId === undefined ? {} : { query: { creature_id: creatureId } }) });
}

/** To those who live in the house; when nobody does, to adoption, since status of an empty house is a 404. */
export function homeStep(creatures: readonly StoredCreature[], now: number): NextStep {
  const inhabited = creatures.some(({ creature }) => creatureAt(creature, now).kind !== "dead");
  return inhabited ? statusStep(undefined, "See who lives in your house.") : adoptStep();
}

export function adoptStep(description = "Adopt an egg. Any name will do."): NextStep {
  return step(adopt, { action: "adopt", description, body: { name: "Pip" } });
}

export function graveyardStep(description = "Visit your gravestones."): NextStep {
  return step(graveyard, { action: "graveyard", description });
}

export function historyStep(creatureId: string): NextStep {
  return step(history, { description: "Read what was done for it.", query: { creature_id: creatureId } });
}

export function exportStep(creatureId: string): NextStep {
  return step(exportLife, { description: "Take its whole life with you.", query: { creature_id: creatureId } });
}

export function creditsStep(description = "See your credits and how to get more."): NextStep {
  return step(readCredits, { action: "credits", description });
}

export function buyStep(description = "Buy credits: get a link for your human, who pays by card."): NextStep {
  return step(buyCredits, { description, body: { pack: "100" } });
}

export function takeBackStep(creatureId: string, description: string): NextStep {
  return step(takeBack, { action: "take_back", description, body: { creature_id: creatureId } });
}

export function resurrectStep(creatureId: string, description: string): NextStep {
  return step(resurrect, { description, body: { creature_id: creatureId } });
}

/** What to do for a living creature now, and when to come back. */
export function livingSteps(now: LivingNow): NextStep[] {
  const { creature, advice, checkIn, resting } = now;
  const { id } = creature;
  const about = [step(preferences, { description: "See what it likes.", query: { creature_id: id } }), historyStep(id)];
  if (resting !== null) {
    return [
      statusStep(id, `It rests until ${iso(resting.until)}. Come back at ${iso(checkIn.at)}.`),
      step(endBoarding, { description: "Have it back at once.", body: { creature_id: id } }),
      ...about,
    ];
  }
  const comeBack =
    checkIn.at <= now.clock
      ? "Look again right after: it needs you now."
      : `Nothing else is due. Come back at ${iso(checkIn.at)}.`;
  return [
    ...(advice === null ? [] : [adviceStep(id, advice)]),
    statusStep(id, advice === null ? comeBack : `Look again. The recommended check-in is ${iso(checkIn.at)}.`),
    ...about,
  ];
}
