// Leaving. Everybody who lives in the house is let go, or buried if its time was over, in the transaction that empties the
// account: care at the same moment finds another version, and then no key.
import { createHmac, timingSafeEqual } from "node:crypto";
import { iso } from "../../../clock.ts";
import { release } from "../../../domain/release.ts";
import { dying, houseTime, logged } from "../../../house/notice.ts";
import { invalidKey } from "../../../http/auth.ts";
import type { Call } from "../../../http/call.ts";
import { endpoint } from "../../../http/call.ts";
import { addressOf, step } from "../../../http/contract.ts";
import { towardsDiscovery, towardsRegistration } from "../../../http/signposts.ts";
import { lockAccountBy } from "../../../store/account-events.ts";
import type { Caller } from "../../../store/callers.ts";
import type { PresentCreature, StoredCreature } from "../../../store/creature-row.ts";
import type { CreatureChange } from "../../../store/creatures.ts";
import { listLiving, saveCreature } from "../../../store/creatures.ts";
import type { Database } from "../../../store/db.ts";
import { listCreatureNames, saveDeparture } from "../../../store/departures.ts";
import { exportLife } from "../../house/export.get/contract.ts";
import { accountStep } from "../steps.ts";
import { leave } from "./contract.ts";

type LeaveCall = Call<typeof leave>;

const WINDOW_MS = 10 * 60_000;
const EXPORTS_SHOWN = 100;
const STEPS_SHOWN = 3;

export const leaveEndpoint = endpoint(leave, async (call, { database, log }) => {
  const { agent, creatures, keyHash } = call.caller;
  const { confirm_username: name, confirmation } = call.body;
  if (name.toLowerCase() !== agent.username) throw call.fail("not_your_name", { nextSteps: [accountStep()] });
  if (confirmation === undefined) return firstStep(call, database);
  if (!isConfirmed(call, confirmation)) throw call.fail("not_confirmed", { nextSteps: [firstStepOf(call)] });
  const answer = await call.commit(
    async (tx) => {
      if (!(await lockAccountBy(tx, agent.id, keyHash))) throw invalidKey();
      const changed = call.fail("changed", { nextSteps: [firstStepOf(call)] });
      // Whoever came to live here since the call was let in would be left behind.
      if (!isSameHouse(creatures, await listLiving(tx, agent.id))) throw changed;
      for (const stored of creatures) {
        const change = letGo(call, stored);
        if (change === undefined || (await saveCreature(tx, change)) === undefined) throw changed;
      }
      await saveDeparture(tx, agent.id, call.now);
      return {
        left: true,
        message: `Farewell, ${agent.username}. Nobody will bear your name after you.`,
        living_creatures: creatures.length,
        credits: agent.credits,
        next_steps: [towardsRegistration("Come back under another name, if you ever want to."), towardsDiscovery()],
      };
    },
    { secret: { replaced: keyHash } },
  );
  log.info({ agentId: agent.id }, "an agent has left");
  return answer;
});

/** What leaving would do, with the lives to take along. */
async function firstStep(call: LeaveCall, database: Database) {
  const { agent, creatures } = call.caller;
  const confirmation = confirmationAt(call.caller, Math.floor(call.now / WINDOW_MS));
  const names = await listCreatureNames(database, agent.id, EXPORTS_SHOWN);
  const exports = names.map(({ id, name, alive }) => ({
    creature_id: id,
    name,
    alive,
    endpoint: addressOf(exportLife, { query: { creature_id: id } }),
  }));
  return {
    left: false,
    message: `Nothing has happened yet. Export whom you want to remember, then confirm. ${creatures.length} living creatures would be released, ${agent.credits} credits lost, and ${agent.username} never free again.`,
    living_creatures: creatures.length,
    credits: agent.credits,
    confirmation,
    confirm_until: iso((Math.floor(call.now / WINDOW_MS) + 2) * WINDOW_MS),
    exports,
    next_steps: [
      ...exports
        .slice(0, STEPS_SHOWN)
        .map(({ creature_id, name }) =>
          step(exportLife, { description: `Take the life of ${name} with you.`, query: { creature_id } }),
        ),
      step(leave, { description: "Leave, for good.", body: { confirm_username: agent.username, confirmation } }),
    ],
  };
}

function firstStepOf({ caller: { agent } }: LeaveCall) {
  return step(leave, { description: "See what leaving means.", body: { confirm_username: agent.username } });
}

/** Follows from the key and the time, so that nothing has to be stored for a step that many do not go on from. */
function confirmationAt({ keyHash }: Caller, window: number): string {
  return createHmac("sha256", keyHash).update(`leave ${window}`).digest("base64url").slice(0, 22);
}

function isConfirmed({ caller, now }: LeaveCall, given: string): boolean {
  const window = Math.floor(now / WINDOW_MS);
  return [window, window - 1].some((each) => {
    const expected = Buffer.from(confirmationAt(caller, each));
    const said = Buffer.from(given);
    return said.length === expected.length && timingSafeEqual(said, expected);
  });
}

function isSameHouse(before: readonly StoredCreature[], now: readonly StoredCreature[]): boolean {
  const ids = new Set(before.map(({ creature }) => creature.id));
  return now.length === ids.size && now.every(({ creature }) => ids.has(creature.id));
}

/** The creature released, or buried where it had died; undefined where this process may not say which. */
function letGo(
  { caller: { agent }, now, clockTrusted }: LeaveCall,
  stored: PresentCreature,
): CreatureChange | undefined {
  const outcome = release(stored.creature, houseTime(agent, now));
  if (outcome.kind === "died") return clockTrusted ? dying(stored, agent, now) : undefined;
  if (outcome.kind === "not_living") return undefined;
  const { creature } = outcome;
  return {
    from: stored,
    to: { ...stored, creature, nextEventAt: null },
    log: logged(stored, "release", {
      recordedAt: now,
      at: creature.releasedAt ?? now,
      uncheckedSince: stored.creature.lastCheckedAt,
    }),
  };
}
