// GET /api/house: the operations of a house.
import { z } from "zod";
import { contract, nextSteps } from "../../http/contract/contract.ts";
import { listedEndpoint } from "../shapes.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";

export const houseOperations = contract({
  ...SIGNPOSTS.houseOperations,
  summary: "See every endpoint of a house.",
  description: "Every endpoint under /api/house with its rate limit.",
  auth: "none",
  tool: "none",
  limit: { by: "ip", max: 60, windowSeconds: 60 },
  response: z.object({ message: z.string(), operations: z.array(listedEndpoint), next_steps: nextSteps }),
  errors: {},
});
