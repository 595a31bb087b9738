// Plans a visit (ADVICE-10) by simulating the advice for each due creature until no advice is left.
import { NO_ITEM, applyCare, type JudgedItem } from "../care/care.ts";
import type { CareAction, Living } from "../creature/creature.ts";
import { unveil } from "../creature/visibility.ts";
import type { Advice } from "../life/advice.ts";
import { lifeAt } from "../life/life.ts";
import type { Instant } from "../time/units.ts";
import { dueInOrder, type ResidentNow } from "./schedule.ts";

export interface PlannedCare extends Pick<Advice, "action" | "needsTaskItem"> {
  readonly creatureId: string;
}

const TASK: JudgedItem = { category: null, isTask: true };

/** Returns up to `most` actions for the due creatures of a house, most urgent first, each at most once per creature. */
export function visitPlan(house: readonly ResidentNow[], most: number): readonly PlannedCare[] {
  return dueInOrder(house)
    .filter((resident) => resident.kind === "living")
    .flatMap(({ creature, clock }) => plannedFor(unveil(creature), clock))
    .slice(0, most);
}

/** Checks whether an action is on a creature's plan. A visit with `only_due` skips all others. */
export function isPlanned(stored: Living, action: CareAction, clock: Instant): boolean {
  return plannedFor(stored, clock).some((planned) => planned.action === action);
}

function plannedFor(stored: Living, clock: Instant): readonly PlannedCare[] {
  const plan: PlannedCare[] = [];
  let creature = stored;
  for (;;) {
    const now = lifeAt(creature, clock);
    if (now.kind === "dead" || now.advice === null) return plan;
    const { action, needsTaskItem } = now.advice;
    if (plan.some((planned) => planned.action === action)) return plan;
    plan.push({ creatureId: creature.id, action, needsTaskItem });
    const outcome = applyCare(creature, action, needsTaskItem ? TASK : NO_ITEM, clock);
    if (outcome.kind !== "done" || outcome.creature.death !== null) return plan;
    ({ creature } = outcome);
  }
}
