// Finds any creature of an agent, living or not, for history and export.
import type { FailureMore } from "../../http/contract/contract.ts";
import { adoptStep } from "../../http/contract/steps.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import { findCreature, findNewestCreature } from "../../model/creatures/store/creatures.ts";
import type { Db } from "../../platform/database/db.ts";
import { missingCreature } from "../../views/missing-creature.ts";

interface AnyCreatureCall {
  readonly caller: Caller;
  readonly query: { readonly creature_id?: string | undefined; readonly id?: string | undefined };
  fail(code: "creature_not_found" | "no_creatures", more: FailureMore): Error;
}

/** Finds the requested creature, by default the latest adoption. */
export async function findAnyCreature(call: AnyCreatureCall, db: Db): Promise<StoredCreature> {
  const { agent } = call.caller;
  const wanted = call.query.creature_id ?? call.query.id;
  const stored =
    wanted === undefined ? await findNewestCreature(db, agent.id) : await findCreature(db, agent.id, wanted);
  if (stored !== undefined) return stored;
  if (wanted !== undefined) throw call.fail("creature_not_found", await missingCreature(call, db, wanted));
  throw call.fail("no_creatures", { nextSteps: [adoptStep()] });
}
