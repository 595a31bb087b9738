// Mistakes with the union of creatures that must not compile. Each applies a rule to a kind of creature that it does not support.
import { hatch } from "@denkeeper/rules/care/adoption.ts";
import { board, returnFromBoarding, suspend } from "@denkeeper/rules/care/boarding.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { check } from "@denkeeper/rules/care/check.ts";
import { release, takeBack } from "@denkeeper/rules/care/release.ts";
import { resurrect, resurrectionOffer } from "@denkeeper/rules/care/resurrection.ts";
import {
  isLiving,
  type Creature,
  type Dead,
  type Egg,
  type Resident,
  type Living,
  type Released,
} from "@denkeeper/rules/creature/creature.ts";
import { forecastOf } from "@denkeeper/rules/foresight/forecast.ts";
import { courseOf } from "@denkeeper/rules/life/course.ts";
import { postMortem } from "@denkeeper/rules/life/death.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";

export function onlyTheLivingHaveACourse(egg: Egg, living: Living, dead: Dead, released: Released, any: Creature) {
  // @ts-expect-error An egg has no course.
  courseOf(egg);
  // @ts-expect-error The dead have no course.
  settle(dead, 0);
  // @ts-expect-error The released have no course.
  forecastOf(released, 24);
  // @ts-expect-error The creature may be dead.
  courseOf(any);
  return [courseOf(living), settle(living, 0), forecastOf(living, 24), isLiving(any) ? courseOf(any) : undefined];
}

export function onlyTheLivingTakeCare(egg: Egg, living: Living, dead: Dead, released: Released) {
  // @ts-expect-error EGG-1: an egg takes no care.
  applyCare(egg, "feed", undefined, 0);
  // @ts-expect-error DEATH-2: a dead creature takes no care.
  applyCare(dead, "feed", undefined, 0);
  // @ts-expect-error RELEASE-1: a released creature takes no care.
  applyCare(released, "feed", undefined, 0);
  // @ts-expect-error EGG-1: an egg is not checked.
  check(egg, 0);
  // @ts-expect-error The dead do not rest.
  returnFromBoarding(dead, 0);
  // @ts-expect-error SUSPEND-1: an egg has no clock to stop.
  suspend(egg, 0);
  const outcome = applyCare(living, "feed", undefined, 0);
  return [outcome, check(living, 0), returnFromBoarding(living, 0), suspend(living, 0)];
}

export function careMayKill(living: Living): Living | undefined {
  const outcome = applyCare(living, "feed", undefined, 0);
  if (outcome.kind !== "done") return undefined;
  // @ts-expect-error A harmful item may have taken its last health.
  const unasked: Living = outcome.creature;
  return outcome.creature.death === null ? outcome.creature : resurrect(outcome.creature, unasked.asOf);
}

export function onlyResidentsAreReleased(kept: Resident, dead: Dead, released: Released) {
  // @ts-expect-error RELEASE-2: the dead are not released.
  release(dead, 0);
  // @ts-expect-error No creature is released twice.
  release(released, 0);
  // @ts-expect-error BOARD-1: the dead are not boarded.
  board(dead, 0, 1);
  // @ts-expect-error Only the released are taken back.
  takeBack(kept, 0);
  return [release(kept, 0), board(kept, 0, 1), takeBack(released, 0)];
}

export function onlyTheDeadReturn(egg: Egg, living: Living, dead: Dead, released: Released) {
  // @ts-expect-error BACK-1: the living do not return.
  resurrect(living, 0);
  // @ts-expect-error BACK-1: a released creature does not return.
  resurrectionOffer(released, 0);
  // @ts-expect-error There is no post-mortem of the living.
  postMortem(living, living);
  // @ts-expect-error EGG-2: only an egg hatches.
  hatch(living, 0);
  return [resurrect(dead, 0), resurrectionOffer(dead, 0), postMortem(living, dead), hatch(egg, 0)];
}

export function noImpossibleMixes(egg: Egg, living: Living, dead: Dead, released: Released): readonly Creature[] {
  // @ts-expect-error An egg is not an adult.
  const grown: Creature = { ...egg, stage: "adult" };
  // @ts-expect-error An egg does not die.
  const spoilt: Creature = { ...egg, death: { at: 0, cause: "hunger" } };
  // @ts-expect-error The dead are not released.
  const gone: Creature = { ...dead, releasedAt: 0 };
  // @ts-expect-error A baby has hatched.
  const back: Creature = { ...living, hatchedAt: null };
  const buried: Dead = { ...living, death: { at: 0, cause: "hunger" } };
  const free: Released = { ...living, releasedAt: 0 };
  return [grown, spoilt, gone, back, buried, free, { ...released, releasedInDistress: true }];
}

export function onlyTheKindTellsTheCreature(any: Creature) {
  const now = creatureAt(any, 0);
  // @ts-expect-error The creature may be an egg, dead, or released.
  const guessed: Living = now.creature;
  const known: Living | undefined = now.kind === "living" ? now.creature : undefined;
  const dead: Dead | undefined = now.kind === "dead" ? now.creature : undefined;
  return [guessed, known, dead];
}
