// Creates the failure for a creature that is not in the house. The answer lists the caller's creatures, and leads to the intended
// creature if it died or was released.
import { TAKE_BACK_HOURS, takeBackClosesAt } from "@denkeeper/rules/care/release.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { creatureAcrossOutages } from "../model/life/present-creature.ts";
import type { NextStep, FailureMore } from "../http/contract/contract.ts";
import { iso } from "../platform/clock.ts";
import type { Caller } from "../model/agents/store/callers.ts";
import { findCreature, listLiving, listReleasedSince } from "../model/creatures/store/creatures.ts";
import type { Db } from "../platform/database/db.ts";
import { adoptStep, statusStep, takeBackStep } from "../http/contract/steps.ts";
import { yourCreatureView } from "./views.ts";

interface MissingCreatureContext {
  readonly caller: Caller;
}

export async function missingCreature(call: MissingCreatureContext, db: Db, id: string): Promise<FailureMore> {
  const { agent, sitter, outages, houseNow } = call.caller;
  const house = call.caller.creatures.length > 0 ? call.caller.creatures : await listLiving(db, agent.id);
  const living = house.filter(
    (stored) =>
      (sitter?.creatureIds.includes(stored.creature.id) ?? true) &&
      visibleAt(creatureAcrossOutages(stored, outages, houseNow), houseNow).kind !== "dead",
  );
  const former = sitter === undefined ? await formerCreature(call, db, id) : undefined;
  const others = living.length === 0 ? "Adopt an egg." : "Choose an id from your_creatures.";
  const forKeeper = `${former?.suggestion ?? `None of your creatures has the id ${id}.`} ${others}`;
  const forSitter = living.length === 0 ? "None of the creatures this key covers is alive." : others;
  return {
    suggestion: sitter === undefined ? forKeeper : forSitter,
    fields: { your_creatures: living.map(yourCreatureView) },
    nextSteps: [
      ...(former?.nextSteps ?? []),
      ...living.slice(0, 1).map(({ creature }) => statusStep(creature.id, `See how ${creature.name} is.`)),
      ...(living.length === 0 ? [adoptStep()] : []),
    ],
  };
}

/** RELEASE-3: returns a step to take back the creature that was released last, if that is still possible. */
export async function takeBackSteps(
  { caller: { agent, sitter, houseNow } }: MissingCreatureContext,
  db: Db,
): Promise<readonly NextStep[]> {
  if (sitter !== undefined) return [];
  const since = houseNow - TAKE_BACK_HOURS * HOUR_MS;
  const released = await listReleasedSince(db, { agentId: agent.id, since });
  return released.map(({ id, name }) => takeBackStep(id, `You released ${name}. Take it back.`));
}

/** Explains what happened to a creature that died or was released, and what the caller can do. */
export async function formerCreature(
  { caller: { agent, houseNow } }: MissingCreatureContext,
  db: Db,
  id: string,
): Promise<{ readonly suggestion: string; readonly nextSteps: readonly NextStep[] } | undefined> {
  const stored = await findCreature(db, agent.id, id);
  if (stored === undefined) return undefined;
  const creature = creatureAcrossOutages(stored, [], houseNow);
  const { name } = creature;
  if (creature.releasedAt === null) {
    return { suggestion: `${name} has died.`, nextSteps: [statusStep(id, `See what happened to ${name}.`)] };
  }
  const until = takeBackClosesAt(creature);
  if (until === null || houseNow >= until) {
    return { suggestion: `You released ${name}, and it can't be taken back anymore.`, nextSteps: [] };
  }
  return {
    suggestion: `You released ${name}. POST /api/house/return takes it back, until ${iso(until)}.`,
    nextSteps: [takeBackStep(id, `Take ${name} back.`)],
  };
}
