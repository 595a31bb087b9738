// Lists the public creatures in danger, for the home page.
import type { LivingEntry } from "../../../model/figures/store/living-shapes.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import {
  OF_PUBLIC_SPECIES,
  SEEN,
  withHiddenSpecies,
  joinNonPublicAgents,
} from "../../../model/visibility/store/public-visibility.ts";

const DANGER = sql.statement({
  name: "list-public-in-danger",
  params: { now: sql.int8, limit: sql.int8 },
  row: { entry: sql.jsonb<LivingEntry>(), total: sql.int8 },
  text: `SELECT entry, total FROM (
      SELECT entry, creature_id, count(*) OVER () AS total, stage = 'baby' AS is_baby,
        row_number() OVER (PARTITION BY rollup_living.agent_id ORDER BY stage = 'baby', (entry->>'dies_at')::bigint, creature_id) AS nth
      FROM rollup_living ${joinNonPublicAgents("rollup_living")} ${withHiddenSpecies("rollup_living.species_slug")}
      WHERE ${SEEN} AND entry->>'need' = 'danger'
        AND (entry->>'dies_at')::bigint > $now AND coalesce((entry->>'resting_until')::bigint, 0) <= $now
        AND ${OF_PUBLIC_SPECIES}) endangered
    WHERE nth = 1 ORDER BY is_baby, (entry->>'dies_at')::bigint, creature_id LIMIT $limit`,
});

export interface DangerPage {
  /**
   * Entries with the least remaining time first. Each keeper has at most one and babies are omitted, so that no account can fill
   * the list.
   */
  readonly entries: readonly LivingEntry[];
  /** Counts all creatures in danger, including babies and several of one keeper. */
  readonly total: number;
}

export async function listInDanger(db: Db, now: number, limit: number): Promise<DangerPage> {
  const rows = await db.query(DANGER, { now, limit });
  return {
    entries: rows.map(({ entry }) => entry).filter(({ stage }) => stage !== "baby"),
    total: rows[0]?.total ?? 0,
  };
}
