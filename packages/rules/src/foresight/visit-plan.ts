// Plans a whole visit ahead (ADVICE-10): the advice for a creature that is due, applied in simulation until there is none.
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

/**
 * Care for the creatures of a house that are due, the most urgent first. Each creature gets each action at most once. A
 * creature that had to be fed first is cleaned and played with afterward: the keeper is there anyway.
 */
export function visitPlan(house: readonly ResidentNow[], most: number): readonly PlannedCare[] {
  return dueInOrder(house)
    .filter((each) => each.kind === "living")
    .flatMap(({ creature, clock }) => plannedFor(unveil(creature), clock))
    .slice(0, most);
}

/** Whether an action still belongs to the plan for a creature: in a visit that does only what is due, others are skipped. */
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
    if (plan.some((each) => each.action === action)) return plan;
    plan.push({ creatureId: creature.id, action, needsTaskItem });
    const outcome = applyCare(creature, action, needsTaskItem ? TASK : NO_ITEM, clock);
    if (outcome.kind !== "done" || outcome.creature.death !== null) return plan;
    ({ creature } = outcome);
  }
}
