// Performs a status call: hatches eggs, checks creatures, and records due deaths and stages.
import type { Dead } from "@denkeeper/rules/creature/creature.ts";
import type { VisibleCreature, Visible } from "@denkeeper/rules/creature/visibility.ts";
import type { VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Report } from "@denkeeper/rules/words/report.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { findCreature } from "../../model/creatures/store/creatures.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import type { Db } from "../../platform/database/db.ts";
import { reportAfter, visitAll, type VisitedCreature } from "../visits/visit.ts";

export interface StatusRequest {
  readonly wanted: string | undefined;
  /** The number of the last report that the owner knows. */
  readonly told: number | undefined;
  readonly now: RealInstant;
}

export interface CheckedHouse {
  readonly visited: readonly VisitedCreature[];
  readonly wanted: string | undefined;
  /** The requested creature, if it had died before this call. */
  readonly dead: GraveTarget | undefined;
  readonly report: Report | null | undefined;
}

export interface LivingTarget extends VisitedCreature {
  readonly view: VisibleLiving;
}

export interface GraveTarget {
  readonly creature: Visible<Dead>;
  readonly imageUrl: string | null;
}

/** Returns undefined on a conflict. */
export async function checkStatus(
  db: Db,
  caller: Caller,
  { wanted, told, now }: StatusRequest,
): Promise<CheckedHouse | undefined> {
  const { agent, creatures, outages } = caller;
  const isResident = wanted === undefined || creatures.some(({ creature }) => creature.id === wanted);
  const stored = isResident ? undefined : await findCreature(db, agent.id, wanted);
  const present = stored && presentInRealTime(stored, outages, now);
  const dead = present && deadTarget(present.creature, present.imageUrl);
  const checks = isResident || dead !== undefined;
  const visited = await visitAll(db, caller, { now, shows: wanted ?? "newest", checks });
  return visited && { visited, wanted, dead, report: await reportAfter(db, caller, visited, { now, told }) };
}

export function deadTarget(creature: VisibleCreature, imageUrl: string | null): GraveTarget | undefined {
  return creature.death === null ? undefined : { creature, imageUrl };
}
