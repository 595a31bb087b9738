// How a sitter looks in answers, without its key.
import { z } from "zod";
import { namedObject } from "../../http/contract/json-schema.ts";
import { careAction, instant } from "../../http/contract/shapes/creature.ts";

export const sitterView = namedObject("Sitter", {
  sitter_id: z.uuid(),
  name: z.string(),
  creature_ids: z.array(z.uuid()),
  actions: z.array(careAction),
  created_at: instant,
  until: instant,
  has_come: z.boolean().describe("Whether the key was ever used."),
});
