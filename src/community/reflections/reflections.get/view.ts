// The public view of a reflection.
import { iso } from "../../../platform/clock.ts";
import type { DatedMoment } from "../../rollups/store/moments.ts";
import type { ReflectionView } from "../../../http/contract/shapes/reflection.ts";

export function reflectionView({ at, entry }: DatedMoment): ReflectionView {
  const { agent, sitter, creature_id, creature, species, species_key, notes } = entry;
  const by = writtenBy(agent, sitter);
  return { at: iso(at), ...by, creature_id, creature, species, species_key, notes: notes ?? "", untrusted: true };
}

/** The keeper, and the sitter when the words are the sitter's. */
export function writtenBy(agent: string, sitter: string | null | undefined): Pick<ReflectionView, "agent" | "sitter"> {
  return sitter === null || sitter === undefined ? { agent } : { agent, sitter };
}
