// Which creature a care action is for: the one that is named, or the only one that could be meant.
import type { Dead, Kept } from "@denkeeper/rules/creature/creature.ts";
import { returnableSince } from "@denkeeper/rules/care/resurrection.ts";
import type { ShownOf } from "@denkeeper/rules/creature/visibility.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { shownAt } from "@denkeeper/rules/life/shown.ts";
import { presentCreature } from "../../model/life/amnesty.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { findCreature, listDeadSince } from "../../model/creatures/store/creatures.ts";
import type { Db } from "../../platform/database/db.ts";
import { CannotCare } from "./cannot-care.ts";

export async function targetOf(db: Db, caller: Caller, wanted: string | undefined): Promise<PresentCreature<Kept>> {
  return wanted === undefined ? onlyOne(db, caller) : named(db, caller, wanted);
}

async function named(db: Db, caller: Caller, wanted: string): Promise<PresentCreature<Kept>> {
  const { agent, creatures, outages, houseNow } = caller;
  const found = creatures.find(({ creature }) => creature.id === wanted);
  if (found !== undefined) return found;
  const stored = await findCreature(db, agent.id, wanted);
  const buried = stored === undefined ? undefined : presentCreature(stored, outages, houseNow);
  if (buried !== undefined && buried.death !== null)
    throw new CannotCare({ kind: "dead", creature: buried, isNamed: true }, caller);
  throw new CannotCare({ kind: "not_found", wanted }, caller);
}

/** Eggs take no care: one is meant only when nothing else lives here. */
async function onlyOne(db: Db, caller: Caller): Promise<PresentCreature<Kept>> {
  const seen = caller.creatures.map((stored) => ({ stored, kind: shownAt(stored.creature, caller.houseNow).kind }));
  const living = seen.flatMap(({ stored, kind }) => (kind === "living" ? [stored] : []));
  const [only = seen.find(({ kind }) => kind === "egg")?.stored, ...more] = living;
  if (more.length > 0) throw new CannotCare({ kind: "which", living }, caller);
  if (only !== undefined) return only;
  const last = await lastToDie(db, caller);
  throw new CannotCare(
    last === undefined ? { kind: "empty_house" } : { kind: "dead", creature: last, isNamed: false },
    caller,
  );
}

/** Of those who can still be called back, or whose death was not noticed yet. */
async function lastToDie(
  db: Db,
  { agent, creatures, outages, sitter, houseNow }: Caller,
): Promise<ShownOf<Dead> | undefined> {
  const unnoticed = creatures.map(({ creature }) => settleAny(creature, houseNow));
  const buried = await listDeadSince(db, agent.id, returnableSince(houseNow, outages));
  const [last] = [...unnoticed, ...buried.map((stored) => presentCreature(stored, outages, houseNow))]
    .filter((creature) => creature.death !== null)
    .filter(({ id }) => sitter?.creatureIds.includes(id) ?? true)
    .toSorted((a, b) => b.death.at - a.death.at);
  return last;
}
