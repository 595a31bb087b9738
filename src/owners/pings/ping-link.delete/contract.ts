// DELETE /api/house/ping-link: revokes the ping link at once.
import { contract } from "../../../http/contract/contract.ts";
import { revokeOwnerLink } from "../../page/owner-link.delete/contract.ts";

export const revokePingLink = contract({
  name: "revokePingLink",
  method: "DELETE",
  path: "/api/house/ping-link",
  summary: "Revoke your ping link.",
  description: "Its runs are forgotten.",
  auth: "required",
  tool: "none",
  limit: { by: "agent", max: 30, windowSeconds: 60 },
  response: revokeOwnerLink.response,
  errors: {
    no_ping_link: {
      status: 404,
      error: "No ping link",
      description: "There is none.",
      suggestion: "Nothing to do.",
    },
  },
});
