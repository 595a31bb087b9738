// Reads watched creatures with the events stored since the last observation.
import { isHooked, type Watch } from "../../../model/silence/store/watches.ts";
import type { Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { creatureFromRow, type CreatureRow, type StoredCreature } from "../../../model/creatures/store/creature-row.ts";
import type { EventDetails } from "../../../model/creatures/store/events.ts";

const LIST = sql.statement({
  name: "list-watched",
  params: { agentIds: sql.array(sql.uuid), creatureIds: sql.array(sql.uuid), seqs: sql.array(sql.int8) },
  row: {
    row: sql.json<CreatureRow>(),
    keeper: sql.text,
    clockMoved: sql.bool,
    isHooked: sql.bool,
    seq: sql.int8,
    events: sql.json<readonly { readonly at: number; readonly details: EventDetails }[]>(),
  },
  text: `SELECT row_to_json(c) AS row, a.username AS keeper, a.clock_moved AS "clockMoved", ${isHooked("c")} AS "isHooked",
      a.event_seq AS seq,
      CASE WHEN a.event_seq = asked.seq THEN '[]' ELSE (
        SELECT coalesce(json_agg(json_build_object('at', e.at, 'details', e.details) ORDER BY e.seq), '[]') FROM events e
        WHERE e.agent_id = c.agent_id AND e.seq > asked.seq AND e.creature_id = c.creature_id) END AS events
    FROM unnest($agentIds::uuid[], $creatureIds::uuid[], $seqs::bigint[]) AS asked (agent_id, creature_id, seq)
    JOIN creatures c ON c.agent_id = asked.agent_id AND c.creature_id = asked.creature_id
    JOIN agents a ON a.agent_id = asked.agent_id`,
  ofAgents: "ANY ($agentIds::uuid[])",
});

export interface WatchedCreature {
  readonly agentId: string;
  readonly creatureId: string;
  /** Parses the row, and throws if it contradicts itself. A function, so that a faulty row does not stop other creatures. */
  readonly stored: () => StoredCreature;
  /** Username of the keeper. */
  readonly keeper: string;
  /** True if a hook covers the creature and the house's clock was not moved. */
  readonly isWanted: boolean;
  /** Events since the last observation, in order. */
  readonly events: readonly { readonly at: number; readonly details: EventDetails }[];
  /** Sequence number of the house's newest event. */
  readonly seq: number;
}

/** Lists the creatures of watches, unordered. Deleted creatures are missing. */
export async function listWatched(tx: Tx, watches: readonly Watch[]): Promise<readonly WatchedCreature[]> {
  const rows = await tx.query(LIST, {
    agentIds: watches.map(({ agentId }) => agentId),
    creatureIds: watches.map(({ creatureId }) => creatureId),
    seqs: watches.map(({ seq }) => seq),
  });
  return rows.map((watched) => ({
    agentId: watched.row.agent_id,
    creatureId: watched.row.creature_id,
    stored: () => creatureFromRow(watched.row),
    keeper: watched.keeper,
    isWanted: watched.isHooked && !watched.clockMoved,
    events: watched.events,
    seq: watched.seq,
  }));
}
