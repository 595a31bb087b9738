// Creates, shows, and revokes the ping link. Only its hash is stored. The link names the agent and gives access to nothing.
import type { Fit, NoFit } from "@denkeeper/rules/foresight/fit.ts";
import { fitOf } from "../../platform/cron.ts";
import { lockWithKey } from "../../http/guard/key-check.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { invalidInput } from "../../http/request/validate.ts";
import type { Needs } from "../../model/services.ts";
import { step } from "../../http/contract/contract.ts";
import { hashOfKey, newKey } from "../../platform/identity/api-key.ts";
import { iso } from "../../platform/clock.ts";
import { savePingLink, findPingLink, listRuns, deletePingLink } from "../../model/agents/store/runs.ts";
import { declarePeriod } from "../../model/silence/store/pulses.ts";
import { expectedOf } from "../silence/expected.ts";
import { revokePingLink, readPingLink, createPingLink } from "./contract.ts";
import { bothCodes } from "@denkeeper/rules/foresight/signs.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";

export const createPingLinkEndpoint = endpoint(createPingLink, async (call, { config }: Needs<"config">) => {
  const { agent, keyHash } = call.caller;
  const { now } = call;
  const expected = expectedOf(call.body ?? {}, agent.timezone, now);
  if (expected !== undefined && "field" in expected) throw invalidInput(createPingLink, [expected]);
  const secret = newKey(agent.id, "ping");
  const linkHash = hashOfKey(secret);
  return call.commit(
    async (tx) => {
      await lockWithKey(tx, agent.id, keyHash);
      await savePingLink(tx, { agentId: agent.id, linkHash, at: now });
      if (expected !== undefined) await declarePeriod(tx, agent.id, expected, now);
      return {
        ping_url: `${config.baseUrl}/ping/${secret}`,
        created_at: iso(now),
        ...(expected !== undefined && "cron" in expected && { fit: fitView(fitOf(expected, now)) }),
        message: "Keep ping_url where your job can read it. A ping feeds no creature: a run still has to visit.",
        next_steps: [
          step(readPingLink, { description: "See what your last run said, and what it did." }),
          step(revokePingLink, { description: "Revoke it. It stops working at once." }),
        ],
      };
    },
    { secret: { issued: linkHash } },
  );
});

function fitView(fit: Fit | NoFit) {
  if ("why" in fit) return { species: null, timezone: null, leave: false };
  return { species: fit.species, timezone: fit.zone, leave: fit.leave };
}

type PingLinkServices = Needs<"database" | "callTrail">;

export const readPingLinkEndpoint = endpoint(readPingLink, async (call, { database, callTrail }: PingLinkServices) => {
  const agentId = call.caller.agent.id;
  // Saves pending calls of this process first, so that the calls of a run that has just ended count.
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

export const revokePingLinkEndpoint = endpoint(revokePingLink, async (call) => {
  const { agent, keyHash } = call.caller;
  const create = step(createPingLink, { description: "Create a new link." });
  return call.commit(async (tx) => {
    await lockWithKey(tx, agent.id, keyHash);
    if (!(await deletePingLink(tx, { agentId: agent.id }))) throw call.fail("no_ping_link", { nextSteps: [create] });
    return { success: true as const, message: "The link no longer works.", next_steps: [create] };
  });
});
