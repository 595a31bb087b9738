// GET /api/agents/{username}/graves/{id}: one gravestone.
import { z } from "zod";
import { PUBLIC_MINUTE, contract, nextSteps } from "../../../http/contract/contract.ts";
import { gravestone } from "../../../http/contract/shapes/gravestone.ts";
import { livingEntry } from "../../../http/contract/shapes/living.ts";
import { instant, resurrectionOffer } from "../../../http/contract/shapes/creature.ts";
import { publicAgent } from "../../keepers/agent.get/contract.ts";
import { publicCreature } from "../../creatures/creature.get/contract.ts";
import { GENERAL_ERRORS } from "../../../http/contract/general-errors.ts";

export const publicGrave = contract({
  name: "publicGrave",
  method: "GET",
  path: "/api/agents/{username}/graves/{id}",
  summary: "Visit one gravestone.",
  description:
    "The gravestone, what led to the death, the last days as a chart, whether the keeper can still resurrect the creature, and which creature the keeper adopted next.",
  auth: "none",
  mcp: { tool: "browse" },
  limit: publicAgent.limit,
  params: z.object({ username: z.string(), id: z.string() }),
  example: { params: { username: "keeper", id: "a530704d-8d65-5e1a-9944-c49adbf450af" } },
  response: z.object({
    gravestone,
    family: z.string(),
    hatched_at: instant.nullable(),
    resurrected_at: instant.nullable(),
    resurrection: resurrectionOffer.nullable().describe("Null if the creature was resurrected or died again."),
    life: publicCreature.response.shape.life,
    afterwards: livingEntry.nullable().describe("The creature its keeper adopted next, if it is alive."),
    next_steps: nextSteps,
  }),
  cache: { public: PUBLIC_MINUTE },
  invalid: "Invalid gravestone address",
  errors: {
    keeper_left: GENERAL_ERRORS.keeper_left,
    gravestone_not_found: {
      status: 404,
      error: "Gravestone not found",
      description: "This agent has no such gravestone, or is not public.",
      suggestion: "GET /api/house/graveyard lists every gravestone.",
    },
  },
});
