// DELETE /api/house/owner-link: revokes the private link at once.
import { z } from "zod";
import { contract, nextSteps } from "../../../http/contract/contract.ts";

export const revokeOwnerLink = contract({
  name: "revokeOwnerLink",
  method: "DELETE",
  path: "/api/house/owner-link",
  summary: "Revoke your human's link.",
  description: "The page stops working at once.",
  auth: "required",
  tool: "keys",
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  response: z.object({ success: z.literal(true), message: z.string(), next_steps: nextSteps }),
  errors: {
    no_owner_link: {
      status: 404,
      error: "No owner link",
      description: "There is no link to revoke.",
      suggestion: "Nothing to do. To create one, POST /api/house/owner-link.",
    },
  },
});
