// Saves a resurrection's debit, creature, log row, and gravestone in one transaction, so a failure undoes the debit.
import { resurrect, resurrectionOffer } from "@denkeeper/rules/care/resurrection.ts";
import type { Dead, Living } from "@denkeeper/rules/creature/creature.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { findCreature, saveCreature } from "../../model/creatures/store/creatures.ts";
import { saveStoneResurrected } from "../../model/creatures/store/gravestones.ts";
import { AlreadyPosted } from "../../model/ledger/store/ledger.ts";
import { deathNumberOf } from "../../model/life/gravestone-row.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import { deathChange, nextEventAt } from "../../model/life/time-changes.ts";
import type { Db, Tx } from "../../platform/database/db.ts";
import { spend } from "../spend.ts";

export interface ResurrectionTarget {
  readonly stored: PresentCreature;
  readonly dead: Dead;
  readonly cost: number;
}

export type TargetResult =
  | ({ readonly kind: "dead" } & ResurrectionTarget)
  | { readonly kind: "alive"; readonly name: string }
  | { readonly kind: "not_found" | "closed" };

/** Finds the requested creature, or why it cannot be resurrected. Returns undefined if the caller must be reloaded. */
export async function findTarget(
  db: Db,
  { agent, outages, houseNow, clockTrusted }: Caller,
  { wanted, now }: { readonly wanted: string; readonly now: RealInstant },
): Promise<TargetResult | undefined> {
  const row = await findCreature(db, agent.id, wanted);
  if (row === undefined || row.creature.releasedAt !== null) return { kind: "not_found" };
  const stored = presentInRealTime(row, outages, now);
  const { creature } = stored;
  if (creature.death === null) {
    const death = deathChange(stored, agent, now);
    if (death === undefined) return { kind: "alive", name: creature.name };
    if (!clockTrusted)
      throw new Error(`the clock cannot be trusted, so the death of ${creature.id} cannot be recorded`);
    await saveCreature(db, death);
    return undefined;
  }
  const { possible, cost } = resurrectionOffer(creature, houseNow, outages);
  return possible ? { kind: "dead", stored, dead: creature, cost } : { kind: "closed" };
}

/** Thrown inside the transaction to undo it after a conflict. */
class StaleError extends Error {}

/** Debits the agent and resurrects the creature. Returns the creature with the remaining credits. */
export async function saveResurrection(
  tx: Tx,
  { agent, houseNow }: Caller,
  { stored, dead, cost }: ResurrectionTarget,
  now: RealInstant,
): Promise<{ readonly creature: Living; readonly left: number }> {
  const creature = resurrect(dead, houseNow);
  const deathNumber = deathNumberOf(dead);
  const key = `resurrection:${creature.id}:${deathNumber}`;
  const left = await spend(tx, { agentId: agent.id, key, credits: cost, at: now });
  if (left === undefined) throw new StaleError();
  const saved = await saveCreature(tx, {
    from: stored,
    to: { ...stored, creature, nextEventAt: nextEventAt(creature, agent.clockOffsetMs) },
    log: [{ kind: "resurrect", recordedAt: now, at: creature.asOf }],
  });
  if (saved === undefined) throw new StaleError();
  const stone = { agentId: agent.id, creatureId: creature.id, deathNumber, at: creature.asOf };
  if (!(await saveStoneResurrected(tx, stone))) {
    throw new Error(
      `death ${deathNumber} of creature ${creature.id} has no gravestone that can be marked as resurrected`,
    );
  }
  return { creature, left };
}

/** Awaits a transaction that calls `saveResurrection`. Returns undefined on a conflict. */
export async function unlessStale<Answer>(transaction: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await transaction;
  } catch (thrown) {
    if (thrown instanceof StaleError || thrown instanceof AlreadyPosted) return undefined;
    throw thrown;
  }
}
