// Creates, lists and revokes sitter keys. Keys are never cached, so a revocation takes effect immediately.
import { randomUUIDv7 } from "node:crypto";
import { iso } from "../../platform/clock.ts";
import { CARE_ACTIONS } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { lockWithKey } from "../../http/guard/key-check.ts";
import { endpoint, type Call } from "../../http/request/endpoint.ts";
import { step } from "../../http/contract/contract.ts";
import { hashOfKey, newKey } from "../../platform/identity/api-key.ts";
import { insertAccountEvent } from "../../model/events/store/account-events.ts";
import {
  insertSitter,
  listSitters as listStored,
  type Sitter,
  deleteSitter,
} from "../../model/agents/store/sitters.ts";
import { homeStep } from "../../views/steps.ts";
import { revokeSitter, listSitters, MOST_SITTERS, addSitter, type sitterView } from "./contract.ts";
import { yourCreatureView } from "../../views/views.ts";
import type { Needs } from "../../model/services.ts";
import { discoveryStep } from "../../http/contract/steps.ts";
import type { z } from "zod";

export const addSitterEndpoint = endpoint(addSitter, async (call) => {
  const { agent, keyHash: ownKeyHash } = call.caller;
  const { sitter_name: name, hours, actions = CARE_ACTIONS } = call.body;
  const { now } = call;
  const sitter = {
    id: randomUUIDv7(),
    name,
    creatureIds: creaturesFor(call),
    actions: CARE_ACTIONS.filter((action) => actions.includes(action)),
    createdAt: now,
    expiresAt: now + Math.round(hours * HOUR_MS),
  };
  const key = newKey(agent.id, "sitter");
  const keyHash = hashOfKey(key);
  return call.commit(
    async (tx) => {
      await lockWithKey(tx, agent.id, ownKeyHash);
      if (!(await insertSitter(tx, { agentId: agent.id, keyHash, most: MOST_SITTERS }, sitter))) {
        throw call.fail("too_many_sitters", { nextSteps: [step(listSitters, { description: "See your sitters." })] });
      }
      await insertAccountEvent(tx, agent.id, { kind: "sitter_added", about: name, at: now });
      return {
        sitter: sitterViewOf({ ...sitter, firstUsedAt: null }),
        sitter_key: key,
        message: `Give sitter_key to ${name}. It works until ${iso(sitter.expiresAt)}, or until you revoke it.`,
        next_steps: [
          step(revokeSitter, { description: "Revoke the key earlier.", body: { sitter_id: sitter.id } }),
          step(listSitters, { description: "See your sitters." }),
        ],
      };
    },
    { secret: { issued: keyHash } },
  );
});

/**
 * Returns the ids of the requested residents, by default all. Throws if there are none, or if a requested id is not a resident.
 */
function creaturesFor(call: Call<typeof addSitter>): readonly string[] {
  const { creatures, houseNow: now } = call.caller;
  const living = creatures.filter(({ creature }) => visibleAt(creature, now).kind !== "dead");
  const ids = living.map(({ creature }) => creature.id);
  const wanted = [...new Set(call.body.creature_ids ?? ids)];
  if (wanted.length > 0 && wanted.every((id) => ids.includes(id))) return wanted;
  throw call.fail("no_creature_to_sit_for", {
    fields: { your_creatures: living.map(yourCreatureView) },
    nextSteps: [homeStep(creatures, now)],
  });
}

export const listSittersEndpoint = endpoint(listSitters, async (call, { database }: Needs<"database">) => {
  const sitters = await listStored(database, { agentId: call.caller.agent.id, now: call.now });
  return {
    sitters: sitters.map(sitterViewOf),
    next_steps: [
      ...sitters.slice(0, 1).map(({ id, name }) =>
        step(revokeSitter, {
          description: `Revoke the key of ${name}. It stops working at once.`,
          body: { sitter_id: id },
        }),
      ),
      discoveryStep(),
    ],
  };
});

export function sitterViewOf(sitter: Sitter): z.input<typeof sitterView> {
  const { id, name, creatureIds, actions, createdAt, expiresAt, firstUsedAt } = sitter;
  return {
    sitter_id: id,
    name,
    creature_ids: [...creatureIds],
    actions: [...actions],
    created_at: iso(createdAt),
    until: iso(expiresAt),
    has_come: firstUsedAt !== null,
  };
}

export const revokeSitterEndpoint = endpoint(revokeSitter, async (call) => {
  const { agent, keyHash } = call.caller;
  const { sitter_id } = call.body;
  const remaining = step(listSitters, { description: "See your sitters." });
  return call.commit(async (tx) => {
    await lockWithKey(tx, agent.id, keyHash);
    const name = await deleteSitter(tx, { agentId: agent.id, sitterId: sitter_id, now: call.now });
    if (name === undefined) throw call.fail("sitter_not_found", { nextSteps: [remaining] });
    await insertAccountEvent(tx, agent.id, { kind: "sitter_revoked", about: name, at: call.now });
    return {
      success: true as const,
      message: `${name} no longer has a key to your house.`,
      sitter_id,
      next_steps: [remaining],
    };
  });
});
