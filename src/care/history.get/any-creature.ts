// Finds a creature that need not be living: history and export work for dead and released ones too.
import type { Call } from "../../http/request/endpoint.ts";
import { adoptStep } from "../../http/contract/steps.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import { findCreature, findNewestCreature } from "../../model/creatures/store/creatures.ts";
import type { Db } from "../../platform/database/db.ts";
import { missingCreature } from "../../views/missing-creature.ts";
import type { history } from "./contract.ts";

interface AnyCreatureCall extends Pick<Call<typeof history>, "caller" | "fail"> {
  readonly query: { readonly creature_id?: string | undefined; readonly id?: string | undefined };
}

/** Without a target, finds the latest adoption. */
export async function findAnyCreature(call: AnyCreatureCall, db: Db): Promise<StoredCreature> {
  const { agent } = call.caller;
  const wanted = call.query.creature_id ?? call.query.id;
  const stored =
    wanted === undefined ? await findNewestCreature(db, agent.id) : await findCreature(db, agent.id, wanted);
  if (stored !== undefined) return stored;
  if (wanted !== undefined) throw call.fail("creature_not_found", await missingCreature(call, db, wanted));
  throw call.fail("no_creatures", { nextSteps: [adoptStep()] });
}
