// Builds next steps from the advice of the rules. An agent that follows `houseSteps` and returns at each check-in takes
// good care of its creatures.
import type { z } from "zod";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { iso } from "../platform/clock.ts";
import type { Advice } from "@denkeeper/rules/life/advice.ts";
import type { RefusalReason } from "@denkeeper/rules/care/care.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import type { VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
import { visibleAt, type VisibleLiving, type VisibleNow } from "@denkeeper/rules/life/shown.ts";
import {
  MOST_ACTIONS,
  dueInOrder,
  residentsIn,
  isDue,
  visitOf,
  type ResidentNow,
  type PlannedVisit,
} from "@denkeeper/rules/foresight/schedule.ts";
import { visitPlan, type PlannedCare } from "@denkeeper/rules/foresight/visit-plan.ts";
import { playsOnlyTasks } from "@denkeeper/rules/creature/mechanics.ts";
import { adviceReason, comeBackSentence, liftingReason, visitReason } from "@denkeeper/rules/words/advice.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { step, type NextStep } from "../http/contract/contract.ts";
import { adoptStep, historyStep, statusStep } from "../http/contract/steps.ts";
import { SIGNPOSTS } from "../http/contract/signposts.ts";
import type { PresentCreature } from "../model/creatures/store/creature-change.ts";
import type { compactNextSteps } from "../http/contract/shapes/visit.ts";

/** The item suggested where play must be a task. */
const TASK_ITEM = "puzzle box";

function adviceStep(now: VisibleLiving, advice: Advice, reason = adviceReason(now, advice)): NextStep {
  const { action, needsTaskItem } = advice;
  const { id, name } = now.creature;
  const item = needsTaskItem ? { item: TASK_ITEM } : {};
  return step(SIGNPOSTS.care, {
    action,
    description: `${name}: ${reason}`,
    body: { action, creature_id: id, ...item },
  });
}

/** Leads to the residents, or to adoption if there are none, because the status of an empty house is a 404. */
export function homeStep(creatures: readonly PresentCreature[], now: Instant): NextStep {
  const inhabited = creatures.some(({ creature }) => visibleAt(creature, now).kind !== "dead");
  return inhabited ? statusStep(undefined, "See how your house is.", "compact") : adoptStep();
}

/** The residents of a house at an instant, and the next visit to all of them. */
export interface HouseNow {
  readonly residents: readonly ResidentNow[];
  readonly visit: PlannedVisit | null;
}

export function houseNowOf(creatures: readonly VisibleNow[]): HouseNow {
  const residents = residentsIn(creatures);
  return { residents, visit: visitOf(residents) };
}

/** Returns a caller's house with one creature in its new state. */
export function houseNowAfter(
  creatures: readonly PresentCreature[],
  houseNow: Instant,
  changed?: VisibleNow,
): HouseNow {
  return houseNowOf(
    creatures.map(({ creature }) => (creature.id === changed?.creature.id ? changed : visibleAt(creature, houseNow))),
  );
}

/** Maximum number of creatures with steps in one answer. The next answer covers the others. */
const MOST_STEPS = 12;
const MOST_OPTIONAL_STEPS = 3;

/**
 * Returns steps for all due care: one per creature with the most urgent first, then a visit that combines them. The last step
 * hatches an egg or leads to the next check-in. If nothing is due, steps offer optional care. `first` resolves a refusal.
 */
export function houseSteps(
  { residents, visit: next }: HouseNow,
  { first }: { readonly first?: NextStep | undefined } = {},
): NextStep[] {
  if (next === null) return [adoptStep()];
  const due = dueInOrder(residents);
  const cares = due.length > 0 ? due.slice(0, MOST_STEPS).flatMap(dueStep) : optionalSteps(residents);
  const planned = dueCareIn(residents);
  const description =
    due.length > 0
      ? planned.length === 1
        ? "Check again."
        : "Check again, and continue until nothing is due."
      : comeBackSentence(residents, iso(next.at), next.decider.creature.name, cares.length > 0);
  const egg = due.find(({ kind }) => kind === "egg")?.creature;
  return [
    ...(first === undefined ? [] : [first]),
    ...cares,
    ...visitSteps(residents, planned),
    egg === undefined
      ? statusStep(undefined, description)
      : statusStep(egg.id, `${egg.name} is an egg. This call hatches it.`),
  ];
}

/** Returns steps of compact answers: a visit with all due care, or the next check-in. `first` resolves a refusal. */
export function compactSteps(
  { residents, visit: next }: HouseNow,
  first?: NextStep,
  planned = dueCareIn(residents),
): CompactStep[] {
  if (next === null) return compactStepsOf([adoptStep()]);
  const visits = visitSteps(residents, planned);
  const isEggDue = residents.some(({ kind }) => kind === "egg");
  const description = isEggDue ? "Hatch your egg." : `Come back at ${iso(next.at)}, for ${next.decider.creature.name}.`;
  return [
    ...compactStepsOf(first === undefined ? [] : [first]),
    ...visits,
    ...compactStepsOf(visits.length > 0 && !isEggDue ? [] : [statusStep(undefined, description)]),
  ];
}

type CompactStep = z.input<typeof compactNextSteps>[number];

/** Rewrites steps so that they lead to compact answers. */
export function compactStepsOf(steps: readonly NextStep[]): CompactStep[] {
  return steps.flatMap((each) => {
    if (!("endpoint" in each)) return [];
    const { due: _, endpoint, ...rest } = each;
    const [path] = endpoint.split("?", 1);
    if (path !== SIGNPOSTS.care.path && path !== SIGNPOSTS.status.path) return [{ ...rest, endpoint }];
    return [{ ...rest, endpoint: `${endpoint}${endpoint === path ? "?" : "&"}view=compact` }];
  });
}

export function dueCareIn(residents: readonly ResidentNow[]): readonly PlannedCare[] {
  return visitPlan(residents, MOST_ACTIONS);
}

/** Returns the step of a visit with all due care. No other kind of step is ever marked as due. */
function visitSteps(residents: readonly ResidentNow[], planned = dueCareIn(residents)): CompactStep[] {
  const actions = planned.map(plannedAction);
  if (actions.length === 0) return [];
  const { method, path: endpoint } = SIGNPOSTS.visit;
  const visited = residents.filter(({ creature }) => planned.some(({ creatureId }) => creatureId === creature.id));
  const description = visitReason(visited);
  return [{ action: "visit", method, endpoint, description, due: true, body: { actions, only_due: true } }];
}

function plannedAction({ creatureId, action, needsTaskItem }: PlannedCare) {
  return { creature_id: creatureId, action, ...(needsTaskItem ? { item: TASK_ITEM } : {}) };
}

function dueStep(due: ResidentNow): NextStep[] {
  return due.kind === "egg" || due.advice === null ? [] : [adviceStep(due, due.advice)];
}

/** Returns steps for care that can wait, except for sleeping creatures. */
function optionalSteps(residents: readonly ResidentNow[]): NextStep[] {
  return residents
    .flatMap((each) =>
      each.kind === "living" && !each.asleep && each.advice !== null ? [adviceStep(each, each.advice)] : [],
    )
    .slice(0, MOST_OPTIONAL_STEPS);
}

/** ADVICE-9: returns the step after which the creature accepts what it refused. */
export function unblockingStep(now: VisibleLiving, reason: RefusalReason): NextStep {
  const { id, name } = now.creature;
  switch (reason) {
    case "resting":
      return step(SIGNPOSTS.endBoarding, { description: `${name} is back immediately.`, body: { creature_id: id } });
    case "asleep":
      return liftingStep(now, { action: "reflect", reason: "asleep", needsTaskItem: false });
    case "untrusting":
      return liftingStep(now, { action: "reflect", reason: "trust_low", needsTaskItem: false });
    case "unplayed": {
      const needsTaskItem = playsOnlyTasks(now.creature.species.mechanic);
      return liftingStep(now, { action: "play", reason: "play_first", needsTaskItem });
    }
  }
}

function liftingStep(now: VisibleLiving, advice: Advice): NextStep {
  return adviceStep(now, advice, liftingReason(now, advice));
}

/** Leave is boarding that follows the keeper's schedule (LEAVE-2). */
function restWords({ resting }: VisibleLiving): string {
  return resting?.kind === "leave" ? "on leave between two runs" : "being boarded";
}

function endBoardingStep(now: VisibleLiving): NextStep {
  const { id, name } = now.creature;
  const rest = now.resting?.kind === "leave" ? "leave" : "boarding";
  return step(SIGNPOSTS.endBoarding, {
    description: `${name} is ${restWords(now)}. End the ${rest} now.`,
    body: { creature_id: id },
  });
}

/** Care whose items a keeper may want to choose. */
const LIKES: Readonly<Partial<Record<CareAction, string>>> = { feed: " to eat", play: " to play with" };

/** Returns a step to what a creature likes, and one to its history, if it has one, unless care is advised. */
export function readMoreSteps({ id, name, lastCareAction }: VisibleCreature, advice: Advice | null = null): NextStep[] {
  const likes = advice === null ? "" : (LIKES[advice.action] ?? "");
  const description = `See what ${name} likes${likes}.`;
  return [
    step(SIGNPOSTS.preferences, { description, query: { creature_id: id } }),
    ...(advice === null && lastCareAction !== null ? [historyStep(id)] : []),
  ];
}

/** Explains what an adult unlocks and what comes next (TIER-1), in the first check of each day. */
export function adultSteps(creatures: readonly VisibleLiving[], lastCheck: number | null, now: number): NextStep[] {
  const grown = creatures.find(({ creature }) => creature.stage === "adult");
  if (grown === undefined || (lastCheck !== null && Math.floor(lastCheck / DAY_MS) === Math.floor(now / DAY_MS)))
    return [];
  const { name } = grown.creature;
  return [
    adoptStep(
      `${name} is grown up. New eggs can be of the uncommon tier, and you can design a species (POST /api/house/species). Three adults with few deaths unlock the rare tier.`,
    ),
  ];
}

/** Returns steps for one creature, for its house if known, and for the next check-in. */
export function livingSteps(now: VisibleLiving, house?: HouseNow, view?: "compact"): NextStep[] {
  const { creature, advice, checkIn, resting } = now;
  const { id, name } = creature;
  const comeBack =
    resting === null
      ? isDue(now)
        ? `${name} is due for care. Check again afterward.`
        : `Come back to ${name} at ${iso(checkIn.at)}.`
      : `${name} is ${restWords(now)} until ${iso(resting.until)}. Come back to it at ${iso(checkIn.at)}.`;
  return [
    ...(advice === null ? [] : [adviceStep(now, advice)]),
    ...visitSteps(house?.residents ?? []),
    statusStep(id, comeBack, view),
    ...(resting === null ? [] : [endBoardingStep(now)]),
    ...readMoreSteps(creature, advice),
  ];
}
