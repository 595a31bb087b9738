// Lists the scored items that a keeper has given a creature.
import type { ItemCategory } from "@denkeeper/rules/creature/creature.ts";
import type { ItemAction } from "@denkeeper/rules/species/species.ts";
import { lister, type RowFrom } from "../../../platform/database/calls.ts";
import * as sql from "../../../platform/database/statement.ts";
import type { PrivateText } from "../../../model/creatures/store/private-text.ts";

/** Lists items scored by the given version of the judge, best first for each action. */
export const listDiscovered = lister({
  name: "list-discovered",
  params: { agentId: sql.uuid, creatureId: sql.uuid, judge: sql.text },
  row: {
    action: sql.textOf<ItemAction>(),
    item: sql.textOf<PrivateText>(),
    category: sql.textOf<ItemCategory>(),
    score: sql.float8,
  },
  text: `SELECT action, item, category, score FROM discovered_items
    WHERE agent_id = $agentId AND creature_id = $creatureId AND right(model, length($judge)) = $judge
    ORDER BY action, score DESC, item LIMIT 600`,
});

export type DiscoveredRow = RowFrom<typeof listDiscovered>;
