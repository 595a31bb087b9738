// Moves a creature's whole life some hours into the past, for real-time tests that cannot move a clock.
import type { CreatureRow } from "../../src/model/creatures/store/creature-row.ts";
import type { Database } from "../../src/platform/database/db.ts";

/** Instants of a current life, which must move together. */
export const CREATURE_INSTANTS = [
  "adopted_at",
  "hatched_at",
  "baby_at",
  "child_at",
  "teen_at",
  "adult_at",
  "as_of",
  "last_fed_at",
  "last_played_at",
  "last_cleaned_at",
  "last_checked_at",
  "last_care_at",
  "starving_since",
  "critical_since",
  "next_event_at",
] as const satisfies readonly (keyof CreatureRow)[];

export async function backdate(database: Database, creatureId: string, byMs: number): Promise<void> {
  const moved = CREATURE_INSTANTS.map((column) => `${column} = ${column} - $2`).join(", ");
  await database.adHoc(`UPDATE creatures SET ${moved} WHERE creature_id = $1`, [creatureId, byMs]);
  const log = "UPDATE care_log SET at = at - $2, unchecked_since = unchecked_since - $2 WHERE creature_id = $1";
  await database.adHoc(log, [creatureId, byMs]);
}

/** Sets the API's newest heartbeat this far back, as if the service had been down since. */
export async function silenceSince(database: Database, agoMs: number): Promise<void> {
  const text = "UPDATE outage_watch SET newest_beat = (extract(epoch FROM statement_timestamp()) * 1000)::bigint - $1";
  await database.adHoc(text, [agoMs]);
}
