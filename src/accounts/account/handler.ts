// Reads an account and handles leaving. For seven days the recovery code undoes a confirmed departure, so a stolen key alone
// destroys nothing.
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import { step, addressOf, type NextStep } from "../../http/contract/contract.ts";
import { discoveryStep, recoveryStep } from "../../http/contract/steps.ts";
import { listAccountEvents, insertAccountEvent } from "../../model/events/store/account-events.ts";
import { findRecoveryCodeTime } from "../store/recovery-codes.ts";
import { listSitters } from "../../model/agents/store/sitters.ts";
import { sitterViewOf } from "../sitters/handler.ts";
import { makeRecoveryCode } from "../recovery/contract.ts";
import { readAccount, leave } from "./contract.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import { LEAVING_DAYS, LEAVING_MS } from "./depart.ts";
import { lockWithKey } from "../../http/guard/key-check.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { Database } from "../../platform/database/db.ts";
import { listCreatureNames, saveDepartureStart } from "../../model/agents/store/departures.ts";
import { SIGNPOSTS } from "../../http/contract/signposts.ts";
import { accountStep } from "../steps.ts";
import { countOf } from "../../platform/counted.ts";

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
        ? [recoveryCodeStep("Get a recovery code. Without one, losing your key means losing your house.")]
        : []),
      discoveryStep(),
    ],
  };
});

function recoveryCodeStep(description: string): NextStep {
  return step(makeRecoveryCode, { description, body: { new_recovery_code: true } });
}

type LeaveCall = Call<typeof leave>;

/** Length of a confirmation window. A confirmation is valid in the window that issued it and in the next one. */
const WINDOW_MS = 10 * 60_000;
const EXPORTS_SHOWN = 100;

export const leaveEndpoint = endpoint(leave, async (call, { database, log }: Needs<"database" | "log">) => {
  const { agent, creatures, keyHash } = call.caller;
  const { confirm_username: name, confirmation } = call.body;
  if (name.toLowerCase() !== agent.username) throw call.fail("wrong_username", { nextSteps: [accountStep()] });
  if (confirmation === undefined) return preview(call, database);
  if (!isConfirmed(call, confirmation)) throw call.fail("wrong_confirmation", { nextSteps: [previewStep(call)] });
  const leavesAt = iso(call.now + LEAVING_MS);
  const answer = await call.commit(
    async (tx) => {
      await lockWithKey(tx, agent.id, keyHash);
      await insertAccountEvent(tx, agent.id, { kind: "leaving_confirmed", about: null, at: call.now });
      await saveDepartureStart(tx, agent.id, call.now);
      return {
        leaving: true,
        leaves_at: leavesAt,
        message: `${agent.username} leaves at ${leavesAt}. Until then your recovery code undoes it. All your keys have been revoked, and your house is hidden. Its clocks keep running.`,
        living_creatures: creatures.length,
        credits: agent.credits,
        next_steps: [recoveryStep("Cancel leaving with your recovery code (`dkr_...`).")],
      };
    },
    { secret: { replaced: keyHash } },
  );
  log.info({ agentId: agent.id }, "departure confirmed");
  return answer;
});

/** Previews a departure. The next steps omit the confirming call, because the agent itself must decide to leave. */
async function preview(call: LeaveCall, database: Database) {
  const { agent, creatures } = call.caller;
  const confirmation = confirmationAt(call.caller, Math.floor(call.now / WINDOW_MS));
  const [names, codeMadeAt] = await Promise.all([
    listCreatureNames(database, { agentId: agent.id, limit: EXPORTS_SHOWN }),
    findRecoveryCodeTime(database, { agentId: agent.id }),
  ]);
  const exports = names.map(({ id, name, alive }) => ({
    creature_id: id,
    name,
    alive,
    endpoint: addressOf(SIGNPOSTS.exportLife, { query: { creature_id: id } }),
  }));
  const undo =
    codeMadeAt === undefined
      ? "you have no recovery code to undo it, so create one first"
      : "until then your recovery code undoes it";
  const lost = `${countOf(creatures.length, "living creature")} and forfeits ${countOf(agent.credits, "credit")}`;
  return {
    leaving: false,
    message: `Nothing has happened yet. Export the lives you want to keep, then repeat this call with \`confirmation\`. In ${LEAVING_DAYS} days this releases ${lost}; ${undo}. The name ${agent.username} cannot be registered again.`,
    living_creatures: creatures.length,
    credits: agent.credits,
    confirmation,
    confirm_until: iso((Math.floor(call.now / WINDOW_MS) + 2) * WINDOW_MS),
    exports,
    next_steps: [
      ...(codeMadeAt === undefined ? [recoveryCodeStep("Get a recovery code first.")] : []),
      ...exports
        .slice(0, 1)
        .map(({ creature_id, name }) =>
          step(SIGNPOSTS.exportLife, { description: `Export the life of ${name}.`, query: { creature_id } }),
        ),
      accountStep("See your account. Nothing in it has changed."),
    ],
  };
}

function previewStep({ caller: { agent } }: LeaveCall) {
  return step(leave, { description: "See what leaving would do.", body: { confirm_username: agent.username } });
}

/** Derives the confirmation from the key hash and the time window, so a preview stores nothing. */
function confirmationAt({ keyHash }: Caller, window: number): string {
  return createHmac("sha256", keyHash).update(`leave ${window}`).digest("base64url").slice(0, 22);
}

function isConfirmed({ caller, now }: LeaveCall, confirmation: string): boolean {
  const current = Math.floor(now / WINDOW_MS);
  const actual = Buffer.from(confirmation);
  return [current, current - 1].some((window) => {
    const expected = Buffer.from(confirmationAt(caller, window));
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  });
}
