// A house as its people see it: who lives there by need, who died, and the verdict. Pages, public answers and the card of
// the MCP server say the same.
import { returnClosesAt } from "@denkeeper/rules/care/resurrection.ts";
import { byNeed, residentsIn, type ResidentNow } from "@denkeeper/rules/foresight/schedule.ts";
import type { VisibleNow } from "@denkeeper/rules/life/shown.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { verdictOf, type LostCreature, type HouseVerdict } from "@denkeeper/rules/words/verdict.ts";
import type { GravestoneRow } from "../model/creatures/store/gravestones.ts";

interface HouseWithVerdict {
  /** Who needs somebody most comes first. */
  readonly house: readonly ResidentNow[];
  readonly verdict: HouseVerdict;
}

/** `creatures` are those without a gravestone as far as is stored; `stones` the newest. */
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

/** Nothing for a death that was undone. */
export function lostCreatures(row: GravestoneRow, outages: readonly Span[]): readonly LostCreature[] {
  const { name, died_at: at, cause, resurrected_at, restored_at } = row;
  if (resurrected_at !== null || restored_at !== null) return [];
  return [{ name, at, cause, returnableUntil: returnClosesAt(at, outages) }];
}

/** Deaths that were not recorded yet. */
function lostAmong(creatures: readonly VisibleNow[], outages: readonly Span[]): readonly LostCreature[] {
  return creatures.flatMap((each) => {
    if (each.kind !== "dead") return [];
    const { at, cause } = each.creature.death;
    return [{ name: each.creature.name, at, cause, returnableUntil: returnClosesAt(at, outages) }];
  });
}
