// Flowers and lamps that were left for creatures: how many, never by whom (TRIBUTE rules).
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { lister } from "../db/calls.ts";
import type { Transacting } from "../db/db.ts";
import { array, int8, jsonb, statement, text, textOf, uuid } from "../db/statement.ts";
import { lockAccount } from "../events/account-events.ts";
import { insertHouseEvent, takeEventNumber } from "../events/house-events.ts";

/** At a grave, and at the doorway of whoever has not died. */
export const TRIBUTE_KINDS = ["flower", "lamp"] as const;
export type TributeKind = (typeof TRIBUTE_KINDS)[number];

/** A row of `tributes`, or what is to be added to it. */
export interface TributeRow {
  readonly agent_id: string;
  readonly creature_id: string;
  readonly kind: TributeKind;
  readonly total: number;
  readonly by_agents: number;
  readonly last_at: number;
}

export const listTributes = lister({
  name: "list-tributes",
  params: { agentId: uuid, creatureId: uuid },
  row: { kind: textOf<TributeKind>(), total: int8 },
  text: "SELECT kind, total FROM tributes WHERE agent_id = $agentId AND creature_id = $creatureId",
});

/** Nothing is kept for those who have left: what was counted just before must not come back. */
const SAVE = statement({
  name: "save-tributes",
  params: { rows: jsonb<readonly TributeRow[]>() },
  row: {},
  text: `INSERT INTO tributes AS t SELECT new.* FROM jsonb_populate_recordset(NULL::tributes, $rows::jsonb) new
    JOIN agents a ON a.agent_id = new.agent_id AND a.left_at IS NULL
    JOIN creatures c ON c.agent_id = new.agent_id AND c.creature_id = new.creature_id
    ORDER BY new.agent_id, new.creature_id, new.kind
    ON CONFLICT (agent_id, creature_id, kind) DO UPDATE SET total = t.total + EXCLUDED.total,
      by_agents = t.by_agents + EXCLUDED.by_agents, last_at = greatest(t.last_at, EXCLUDED.last_at)`,
});

const tributesOf = (kind: TributeKind): string =>
  `LEFT JOIN tributes ${kind} ON ${kind}.agent_id = c.agent_id AND ${kind}.creature_id = c.creature_id AND ${kind}.kind = '${kind}'`;

/** Those of these creatures for which nothing was left since then. */
const LIST_UNTOLD = statement({
  name: "list-untold-tributes",
  params: { agentIds: array(uuid), creatureIds: array(uuid), since: int8 },
  row: { agentId: uuid, id: uuid, name: text, flower: int8, lamp: int8 },
  text: `SELECT c.agent_id AS "agentId", c.creature_id AS id, c.name, coalesce(flower.total, 0) AS flower,
      coalesce(lamp.total, 0) AS lamp
    FROM unnest($agentIds::uuid[], $creatureIds::uuid[]) AS given (agent_id, creature_id)
    JOIN creatures c ON c.agent_id = given.agent_id AND c.creature_id = given.creature_id
    JOIN agents a ON a.agent_id = c.agent_id AND a.left_at IS NULL
    ${tributesOf("flower")} ${tributesOf("lamp")}
    WHERE coalesce(greatest(flower.last_at, lamp.last_at), 0) < $since ORDER BY c.agent_id, c.creature_id`,
});

/** Adds what was left until `at`. Whoever gets the first of a day is told of it, and of all before (TRIBUTE-4). */
export async function saveTributes(database: Transacting, rows: readonly TributeRow[], at: number): Promise<void> {
  const once = [...new Map(rows.map((row) => [row.creature_id, row])).values()];
  const [agentIds, creatureIds] = [once.map(({ agent_id }) => agent_id), once.map(({ creature_id }) => creature_id)];
  const asked = { agentIds, creatureIds, since: at - (at % DAY_MS) };
  await database.withTransaction(async (tx) => {
    const untold = await tx.query(LIST_UNTOLD, asked);
    for (const { agentId } of untold) await lockAccount(tx, { agentId });
    // Another process may have told some of them meanwhile.
    for (const { agentId, id, name, ...before } of untold.length === 0 ? [] : await tx.query(LIST_UNTOLD, asked)) {
      const { seq, clockOffsetMs } = await takeEventNumber(tx, agentId);
      const own = rows.filter(({ creature_id }) => creature_id === id);
      const totals = Object.fromEntries(own.map(({ kind, total }) => [`${kind}s`, before[kind] + total]));
      const details = { type: "tributes", ...totals };
      await insertHouseEvent(tx, { agentId, seq, at: at + clockOffsetMs, creature: { id, name }, details });
    }
    await tx.query(SAVE, { rows });
  });
}
