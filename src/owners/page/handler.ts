// Creates, shows, and revokes the owner link. Only the hash of its secret is stored.
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import { countOf } from "../../platform/counted.ts";
import { lockWithKey } from "../../http/guard/key-check.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { step } from "../../http/contract/contract.ts";
import { hashOfKey, newKey } from "../../platform/identity/api-key.ts";
import { insertAccountEvent } from "../../model/events/store/account-events.ts";
import { saveOwnerLink, findOwnerLink, deleteOwnerLink } from "../../model/agents/store/owner-links.ts";
import { removeOwnersChannels } from "../hooks/channels.ts";
import { ownerPath } from "./owner-path.ts";
import { revokeOwnerLink, readOwnerLink, createOwnerLink } from "./contract.ts";

export const createOwnerLinkEndpoint = endpoint(createOwnerLink, async (call, { config }: Needs<"config">) => {
  const { agent, keyHash } = call.caller;
  const { now } = call;
  const agentId = agent.id;
  // The form of a key names the agent, so the page finds its row, and logs mask it.
  const secret = newKey(agentId, "owner");
  const linkHash = hashOfKey(secret);
  const keepsChannels = call.body?.keep_channels === true;
  return call.commit(
    async (tx) => {
      await lockWithKey(tx, agentId, keyHash);
      await saveOwnerLink(tx, { agentId, linkHash, at: now });
      await insertAccountEvent(tx, agentId, { kind: "owner_link_made", about: null, at: now });
      const removedCount = keepsChannels ? 0 : await removeOwnersChannels(tx, agentId, now);
      return {
        owner_url: config.baseUrl + ownerPath(secret),
        created_at: iso(now),
        message: createdMessage(removedCount),
        next_steps: [
          step(readOwnerLink, { description: "See later whether it was opened." }),
          step(revokeOwnerLink, { description: "Revoke it. It stops working at once." }),
        ],
      };
    },
    // A retry with the same Idempotency-Key gets this answer again, until the page with this hash is first opened.
    { secret: { issued: linkHash } },
  );
});

function createdMessage(removedCount: number): string {
  const message = "Give owner_url to your human, and to no one else. It works until you revoke or replace it.";
  if (removedCount === 0) return message;
  const verb = removedCount === 1 ? "was" : "were";
  return `${message} ${countOf(removedCount, "channel")} added with the old link ${verb} removed.`;
}

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

export const revokeOwnerLinkEndpoint = endpoint(revokeOwnerLink, async (call) => {
  const { agent, keyHash } = call.caller;
  const create = step(createOwnerLink, { description: "Create a new link for your human." });
  return call.commit(async (tx) => {
    await lockWithKey(tx, agent.id, keyHash);
    if (!(await deleteOwnerLink(tx, { agentId: agent.id }))) throw call.fail("no_owner_link", { nextSteps: [create] });
    await insertAccountEvent(tx, agent.id, { kind: "owner_link_revoked", about: null, at: call.now });
    return { success: true as const, message: "The link no longer works.", next_steps: [create] };
  });
});
