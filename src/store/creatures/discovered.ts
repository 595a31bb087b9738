// Items whose category a keeper has discovered.
import type { ItemCategory } from "@denkeeper/rules/creature/creature.ts";
import type { ItemAction } from "@denkeeper/rules/species/species.ts";
import type { Db } from "../db/db.ts";
import type { RowOf } from "../db/statement.ts";
import { float8, statement, text, textOf, uuid } from "../db/statement.ts";
import type { PrivateText } from "./private-text.ts";

const LIST = statement({
  name: "list-discovered",
  params: { agentId: uuid, creatureId: uuid, judge: text },
  row: { action: textOf<ItemAction>(), item: textOf<PrivateText>(), category: textOf<ItemCategory>(), score: float8 },
  text: `SELECT action, item, category, score FROM discovered_items
    WHERE agent_id = $agentId AND creature_id = $creatureId AND right(model, length($judge)) = $judge
    ORDER BY action, score DESC, item LIMIT 600`,
});

export type Discovered = RowOf<typeof LIST.row>;

/** What this version of the judge said, by action, the best first. */
export async function listDiscovered(
  db: Db,
  agentId: string,
  creatureId: string,
  judge: string,
): Promise<readonly Discovered[]> {
  return db.query(LIST, { agentId, creatureId, judge });
}
