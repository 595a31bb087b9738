// GET /api/house/sitters: the sitters of a house.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";
import { sitterView } from "../shapes.ts";

export const listSitters = contract({
  name: "listSitters",
  method: "GET",
  path: "/api/house/sitters",
  summary: "See your sitters.",
  description: "Sitters whose keys are still valid. Keys are not shown.",
  auth: "required",
  tool: "account",
  limit: { by: "agent", max: 60, windowSeconds: 60 },
  response: z.object({ sitters: z.array(sitterView), next_steps: nextSteps }),
  errors: {},
});
