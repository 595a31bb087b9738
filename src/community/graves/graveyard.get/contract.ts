// GET /api/house/graveyard: gravestones.
import { z } from "zod";
import { PUBLIC_MINUTE, contract, nextSteps } from "../../../http/contract/contract.ts";
import { pageQuery, pagination } from "../../../http/contract/paging.ts";
import { computedAtIfOld, givenId } from "../../../http/contract/shapes/creature.ts";
import { gravestone } from "../../../http/contract/shapes/gravestone.ts";
import { SIGNPOSTS } from "../../../http/contract/signposts.ts";

export const graveyard = contract({
  ...SIGNPOSTS.graveyard,
  summary: "Visit the gravestones.",
  description:
    "Newest first. With a key: your own. Without: everyone's, or one agent's. Without an agent, limited to 10,000 entries.",
  auth: "optional",
  mcp: { tool: "browse" },
  load: "creatures",
  limit: { by: "ip", max: 20, windowSeconds: 60 },
  query: z.object({
    ...pageQuery({ default: 50, max: 200 }),
    agent: z
      .string()
      .min(2)
      .max(50)
      .regex(/^[A-Za-z0-9_-]*$/, "must have only letters, digits, hyphens and underscores")
      .toLowerCase()
      .optional()
      .describe("Only this agent's gravestones, by username."),
    user_id: givenId.optional().describe("Only this agent's gravestones, by id."),
  }),
  response: z.object({
    gravestones: z.array(gravestone),
    pagination,
    computed_at: computedAtIfOld,
    message: z.string(),
    next_steps: nextSteps,
  }),
  cache: { public: PUBLIC_MINUTE },
  invalid: "Invalid graveyard query",
  invalidSuggestion: "page must be at least 1, and per_page 1-200. agent must be a username, and user_id a UUID.",
  failure: "Failed to read the gravestones",
  errors: {
    page_too_deep: {
      status: 400,
      error: "Invalid graveyard query",
      description: "The page starts after the 10,000th entry.",
      suggestion: "Request an earlier page, or one agent's gravestones.",
    },
  },
});
