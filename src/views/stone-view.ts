// Describes a gravestone for public answers.
import type { z } from "zod";
import { iso } from "../platform/clock.ts";
import { lifespanWords } from "@denkeeper/rules/life/death.ts";
import { stoneLine } from "@denkeeper/rules/words/stone-line.ts";
import type { GravestoneRow } from "../model/creatures/store/gravestones.ts";
import type { gravestone } from "../http/contract/shapes/gravestone.ts";

export function gravestoneView(row: GravestoneRow): z.input<typeof gravestone> {
  return {
    id: row.gravestone_id,
    name: row.name,
    creature_id: row.creature_id,
    species: row.species_name,
    species_key: row.species_slug,
    stage_reached: row.stage_reached,
    lived_hours: Math.round(row.lived_ms / 36_000) / 100,
    lived: lifespanWords(row.lived_ms),
    caretaker: row.caretaker,
    feedings: row.feedings,
    missed_feedings: row.missed_feedings,
    last_care_action: row.last_care_action,
    cause: row.cause,
    epitaph: row.epitaph,
    epitaph_short: stoneLine({
      creatureId: row.creature_id,
      cause: row.cause,
      diedAt: row.died_at,
      livedMs: row.lived_ms,
      feedings: row.feedings,
      missedFeedings: row.missed_feedings,
      lastCareAction: row.last_care_action,
    }),
    died_at: iso(row.died_at),
    resurrected: row.resurrected_at !== null,
    ...(row.resurrected_at === null ? {} : { resurrected_at: iso(row.resurrected_at) }),
    restored: row.restored_at !== null,
    post_mortem: row.post_mortem.map(({ at, event, note }) => ({ at: iso(at), event, note })),
    untrusted: true,
  };
}
