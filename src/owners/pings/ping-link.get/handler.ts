// The last run: what was said of it, and what the agent did meanwhile. The link itself is stored nowhere.
import { bothCodes } from "@denkeeper/rules/foresight/signs.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../model/services.ts";
import { step } from "../../../http/contract/contract.ts";
import { iso } from "../../../platform/clock.ts";
import { findPingLink, listRuns } from "../../../model/agents/store/runs.ts";
import { revokePingLink } from "../ping-link.delete/contract.ts";
import { readPingLink } from "./contract.ts";
import { createPingLink } from "../ping-link.post/contract.ts";

type PingLinkServices = Needs<"database" | "callTrail">;

export const readPingLinkEndpoint = endpoint(readPingLink, async (call, { database, callTrail }: PingLinkServices) => {
  const agentId = call.caller.agent.id;
  // The calls of a run that has just ended are counted, too.
  await callTrail.save();
  const link = await findPingLink(database, { agentId });
  const [last] = await listRuns(database, { agentId, since: call.now - DAY_MS, limit: 1 });
  const create = step(createPingLink, { description: "Create a new link. An earlier one stops working." });
  return {
    created_at: link === undefined ? null : iso(link.createdAt),
    last_run:
      last === undefined
        ? null
        : {
            started_at: iso(last.startedAt),
            ended_at: last.endedAt === null ? null : iso(last.endedAt),
            ...codesOf(last.exitCode),
            calls: last.calls,
            fed: [...last.fed],
          },
    next_steps: link === undefined ? [create] : [create, step(revokePingLink, { description: "Revoke it." })],
  };
});

function codesOf(exitCode: number | null): { readonly exit_code: number | null; readonly check_code?: number } {
  const { job, check } = exitCode === null ? { job: null, check: null } : bothCodes(exitCode);
  return { exit_code: job, ...(check !== null && { check_code: check }) };
}
