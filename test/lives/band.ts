// Computes from the store when food counts as on time, because answers say when to come but not when the window ends.
import { bandOf } from "@denkeeper/rules/foresight/schedule.ts";
import { visibleAt } from "@denkeeper/rules/life/shown.ts";
import { findCreature } from "../../src/model/creatures/store/creatures.ts";
import { creatureAcrossOutages } from "../../src/model/life/present-creature.ts";
import type { House } from "../harness.ts";

export interface OnTime {
  readonly opens: number;
  readonly ends: number;
}

/** `now` is house time. */
export async function onTimeOf(house: House, agentId: string, creatureId: string, now: number): Promise<OnTime> {
  const stored = await findCreature(house.app.services.database, agentId, creatureId);
  const seen = stored && visibleAt(creatureAcrossOutages(stored, [], now), now);
  if (seen?.kind !== "living") throw new Error(`${creatureId} is not alive`);
  const { opensAt, endsAt } = bandOf(seen);
  return { opens: opensAt, ends: endsAt };
}
