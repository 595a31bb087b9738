// Flowers and lamps that were left for a creature in earlier versions: an export still has them.
import { lister } from "../../../platform/database/calls.ts";
import { int8, text, uuid } from "../../../platform/database/statement.ts";

export const listTributes = lister({
  name: "list-tributes",
  params: { agentId: uuid, creatureId: uuid },
  row: { kind: text, total: int8 },
  text: "SELECT kind, total FROM tributes WHERE agent_id = $agentId AND creature_id = $creatureId",
});
