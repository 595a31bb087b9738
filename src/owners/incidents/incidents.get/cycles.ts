// Lists the feeding cycles of a house that may be incidents: past ones from the log, and those still running.
import type { VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { positionAtEnd, type FeedingSubject, type FeedingCycle } from "@denkeeper/rules/incidents/feeding-cycle.ts";
import { ENDS_AT } from "@denkeeper/rules/life/feeding.ts";
import { creatureAcrossOutages } from "../../../model/life/present-creature.ts";
import { houseTime } from "../../../model/life/time-changes.ts";
import { runningCycle } from "../causes.ts";
import type { Needs } from "../../../model/services.ts";
import type { Caller } from "../../../model/agents/store/callers.ts";
import { listCreaturesById, listFeedingEnds, type FeedingEnd } from "../store/feeding-ends.ts";

/** Period of the log to read. Exceeds the 14 days shown, because a cycle begins before its window, and pauses extend it. */
const LOG_READ_MS = 30 * DAY_MS;
const MOST_ENDS = 1_000;

const ENDINGS: Readonly<Record<string, "died" | "released">> = { death: "died", release: "released" };

type CreatureEnd = Pick<VisibleCreature, "death" | "lastCareAction">;

/** Lists cycles, unordered, that passed their window or ended with harm: all current ones, and past ones that began before `before`. */
export async function cyclesOf(
  { database }: Needs<"database">,
  { agent, creatures, outages }: Pick<Caller, "agent" | "creatures" | "outages">,
  realNow: RealInstant,
  before: number,
): Promise<readonly FeedingCycle[]> {
  const now = houseTime(agent, realNow);
  const since = realNow - LOG_READ_MS;
  const ends = await listFeedingEnds(database, { agentId: agent.id, since, before, limit: MOST_ENDS });
  const subjects = new Map<string, FeedingSubject & Partial<CreatureEnd>>(
    creatures.map(({ creature }) => [creature.id, creature]),
  );
  const missing = [...new Set(ends.map(({ creatureId }) => creatureId))].filter((id) => !subjects.has(id));
  const others = missing.length === 0 ? [] : await listCreaturesById(database, agent.id, missing);
  for (const stored of others) subjects.set(stored.creature.id, creatureAcrossOutages(stored, outages, now));
  const running = creatures.flatMap((stored) => runningCycle(stored, now));
  const ended = ends.flatMap((end) => endedCycle(end, subjects.get(end.creatureId)));
  return [...ended, ...running].filter((cycle) => cycle.end.harmBy !== undefined || positionAtEnd(cycle) > ENDS_AT);
}

function endedCycle(
  { kind, at, startedAt, startedEarly }: FeedingEnd,
  creature: (FeedingSubject & Partial<CreatureEnd>) | undefined,
): readonly FeedingCycle[] {
  if (creature === undefined) return [];
  const { death, lastCareAction } = creature;
  const isHarm = kind === "death" && death?.cause === "harm" && death.at === at;
  const harm = isHarm && lastCareAction ? { harmBy: lastCareAction } : {};
  return [{ creature, startedAt, startedEarly, end: { kind: ENDINGS[kind] ?? "fed", at, ...harm } }];
}
