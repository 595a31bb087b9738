// The deaths that a verdict may mention: those with a gravestone, and those that were not recorded yet.
import { returnClosesAt } from "@denkeeper/rules/care/resurrection.ts";
import type { ShownNow } from "@denkeeper/rules/life/shown.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Lost } from "@denkeeper/rules/words/verdict.ts";
import type { GravestoneRow } from "../../../store/creatures/gravestones.ts";

/** Nothing for a death that was undone. */
export function lostUnder(row: GravestoneRow, outages: readonly Span[]): readonly Lost[] {
  const { name, died_at: at, cause, resurrected_at, restored_at } = row;
  if (resurrected_at !== null || restored_at !== null) return [];
  return [{ name, at, cause, returnableUntil: returnClosesAt(at, outages) }];
}

export function lostAmong(creatures: readonly ShownNow[], outages: readonly Span[]): readonly Lost[] {
  return creatures.flatMap((each) => {
    if (each.kind !== "dead") return [];
    const { at, cause } = each.creature.death;
    return [{ name: each.creature.name, at, cause, returnableUntil: returnClosesAt(at, outages) }];
  });
}
