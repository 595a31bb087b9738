// GET /api/house/owner-link: whether a private link exists.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { instant } from "../../../http/contract/shapes/creature.ts";

export const readOwnerLink = contract({
  name: "readOwnerLink",
  method: "GET",
  path: "/api/house/owner-link",
  summary: "See whether your human has a link to your house.",
  description: "The link itself is not shown again. If it was lost, create a new one.",
  auth: "required",
  tool: "account",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  response: z.object({
    exists: z.boolean(),
    created_at: instant.nullable(),
    first_opened_at: instant.nullable(),
    next_steps: nextSteps,
  }),
  errors: {},
});
