// Addresses of an agent that has left return 410 instead of 404, so that clients stop requesting them.
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { findHasLeft } from "../../model/agents/store/departures.ts";
import type { Db } from "../../platform/database/db.ts";
import { Failure } from "./errors.ts";
import { JSON_TYPE, type RequestContext, type Reply } from "../message/request-context.ts";
import { failureReply } from "./failure-reply.ts";

const AGENT_ADDRESS = /^\/(?:api\/)?agents\/([\w-]{2,50})(?:\/|$)/;

/** Turns a 404 at an address of a departed agent into a 410. */
export async function goneIfDeparted(reply: Reply, { path }: RequestContext, database: Db): Promise<Reply> {
  const username = AGENT_ADDRESS.exec(path)?.[1];
  if (username === undefined) return reply;
  // If the query fails, the answer remains a 404.
  const hasLeft = await findHasLeft(database, { agentId: agentIdOf(username) }).catch(() => false);
  if (!hasLeft) return reply;
  if (reply.headers["content-type"] !== JSON_TYPE) return { ...reply, status: 410 };
  return failureReply(Failure.general("keeper_left"));
}
