// Returns the history of a creature as JSON or Markdown.
import type { Needs } from "../../model/services.ts";
import { iso } from "../../platform/clock.ts";
import { variety } from "@denkeeper/rules/creature/consistency.ts";
import { visibleAt, type VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { pathFor } from "@denkeeper/rules/life/evolution.ts";
import { loggedStats } from "@denkeeper/rules/creature/visibility.ts";
import { TextAnswer, endpoint } from "../../http/request/endpoint.ts";
import type { ResponseOf } from "../../http/contract/contract.ts";
import { listCare, listReturns, logSince, type LogRow } from "../../model/creatures/store/care-log.ts";
import { listGravestonesOfLife } from "../../model/creatures/store/gravestones.ts";
import { asKeeper, ownWords, type KeeperCaller } from "../../model/creatures/store/private-text.ts";
import { listSitterCare } from "../../model/agents/store/sitters.ts";
import { adoptStep, graveyardStep, statusStep } from "../../http/contract/steps.ts";
import { ageHoursOf, oneDecimal, statView, speciesView } from "../../views/views.ts";
import { sitterMark } from "../../views/memories.ts";
import { findAnyCreature } from "./any-creature.ts";
import { history } from "./contract.ts";
import { historyDocument } from "./document.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";

const DEFAULT_ROWS = 50;
/** The maximum offset plus the maximum page size. */
const MAX_ROWS = 10_500;

type HistoryAnswer = ResponseOf<typeof history>;

export const historyEndpoint = endpoint(history, async (call, { database }: Needs<"database">) => {
  const { agent, outages, houseNow: clock } = call.caller;
  const { format, offset } = call.query;
  const isDocument = format === "markdown";
  const limit = call.query.limit ?? (isDocument ? MAX_ROWS : DEFAULT_ROWS);
  const stored = await findAnyCreature(call, database);
  const now = visibleAt(creatureAcrossOutages(stored, outages, clock), clock);
  const since = logSince(stored.creature.adoptedAt, agent.clockOffsetMs);
  const span = { agentId: agent.id, creatureId: stored.creature.id, since, now: call.now };
  const rows = await listCare(database, span, { limit, offset });
  const entryIds = rows.map(({ entry_id }) => entry_id);
  const sitters = await listSitterCare(database, agent.id, stored.creature.id, entryIds);
  const answer = answerOf(now, rows, { sitters, keeper: asKeeper(call.caller, agent.id) });
  if (!isDocument) return answer;
  const [stones, turns] = await Promise.all([
    listGravestonesOfLife(database, { agentId: agent.id, creatureId: stored.creature.id }),
    listReturns(database, span),
  ]);
  const unsavedDeath = now.creature.death;
  const deaths = stones.map(({ died_at: at, cause }) => ({ at, cause }));
  // A death that has not been recorded yet has no gravestone.
  if (unsavedDeath !== null && !deaths.some(({ at }) => at === unsavedDeath.at)) deaths.push(unsavedDeath);
  return new TextAnswer(historyDocument(now.creature, answer, { deaths, returns: turns, offset, limit }));
});

interface HistoryReader {
  /** Sitters' names by log entry id. */
  readonly sitters: ReadonlyMap<string, string>;
  /** Undefined if the caller is a sitter. */
  readonly keeper: KeeperCaller | undefined;
}

function answerOf(now: VisibleNow, rows: readonly LogRow[], reader: HistoryReader): HistoryAnswer {
  const { creature } = now;
  const { stageInstants, path } = creature;
  const instant = (at: number | null) => (at === null ? null : iso(at));
  const alive = now.kind === "living" || now.kind === "egg";
  return {
    creature: {
      id: creature.id,
      name: creature.name,
      ...speciesView(creature.species),
      stage: creature.stage,
      alive,
      age_hours: ageHoursOf(now),
    },
    care_log: rows.map((row) => entryOf(now, row, reader)),
    evolution_history: {
      egg_hatched: instant(creature.hatchedAt),
      became_baby: instant(stageInstants.baby),
      became_child: instant(stageInstants.child),
      became_teen: instant(stageInstants.teen),
      became_adult: instant(stageInstants.adult),
      evolution_path: path,
      trending_toward: path ?? (alive ? pathFor(creature.consistency, creature.rescued) : null),
    },
    stats: {
      total_feedings: creature.feedings,
      missed_feedings: creature.missedFeedings,
      total_care_actions: creature.careActions,
      consistency_score: oneDecimal(creature.consistency),
      variety_score: oneDecimal(variety(creature.recentActions)),
    },
    next_steps: alive
      ? [statusStep(creature.id, `See how ${creature.name} is now.`, "compact")]
      : [graveyardStep(), adoptStep("Adopt another egg.")],
  };
}

/** Describes a log entry, without the stats that the species hid at that time. */
function entryOf(
  { creature }: VisibleNow,
  row: LogRow,
  { sitters, keeper }: HistoryReader,
): HistoryAnswer["care_log"][number] {
  const { mechanic } = creature.species;
  const before = loggedStats(mechanic, row, "before");
  const after = loggedStats(mechanic, row, "after");
  return {
    timestamp: iso(row.at),
    action: row.action ?? "reflect",
    notes: ownWords(keeper, row.notes),
    item: ownWords(keeper, row.item),
    hunger_before: statView(before?.hunger ?? null),
    hunger_after: statView(after?.hunger ?? null),
    happiness_before: statView(before?.happiness ?? null),
    happiness_after: statView(after?.happiness ?? null),
    health_before: statView(before?.health ?? null),
    health_after: statView(after?.health ?? null),
    timing: row.timing,
    ...sitterMark(sitters.get(row.entry_id)),
  };
}
