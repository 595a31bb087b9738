// Inserts hooks directly into the database, for tests and scripts that do not confirm them by a message.
import { randomUUIDv7 } from "node:crypto";
import { HOOK_EVENTS } from "@denkeeper/rules/foresight/hook-events.ts";
import type { HookVault } from "../../src/owners/hooks/channels/vault.ts";
import type { Database } from "../../src/platform/database/db.ts";
import { refreshHouseWatches } from "../../src/model/silence/store/watches.ts";
import { CREATURE_INSTANTS } from "./backdate.ts";

/** Signing secret of every hook inserted here. */
const SECRET = `whsec_${Buffer.alloc(32).toString("base64")}`;

export interface HookOptions {
  readonly creatureId?: string;
  readonly events?: readonly string[];
  /** The receiver of messages. Without it, the hook has no usable target. */
  readonly to?: { readonly vault: HookVault; readonly url: string };
}

/** Inserts a hook for each of these agents, confirmed long ago. */
export async function insertHooks(
  database: Database,
  agentIds: readonly string[],
  { creatureId, events = HOOK_EVENTS, to }: HookOptions = {},
): Promise<void> {
  const hookIds = agentIds.map(() => randomUUIDv7());
  const host = to === undefined ? "example.com" : new URL(to.url).hostname;
  await database.adHoc(
    `INSERT INTO hooks (agent_id, hook_id, kind, creature_id, events, host, sealed_target, shown_target, sealed_secret,
        created_at, confirmed_at)
      SELECT agent_id, hook_id, 'webhook', $3, $4, $5, target, '', secret, 0, 0
      FROM unnest($1::uuid[], $2::uuid[], $6::bytea[], $7::bytea[]) AS given (agent_id, hook_id, target, secret)`,
    [
      agentIds,
      hookIds,
      creatureId ?? null,
      events,
      host,
      hookIds.map((id) => to?.vault.sealTarget(id, { url: to.url }) ?? Buffer.alloc(1)),
      hookIds.map((id) => to?.vault.sealSecret(id, SECRET) ?? null),
    ],
  );
}

/** Stores a hook for one agent and starts watching its creatures. */
export async function hookFor(database: Database, agentId: string, options: HookOptions = {}): Promise<void> {
  await insertHooks(database, [agentId], options);
  await database.withTransaction((tx) => refreshHouseWatches(tx, agentId));
}

/** Lets time pass for a creature, its watch and its keeper's pulse. */
export async function letPass(database: Database, creatureId: string, ms: number): Promise<void> {
  const moved = CREATURE_INSTANTS.map((column) => `${column} = ${column} - $2`).join(", ");
  const pauses = `pauses = (SELECT jsonb_agg(p || jsonb_build_object('from', (p->>'from')::bigint - $2, 'until',
    (p->>'until')::bigint - $2)) FROM jsonb_array_elements(pauses) p)`;
  const byMs = Math.round(ms);
  await database.adHoc(`UPDATE creatures SET ${moved}, ${pauses} WHERE creature_id = $1`, [creatureId, byMs]);
  await database.adHoc(
    "UPDATE hook_watches SET next_at = next_at - $2, watched_until = watched_until - $2 WHERE creature_id = $1",
    [creatureId, byMs],
  );
  // Shifts every number in the incident details that is an instant.
  const movedIncident = `(SELECT jsonb_object_agg(key, CASE
      WHEN key = 'told' AND value <> 'null' THEN jsonb_set(value, '{at}', to_jsonb((value->>'at')::bigint - $2::bigint))
      WHEN jsonb_typeof(value) = 'number' AND value::numeric > 1e12 THEN to_jsonb(value::bigint - $2::bigint)
      ELSE value END) FROM jsonb_each(incident))`;
  await database.adHoc(
    `UPDATE pulses SET last_at = last_at - $2, look_at = look_at - $2, closed_at = closed_at - $2,
        incident = ${movedIncident}
      WHERE agent_id = (SELECT agent_id FROM creatures WHERE creature_id = $1)`,
    [creatureId, byMs],
  );
}
