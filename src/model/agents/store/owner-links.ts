// Stores one owner link per agent, only as a hash. Anyone with the link can read the house.
import type { Resident } from "@denkeeper/rules/creature/creature.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { keptFromRow, type CreatureRow, type StoredCreature } from "../../creatures/store/creature-row.ts";
import { command, finder, inTransaction, type RowFrom } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { nonPublicAgent } from "../../visibility/store/public-visibility.ts";
import { AGENT_COLUMNS, AGENT_ROW, type Agent } from "./agents.ts";

/** Replaces an earlier link. Call after `lockWithKey`. */
export const saveOwnerLink = inTransaction.command({
  name: "save-owner-link",
  params: { agentId: sql.uuid, linkHash: sql.bytea, at: sql.int8Of<RealInstant>() },
  text: `INSERT INTO owner_links (agent_id, link_hash, created_at) VALUES ($agentId, $linkHash, $at)
    ON CONFLICT (agent_id) DO UPDATE SET link_hash = $linkHash, created_at = $at, first_opened_at = NULL`,
});

export const findOwnerLink = finder({
  name: "find-owner-link",
  params: { agentId: sql.uuid },
  row: { createdAt: sql.int8, firstOpenedAt: sql.nullable(sql.int8) },
  text: `SELECT created_at AS "createdAt", first_opened_at AS "firstOpenedAt" FROM owner_links WHERE agent_id = $agentId`,
});

export type OwnerLink = RowFrom<typeof findOwnerLink>;

/** Returns whether the link is still valid. Call after `lockAccount`, so that it stays valid until the transaction ends. */
export const isOwnerLink = inTransaction.asker({
  name: "is-owner-link-in-force",
  params: { agentId: sql.uuid, linkHash: sql.bytea },
  row: sql.FOUND,
  text: `SELECT true FROM owner_links l JOIN agents a ON a.agent_id = l.agent_id AND a.leaving_at IS NULL
      AND a.left_at IS NULL AND a.suspended_at IS NULL
    WHERE l.agent_id = $agentId AND l.link_hash = $linkHash`,
});

/** Returns whether the agent had a link. */
export const deleteOwnerLink = inTransaction.asker({
  name: "delete-owner-link",
  params: { agentId: sql.uuid },
  row: sql.FOUND,
  text: "DELETE FROM owner_links WHERE agent_id = $agentId RETURNING true",
});

export interface OwnedHouse {
  readonly agent: Agent;
  readonly creatures: readonly StoredCreature<Resident>[];
  readonly link: OwnerLink;
  readonly isPublic: boolean;
}

const OPEN = sql.statement({
  name: "open-owned-house",
  params: { agentId: sql.uuid, linkHash: sql.bytea },
  row: {
    ...AGENT_ROW,
    linkCreatedAt: sql.int8,
    firstOpenedAt: sql.nullable(sql.int8),
    isPublic: sql.bool,
    creatures: sql.json<readonly CreatureRow[]>(),
  },
  text: `SELECT ${AGENT_COLUMNS}, l.created_at AS "linkCreatedAt", l.first_opened_at AS "firstOpenedAt",
      NOT ${nonPublicAgent("a")} AS "isPublic",
      (SELECT coalesce(json_agg(c), '[]') FROM creatures c
        WHERE c.agent_id = $agentId AND c.died_at IS NULL AND c.released_at IS NULL) AS creatures
    FROM owner_links l JOIN agents a ON a.agent_id = l.agent_id
    WHERE l.agent_id = $agentId AND l.link_hash = $linkHash
      AND a.left_at IS NULL AND a.leaving_at IS NULL AND a.suspended_at IS NULL`,
});

/** Finds the house of a link. Returns undefined if the link is no longer valid, or its agent is suspended, leaving, or gone. */
export async function findOwnedHouse(db: Db, agentId: string, linkHash: Buffer): Promise<OwnedHouse | undefined> {
  const [row] = await db.query(OPEN, { agentId, linkHash });
  if (row === undefined) return undefined;
  const { creatures, isPublic, linkCreatedAt: createdAt, firstOpenedAt } = row;
  return { agent: row, creatures: creatures.map(keptFromRow), link: { createdAt, firstOpenedAt }, isPublic };
}

/** Records the first opening of a link. The caller must also erase the stored answer that contains the link. */
export const saveOwnerLinkOpened = command({
  name: "mark-owner-link-opened",
  params: { agentId: sql.uuid, linkHash: sql.bytea, at: sql.int8Of<RealInstant>() },
  text: `UPDATE owner_links SET first_opened_at = $at
    WHERE agent_id = $agentId AND link_hash = $linkHash AND first_opened_at IS NULL`,
});
