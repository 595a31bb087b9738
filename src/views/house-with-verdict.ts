// Describes a house for its owner: creatures by need, losses, and the verdict. Pages, public answers, and the MCP card share this
// view.
import { returnClosesAt } from "@denkeeper/rules/care/resurrection.ts";
import { byNeed, residentsIn, type ResidentNow } from "@denkeeper/rules/foresight/schedule.ts";
import type { VisibleNow } from "@denkeeper/rules/life/shown.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { verdictOf, type LostCreature, type HouseVerdict } from "@denkeeper/rules/words/verdict.ts";
import type { GravestoneRow } from "../model/creatures/store/gravestones.ts";

interface HouseWithVerdict {
  /** Residents, with the creature in greatest need first. */
  readonly house: readonly ResidentNow[];
  readonly verdict: HouseVerdict;
}

/** `creatures` have no stored gravestone. `stones` are the latest gravestones. */
export function houseWithVerdict(
  creatures: readonly VisibleNow[],
  stones: readonly GravestoneRow[],
  outages: readonly Span[],
  now: Instant,
): HouseWithVerdict {
  const house = byNeed(residentsIn(creatures));
  const lost = [...stones.flatMap((row) => lostCreatures(row, outages)), ...lostAmong(creatures, outages)];
  return { house, verdict: verdictOf({ house, lost, lived: creatures.length + stones.length > 0, now }) };
}

/** Returns an empty list for a death that was undone. */
export function lostCreatures(row: GravestoneRow, outages: readonly Span[]): readonly LostCreature[] {
  const { name, died_at: at, cause, resurrected_at, restored_at } = row;
  if (resurrected_at !== null || restored_at !== null) return [];
  return [{ name, at, cause, returnableUntil: returnClosesAt(at, outages) }];
}

/** Returns deaths that are not yet recorded. */
function lostAmong(creatures: readonly VisibleNow[], outages: readonly Span[]): readonly LostCreature[] {
  return creatures.flatMap((observed) => {
    if (observed.kind !== "dead") return [];
    const { at, cause } = observed.creature.death;
    return [{ name: observed.creature.name, at, cause, returnableUntil: returnClosesAt(at, outages) }];
  });
}
