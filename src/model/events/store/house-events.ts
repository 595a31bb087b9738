// Stores events that change no creature: events of the account, its credits, and its portraits.
import { STATEMENT_TIME } from "../../../platform/database/database-time.ts";
import type { Tx } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";

const INSERT = sql.statement({
  name: "insert-house-event",
  params: {
    agentId: sql.uuid,
    seq: sql.int8,
    at: sql.int8,
    type: sql.text,
    creatureId: sql.nullable(sql.uuid),
    creatureName: sql.nullable(sql.text),
    details: sql.jsonb<NewHouseEvent["details"]>(),
  },
  row: {},
  text: `INSERT INTO events (agent_id, seq, at, recorded_at, type, creature_id, creature_name, details)
    VALUES ($agentId, $seq, $at, ${STATEMENT_TIME}, $type, $creatureId, $creatureName, $details)`,
});

export interface NewHouseEvent {
  readonly agentId: string;
  /** The number that `takeEventNumber` returned in the same transaction. */
  readonly seq: number;
  /** House time of the event. */
  readonly at: number;
  readonly creature?: { readonly id: string; readonly name: string };
  /** Has the shape of `EventDetails` in src/model/creatures/store/events.ts. */
  readonly details: { readonly type: string; readonly [more: string]: unknown };
}

export async function insertHouseEvent(tx: Tx, { agentId, seq, at, creature, details }: NewHouseEvent): Promise<void> {
  const { id: creatureId = null, name: creatureName = null } = creature ?? {};
  await tx.query(INSERT, { agentId, seq, at, type: details.type, creatureId, creatureName, details });
}

const NUMBER = sql.statement({
  name: "number-house-event",
  params: { agentId: sql.uuid },
  row: { seq: sql.int8, clockOffsetMs: sql.int8 },
  text: `UPDATE agents SET event_seq = event_seq + 1 WHERE agent_id = $agentId
    RETURNING event_seq AS seq, clock_offset_ms AS "clockOffsetMs"`,
});

/**
 * Reserves the next event number and returns the offset of the house's clock. Other events of the house wait for this
 * transaction.
 */
export async function takeEventNumber(tx: Tx, agentId: string) {
  const [row] = await tx.query(NUMBER, { agentId });
  if (row === undefined) throw new Error(`agent ${agentId} does not exist, so it can have no event`);
  return row;
}
