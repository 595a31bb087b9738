// Next steps, built from the advice of the rules. `houseSteps` are the documented loop: doing what is due, the most
// urgent first, and coming back at the house's check-in is enough to raise any house well.
import type { z } from "zod";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { iso } from "../platform/clock.ts";
import type { Advice } from "@denkeeper/rules/life/advice.ts";
import type { RefusalReason } from "@denkeeper/rules/care/care.ts";
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
import type { compactNextSteps } from "../http/contract/shapes/creature.ts";

/** What a border collie is given to do. */
const TASK_ITEM = "puzzle box";

/** The care that is advised for a creature now. */
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

/** To those who live in the house; when nobody does, to adoption, since status of an empty house is a 404. */
export function homeStep(creatures: readonly PresentCreature[], now: Instant): NextStep {
  const inhabited = creatures.some(({ creature }) => visibleAt(creature, now).kind !== "dead");
  return inhabited ? statusStep(undefined, "See how your house is.", "compact") : adoptStep();
}

/** A house at an instant: those who live in it, and when to come for all of them. */
export interface HouseNow {
  readonly residents: readonly ResidentNow[];
  readonly visit: PlannedVisit | null;
}

export function houseNowOf(seen: readonly VisibleNow[]): HouseNow {
  const here = residentsIn(seen);
  return { residents: here, visit: visitOf(here) };
}

/** The house of a caller, with one creature as it is after what was just done. */
export function houseNowAfter(creatures: readonly PresentCreature[], clock: number, changed?: VisibleNow): HouseNow {
  return houseNowOf(
    creatures.map(({ creature }) => (creature.id === changed?.creature.id ? changed : visibleAt(creature, clock))),
  );
}

/** How many creatures an answer has steps for at most; the next answer has the others. */
const MOST_STEPS = 12;
const MOST_OPTIONAL_STEPS = 3;

/**
 * The care that is due in a house, a step a creature and the most urgent first, the same as one visit, then the call that
 * hatches an egg, or when to look again. When nothing is due: what could be done beside. `first` is what lifts a refusal.
 */
export function houseSteps(
  { residents: here, visit: next }: HouseNow,
  { first }: { readonly first?: NextStep | undefined } = {},
): NextStep[] {
  if (next === null) return [adoptStep()];
  const due = dueInOrder(here);
  const cares = due.length > 0 ? due.slice(0, MOST_STEPS).flatMap(dueStep) : optionalSteps(here);
  const look =
    due.length > 0
      ? "Check again, and continue until nothing is due."
      : comeBackSentence(here, iso(next.at), next.decider.creature.name, cares.length > 0);
  const egg = due.find(({ kind }) => kind === "egg")?.creature;
  return [
    ...(first === undefined ? [] : [first]),
    ...cares,
    ...visitSteps(here),
    egg === undefined
      ? statusStep(undefined, look)
      : statusStep(egg.id, `${egg.name} is an egg. This call hatches it.`),
  ];
}

/**
 * The steps of compact answers: one visit with everything that is due in the house, or when to look again. `first` is what
 * lifts a refusal.
 */
export function compactSteps(
  { residents: here, visit: next }: HouseNow,
  first?: NextStep,
  planned = dueCareIn(here),
): CompactStep[] {
  if (next === null) return compactStepsOf([adoptStep()]);
  const visits = visitSteps(here, planned);
  const isEggDue = here.some(({ kind }) => kind === "egg");
  const look = isEggDue ? "Hatch your egg." : "Come back then.";
  return [
    ...compactStepsOf(first === undefined ? [] : [first]),
    ...visits,
    ...compactStepsOf(visits.length > 0 && !isEggDue ? [] : [statusStep(undefined, look)]),
  ];
}

type CompactStep = z.input<typeof compactNextSteps>[number];

/** Steps as compact answers have them: they lead to compact answers. */
export function compactStepsOf(steps: readonly NextStep[]): CompactStep[] {
  return steps.flatMap((each) => {
    if (!("endpoint" in each)) return [];
    const { due: _, endpoint, ...rest } = each;
    const [path] = endpoint.split("?", 1);
    if (path !== SIGNPOSTS.care.path && path !== SIGNPOSTS.status.path) return [{ ...rest, endpoint }];
    return [{ ...rest, endpoint: `${endpoint}${endpoint === path ? "?" : "&"}view=compact` }];
  });
}

/** All care that is due in a house. */
export function dueCareIn(here: readonly ResidentNow[]): readonly PlannedCare[] {
  return visitPlan(here, MOST_ACTIONS);
}

/** The one step that is ever due: a visit with everything that is due in the house, or none. */
function visitSteps(here: readonly ResidentNow[], planned = dueCareIn(here)): CompactStep[] {
  const actions = planned.map(plannedAction);
  if (actions.length === 0) return [];
  const { method, path: endpoint } = SIGNPOSTS.visit;
  const description = visitReason(here);
  return [{ action: "visit", method, endpoint, description, due: true, body: { actions, only_due: true } }];
}

function plannedAction({ creatureId, action, needsTaskItem }: PlannedCare) {
  return { creature_id: creatureId, action, ...(needsTaskItem ? { item: TASK_ITEM } : {}) };
}

function dueStep(due: ResidentNow): NextStep[] {
  return due.kind === "egg" || due.advice === null ? [] : [adviceStep(due, due.advice)];
}

/** What is advised though it can wait. Sleepers are left alone. */
function optionalSteps(here: readonly ResidentNow[]): NextStep[] {
  return here
    .flatMap((each) =>
      each.kind === "living" && !each.asleep && each.advice !== null ? [adviceStep(each, each.advice)] : [],
    )
    .slice(0, MOST_OPTIONAL_STEPS);
}

/** ADVICE-9: what makes a creature accept what it has just refused. */
export function unblockingStep(now: VisibleLiving, reason: RefusalReason): NextStep {
  const { id, name } = now.creature;
  switch (reason) {
    case "resting":
      return step(SIGNPOSTS.endBoarding, { description: `${name} is back at once.`, body: { creature_id: id } });
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

/** Leave is a boarding that the schedule of its keeper asks for (LEAVE-2). */
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

export function readMoreSteps({ id, name }: VisibleCreature): NextStep[] {
  return [
    step(SIGNPOSTS.preferences, { description: `See what ${name} likes.`, query: { creature_id: id } }),
    historyStep(id),
  ];
}

/** What an adult has unlocked, and what is still to be reached (TIER-1): at the first look of a day. */
export function adultSteps(seen: readonly VisibleLiving[], lastLook: number | null, now: number): NextStep[] {
  const grown = seen.find(({ creature }) => creature.stage === "adult");
  if (grown === undefined || (lastLook !== null && Math.floor(lastLook / DAY_MS) === Math.floor(now / DAY_MS)))
    return [];
  const { name } = grown.creature;
  return [
    adoptStep(
      `${name} is grown up. New eggs can be of the uncommon tier, and you can design a species (POST /api/house/species). Three adults with few deaths unlock the rare tier.`,
    ),
  ];
}

/** What to do for one creature now, all that is due in its house if that is known, and when to come back to it. */
export function livingSteps(now: VisibleLiving, house?: HouseNow, view?: "compact"): NextStep[] {
  const { creature, advice, checkIn, resting } = now;
  const { id, name } = creature;
  const comeBack =
    resting === null
      ? isDue(now)
        ? `${name} is due for care. Check again afterwards.`
        : `Come back to ${name} at ${iso(checkIn.at)}.`
      : `${name} is ${restWords(now)} until ${iso(resting.until)}. Come back to it at ${iso(checkIn.at)}.`;
  return [
    ...(advice === null ? [] : [adviceStep(now, advice)]),
    ...visitSteps(house?.residents ?? []),
    statusStep(id, comeBack, view),
    ...(resting === null ? [] : [endBoardingStep(now)]),
    ...readMoreSteps(creature),
  ];
}
