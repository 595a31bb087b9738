// A stored sitter as answers show it.
import type { z } from "zod";
import { iso } from "../../../platform/clock.ts";
import type { Sitter } from "../../../model/agents/store/sitters.ts";
import type { sitterView } from "../shapes.ts";

export function sitterViewOf(sitter: Sitter): z.input<typeof sitterView> {
  const { id, name, creatureIds, actions, createdAt, expiresAt, firstUsedAt } = sitter;
  return {
    sitter_id: id,
    name,
    creature_ids: [...creatureIds],
    actions: [...actions],
    created_at: iso(createdAt),
    until: iso(expiresAt),
    has_come: firstUsedAt !== null,
  };
}
