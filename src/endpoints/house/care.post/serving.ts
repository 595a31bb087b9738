// Servings, in a house where letters order them (RELAY-4): food is from the shelf and the first of its day.
import type { Kept } from "@denkeeper/rules/creature/creature.ts";
import { houseTime } from "../../../app/life/time-changes.ts";
import { Failure } from "../../../http/respond/errors.ts";
import type { Caller } from "../../../store/accounts/callers.ts";
import type { PresentCreature } from "../../../store/creatures/creature-change.ts";
import { homeStep } from "../../auth/steps.ts";
import type { CareCall } from "./answer.ts";

export function isServing({ caller, body }: Pick<CareCall, "caller" | "body">): boolean {
  return caller.house.shelf !== undefined && body.action === "feed";
}

/** Throws before anything has happened. */
export function refuseServing(
  { body: { item = "" }, now }: CareCall,
  { agent, house: { shelf = [] } }: Caller,
  { creature: { feedings, lastFedAt } }: PresentCreature<Kept>,
): void {
  const nextSteps = [homeStep("Read this morning's page.")];
  if (!shelf.includes(item)) {
    throw Failure.general("not_on_the_shelf", { suggestion: `item is one of ${shelf.join(", ")}.`, nextSteps });
  }
  // The clock of its meals also starts when it hatches.
  if (feedings > 0 && lastFedAt === houseTime(agent, now)) throw Failure.general("already_served", { nextSteps });
}
