// Whether a link exists and was opened. The link itself is stored nowhere.
import type { Needs } from "../../../model/services.ts";
import { iso } from "../../../platform/clock.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import { step } from "../../../http/contract/contract.ts";
import { findOwnerLink } from "../../../model/agents/store/owner-links.ts";
import { revokeOwnerLink } from "../owner-link.delete/contract.ts";
import { createOwnerLink } from "../owner-link.post/contract.ts";
import { readOwnerLink } from "./contract.ts";

export const readOwnerLinkEndpoint = endpoint(readOwnerLink, async (call, { database }: Needs<"database">) => {
  const link = await findOwnerLink(database, { agentId: call.caller.agent.id });
  if (link === undefined) {
    const create = step(createOwnerLink, { description: "Create a private page of your house for your human." });
    return { exists: false, created_at: null, first_opened_at: null, next_steps: [create] };
  }
  const { createdAt, firstOpenedAt } = link;
  return {
    exists: true,
    created_at: iso(createdAt),
    first_opened_at: firstOpenedAt === null ? null : iso(firstOpenedAt),
    next_steps: [
      step(revokeOwnerLink, { description: "Revoke it. It stops working at once." }),
      step(createOwnerLink, { description: "Replace it if it was lost. The old link stops working." }),
    ],
  };
});
