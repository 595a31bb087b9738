// Mistakes that must not compile: judging a stored creature without removing outages.
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { resurrectionOffer } from "@denkeeper/rules/care/resurrection.ts";
import type { Creature, Dead, Living } from "@denkeeper/rules/creature/creature.ts";
import { courseOf } from "@denkeeper/rules/life/course.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { presentInRealTime, creatureAcrossOutages } from "../../src/model/life/present-creature.ts";
import { deathChange, nextEventAt } from "../../src/model/life/time-changes.ts";
import { findCaller, type Caller } from "../../src/model/agents/store/callers.ts";
import type { PresentCreature } from "../../src/model/creatures/store/creature-change.ts";
import {
  creatureFromRow,
  type CreatureRow,
  type StoredCreature,
} from "../../src/model/creatures/store/creature-row.ts";
import {
  findCreature,
  findNewestCreature,
  listDeadSince,
  listLiving,
  saveCreature,
} from "../../src/model/creatures/store/creatures.ts";
import { listDueCreatures } from "../../src/model/creatures/store/due-creatures.ts";
import { findPortraitSubject } from "../../src/model/creatures/store/portraits.ts";
import { listRestorable } from "../../src/operator/outages/store/restorable.ts";
import type { Db } from "../../src/platform/database/db.ts";

const KEEPER = { id: "", username: "", clockMoved: false, clockOffsetMs: 0 };

export function noRuleTakesAStoredCreature(stored: StoredCreature<Living>, outages: readonly Span[]) {
  // @ts-expect-error A stored creature may not have been moved across outages.
  creatureAt(stored.creature, 0);
  // @ts-expect-error The course of a stored creature may run through an outage.
  courseOf(stored.creature);
  // @ts-expect-error A copy of a stored creature is not present either.
  applyCare({ ...stored.creature, lastFedAt: 0 }, "feed", undefined, 0);
  // @ts-expect-error The next event of a creature depends on outages.
  nextEventAt(stored.creature, 0);
  const creature = creatureAcrossOutages(stored, outages, 0);
  return [
    creatureAt(creature, 0),
    courseOf(creature),
    applyCare(creature, "feed", undefined, 0),
    nextEventAt(creature, 0),
  ];
}

export function noChangeStartsFromAStoredCreature(db: Db, stored: StoredCreature, outages: readonly Span[]) {
  // @ts-expect-error A change must begin with a present creature.
  void saveCreature(db, { from: stored, to: stored });
  // @ts-expect-error A death must begin with a present creature.
  deathChange(stored, KEEPER, 0);
  // @ts-expect-error A stored creature does not become present by its name.
  const here: PresentCreature = stored;
  const now = presentInRealTime(stored, outages, 0);
  return [saveCreature(db, { from: now, to: now }), deathChange(now, KEEPER, 0), here];
}

export function presenceKeepsWhatItIs(living: StoredCreature<Living>, dead: StoredCreature<Dead>, any: StoredCreature) {
  // @ts-expect-error The creature may be alive.
  resurrectionOffer(creatureAcrossOutages(any, [], 0), 0);
  // @ts-expect-error The creature is alive.
  resurrectionOffer(creatureAcrossOutages(living, [], 0), 0);
  return resurrectionOffer(creatureAcrossOutages(dead, [], 0), 0);
}

/** Every store function returns a stored creature. A present creature from the store would bypass the outages. */
export async function noStoreFunctionGivesAPresentCreature(db: Db, row: CreatureRow) {
  const found = [
    creatureFromRow(row),
    await findCreature(db, "", ""),
    await findNewestCreature(db, ""),
    ...(await listLiving(db, "")),
    ...(await listDeadSince(db, "", 0)),
    ...(await listDueCreatures(db, { dueBy: 0, slice: 0, limit: 1 })).map(({ stored }) => stored()),
    (await findPortraitSubject(db, "", ""))?.stored,
    ...(await listRestorable(db, { from: 0, until: 0 }, undefined, 1)).flatMap((one) => [one.stored, one.beforeDeath]),
  ];
  // @ts-expect-error None of these creatures is present.
  const around: readonly (PresentCreature | undefined)[] = found;
  const question = {
    agentId: "",
    keyHash: Buffer.alloc(0),
    load: "creatures",
    recordKeyHash: undefined,
    now: 0,
  } as const;
  const caller = (await findCaller(db, question))?.caller;
  // @ts-expect-error The creatures of a found caller are not present before the guard moves them.
  const house: Caller | undefined = caller;
  const stored: readonly (StoredCreature | undefined)[] = found;
  return [around, house, stored, stored.map((each) => each && creatureOf(each))];
}

function creatureOf(stored: StoredCreature): Creature {
  return presentInRealTime(stored, [], 0).creature;
}
