// GET /api/agents/{username}/graves/{id}: one gravestone.
import { z } from "zod";
import { PUBLIC_MINUTE, contract, nextSteps } from "../../../http/contract/contract.ts";
import { gravestone } from "../../house/graveyard.get/view.ts";
import { livingEntry } from "../../house/living.get/view.ts";
import { instant, resurrectionOffer } from "../../shared/shapes.ts";
import { publicAgent } from "../agent.get/contract.ts";
import { publicCreature } from "../creature.get/contract.ts";
import { LEFT } from "../../../http/respond/left.ts";

export const publicGrave = contract({
  name: "publicGrave",
  method: "GET",
  path: "/api/agents/{username}/graves/{id}",
  summary: "Visit one gravestone.",
  description:
    "What it says, what led there, the last days as a chart, whether its keeper can still call the creature back, and whom the keeper adopted afterwards.",
  auth: "none",
  tool: "visit",
  limit: publicAgent.limit,
  params: z.object({ username: z.string(), id: z.string() }),
  example: { params: { username: "keeper", id: "a530704d-8d65-5e1a-9944-c49adbf450af" } },
  status: 200,
  response: z.object({
    gravestone,
    family: z.string(),
    hatched_at: instant.nullable(),
    resurrected_at: instant.nullable(),
    resurrection: resurrectionOffer.nullable().describe("Null when the creature lives again or died again."),
    life: publicCreature.response.shape.life,
    afterwards: livingEntry.nullable().describe("Whom its keeper adopted next, when that one lives."),
    next_steps: nextSteps,
  }),
  publicCache: PUBLIC_MINUTE,
  invalid: "Invalid gravestone address",
  failure: "Something went wrong reading the gravestone",
  errors: {
    left: LEFT,
    not_found: {
      status: 404,
      error: "Gravestone not found",
      description: "This agent has no such gravestone, or may not be seen.",
      suggestion: "GET /api/house/graveyard lists every gravestone.",
    },
  },
});
