// Repairs records after a clock ran ahead and was set back. Instants that it recorded are in the future, and lives would stand
// still until then, so they are moved back. Houses that moved their own clock keep their time.
import { inTransaction } from "../../../platform/database/calls.ts";
import type { Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

/** The name of the mark with the instant that the fast clock had reached. */
export const RAN_AHEAD = "clock_ran_ahead";

/** Columns with instants, by table. If the first one of a row is in the future, all future instants of the row are moved back. */
const OF_AGENTS = {
  creatures:
    "as_of adopted_at hatched_at baby_at child_at teen_at adult_at starving_since critical_since next_event_at",
  care_log: "recorded_at at until unchecked_since",
  events: "recorded_at at",
  visits: "at told_at",
  pulses: "last_at look_at closed_at",
  call_trail: "last_at first_at recorded_at",
  agents: "created_at",
  agent_keys: "created_at first_used_at",
  recovery_codes: "created_at",
  portraits: "generated_at",
};
const OF_SERVICE = { outages: "until_at recorded_at", rollups: "computed_at", rollup_marks: "at", leases: "until" };

/** Clocks of a creature, which are all moved back, since a pause moved them together. */
const CLOCKS = "last_fed_at last_played_at last_cleaned_at last_checked_at last_care_at rhythm_since";

function inList(column: string, key: string): string {
  return `${column} = (SELECT coalesce(jsonb_agg(CASE WHEN (e->>'${key}')::int8 > $now
      THEN jsonb_set(e, '{${key}}', to_jsonb((e->>'${key}')::int8 - $byMs)) ELSE e END ORDER BY place), '[]')
    FROM jsonb_array_elements(${column}) WITH ORDINALITY each(e, place))`;
}

/**
 * SQL: shortens pauses, which makes the creature older. Boarded creatures are excluded, since their clocks already show the
 * return.
 */
const OF_CREATURES = `, version = version + 1, ${inList("pauses", "until")}, ${inList("recent_care", "at")},
  ${CLOCKS.replaceAll(/(\w+)( ?)/g, (_, name, more) => `${name} = ${name} - $byMs${more && ", "}`)},
  dead_ms = dead_ms - (SELECT count(*) FROM jsonb_array_elements(pauses) p WHERE (p->>'until')::int8 > $now) * $byMs`;
const AWAKE = "AND (coalesce(pauses->-1->>'kind', 'amnesty') = 'amnesty' OR (pauses->-1->>'until')::int8 < as_of)";
const REAL = "AND agent_id NOT IN (SELECT agent_id FROM agents WHERE clock_moved)";

const MOVES = Object.entries({ ...OF_AGENTS, ...OF_SERVICE }).map(([table, columns]) => {
  const instants = columns.split(" ");
  const moved = instants.map((name) => `${name} = CASE WHEN ${name} > $now THEN ${name} - $byMs ELSE ${name} END`);
  const [more, which] = table === "creatures" ? [OF_CREATURES, AWAKE] : ["", ""];
  const whose = table in OF_AGENTS ? REAL : "";
  const text = `UPDATE ${table} SET ${moved.join(", ")} ${more} WHERE ${instants[0]} > $now ${which} ${whose}`;
  return sql.statement({ name: `set-back-${table}`, params: { now: sql.int8, byMs: sql.int8 }, row: {}, text });
});

const recordSetBack = inTransaction.command({
  name: "record-clock-set-back",
  params: { now: sql.int8, byMs: sql.int8 },
  text: `WITH watch AS (UPDATE outage_watch SET version = version + 1)
    INSERT INTO rollup_marks VALUES ('${RAN_AHEAD}', $now::int8 + $byMs) ON CONFLICT (name) DO UPDATE SET at = EXCLUDED.at`,
});

/** Moves recorded instants back after the clock ran ahead of `now` by `byMs`. Call after `lockOutages`. */
export async function moveBack(tx: Tx, now: number, byMs: number): Promise<void> {
  for (const move of MOVES) await tx.query(move, { now, byMs });
  await recordSetBack(tx, { now, byMs });
}
