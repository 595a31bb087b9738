// Status: hatches, checks, and records deaths that are due. Reading changes nothing else.
import type { Dead } from "@denkeeper/rules/creature/creature.ts";
import type { VisibleCreature, Visible } from "@denkeeper/rules/creature/visibility.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Report } from "@denkeeper/rules/words/report.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { findCreature } from "../../model/creatures/store/creatures.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import type { Db } from "../../platform/database/db.ts";
import { reportAfter, visitAll, type VisitedCreature } from "../visits/visit.ts";

export interface StatusRequest {
  readonly wanted: string | undefined;
  /** Up to where the keeper has told its human. */
  readonly told: number | undefined;
  readonly now: RealInstant;
}

export interface CheckedHouse {
  readonly visited: readonly VisitedCreature[];
  readonly wanted: string | undefined;
  /** The wanted creature, when it was dead before. */
  readonly dead: GraveTarget | undefined;
  readonly report: Report | null | undefined;
}

export interface GraveTarget {
  readonly creature: Visible<Dead>;
  readonly imageUrl: string | null;
}

/** The house of a caller after the check; undefined on a conflict. */
export async function checkStatus(
  db: Db,
  caller: Caller,
  { wanted, told, now }: StatusRequest,
): Promise<CheckedHouse | undefined> {
  const { agent, creatures, outages } = caller;
  const lives = wanted === undefined || creatures.some(({ creature }) => creature.id === wanted);
  const found = lives ? undefined : await findCreature(db, agent.id, wanted);
  const elsewhere = found === undefined ? undefined : presentInRealTime(found, outages, now);
  const dead = elsewhere === undefined ? undefined : deadOf(elsewhere.creature, elsewhere.imageUrl);
  const checks = lives || dead !== undefined;
  const visited = await visitAll(db, caller, { now, shows: wanted ?? "newest", checks });
  if (visited === undefined) return undefined;
  return { visited, wanted, dead, report: await reportAfter(db, caller, visited, { now, told }) };
}

export function deadOf(creature: VisibleCreature, imageUrl: string | null): GraveTarget | undefined {
  return creature.death === null ? undefined : { creature, imageUrl };
}
