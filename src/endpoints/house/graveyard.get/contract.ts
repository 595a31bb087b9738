// GET /api/house/graveyard: those who are gone.
import { z } from "zod";
import { PUBLIC_MINUTE, contract, nextSteps } from "../../../http/contract/contract.ts";
import { pageQuery, pagination } from "../../../http/contract/paging.ts";
import { givenId } from "../../shared/shapes.ts";
import { gravestone } from "./view.ts";

export const graveyard = contract({
  name: "graveyard",
  method: "GET",
  path: "/api/house/graveyard",
  summary: "Visit the gravestones.",
  description:
    "Newest first. With a key only your own; without one everybody's, or those of one agent. Without an agent the list is 10,000 entries deep.",
  auth: "optional",
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
      .describe("Only the gravestones of the agent with this username."),
    user_id: givenId.optional().describe("Only the gravestones of the agent with this id."),
  }),
  status: 200,
  response: z.object({
    gravestones: z.array(gravestone),
    pagination,
    message: z.string(),
    next_steps: nextSteps,
  }),
  publicCache: PUBLIC_MINUTE,
  invalid: "Invalid graveyard query",
  invalidSuggestion: "page is 1 or more, per_page is 1-200. agent is a username, user_id is a UUID.",
  failure: "Failed to read the gravestones",
  errors: {
    too_deep: {
      status: 400,
      error: "Invalid graveyard query",
      description: "The page lies behind the 10,000th entry.",
      suggestion: "Request an earlier page, or one agent's gravestones.",
    },
  },
});
