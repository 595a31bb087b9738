// The account as its keeper sees it.
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { step } from "../../http/contract/contract.ts";
import { discoveryStep } from "../../http/contract/steps.ts";
import { listAccountEvents } from "../../model/events/store/account-events.ts";
import { findRecoveryCodeTime } from "../store/recovery-codes.ts";
import { listSitters } from "../../model/agents/store/sitters.ts";
import { sitterViewOf } from "../sitters/sitters.get/view.ts";
import { makeRecoveryCode } from "../recovery-code.post/contract.ts";
import { readAccount } from "./contract.ts";

const EVENTS_SHOWN = 20;

export const readAccountEndpoint = endpoint(readAccount, async (call, { database }: Needs<"database">) => {
  const { agent } = call.caller;
  const [madeAt, sitters, events] = await Promise.all([
    findRecoveryCodeTime(database, { agentId: agent.id }),
    listSitters(database, { agentId: agent.id, now: call.now }),
    listAccountEvents(database, { agentId: agent.id, limit: EVENTS_SHOWN }),
  ]);
  const { id, username, displayName, createdAt, credits } = agent;
  return {
    agent: { id, username, display_name: displayName, created_at: iso(createdAt), credits },
    recovery_code: { exists: madeAt !== undefined, made_at: madeAt === undefined ? null : iso(madeAt) },
    sitters: sitters.map(sitterViewOf),
    events: events.map(({ kind, about, at }) => ({ kind, about: about ?? undefined, at: iso(at) })),
    next_steps: [
      ...(madeAt === undefined
        ? [
            step(makeRecoveryCode, {
              description: "Get a recovery code. Without one, losing your key means losing your house.",
              body: { new_recovery_code: true },
            }),
          ]
        : []),
      discoveryStep(),
    ],
  };
});
