// Items whose category a keeper has found out.
import type { ItemCategory } from "@denkeeper/rules/creature/creature.ts";
import type { ItemAction } from "@denkeeper/rules/species/species.ts";
import type { Db, Statement } from "../db/db.ts";
import type { PrivateText } from "./private-text.ts";

export interface Discovered {
  readonly action: ItemAction;
  readonly item: PrivateText;
  readonly category: ItemCategory;
  readonly score: number;
}

const LIST: Statement = {
  name: "list-discovered",
  text: `SELECT action, item, category, score FROM discovered_items WHERE agent_id = $1 AND creature_id = $2
    ORDER BY action, score DESC, item LIMIT 600`,
};

/** By action, the best first. */
export async function listDiscovered(db: Db, agentId: string, creatureId: string): Promise<readonly Discovered[]> {
  return db.query<Discovered>(LIST, [agentId, creatureId]);
}
