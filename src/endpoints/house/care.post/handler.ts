// Care: the loaded state, one decision of the domain, one statement that writes it with its log row. When somebody else
// was faster, it reads and decides again.
import { randomUUIDv7 } from "node:crypto";
import type { CareDone } from "../../../domain/care.ts";
import { applyCare } from "../../../domain/care.ts";
import type { Creature, Stats } from "../../../domain/creature.ts";
import { creatureAt } from "../../../domain/life.ts";
import { shownMilestones } from "../../../domain/milestones.ts";
import { careMessage, tip } from "../../../domain/words/care-message.ts";
import { milestoneMessage } from "../../../domain/words/milestone.ts";
import { refusal } from "../../../domain/words/refusal.ts";
import { speakerOf } from "../../../domain/words/speaker.ts";
import { gravestoneOf } from "../../../house/bury.ts";
import { dying, houseTime, logged } from "../../../house/notice.ts";
import { inTurn } from "../../../house/turns.ts";
import { invalidKey } from "../../../http/auth.ts";
import { endpoint } from "../../../http/call.ts";
import type { Parts } from "../../../http/parts.ts";
import type { Agent } from "../../../store/agents.ts";
import type { Caller } from "../../../store/callers.ts";
import type { RecentCare, StoredCreature } from "../../../store/creature-row.ts";
import type { CreatureChange } from "../../../store/creatures.ts";
import { saveCreature } from "../../../store/creatures.ts";
import { insertSitterCare } from "../../../store/sitters.ts";
import { adoptStep, graveyardStep, statusStep } from "../steps.ts";
import { yourCreatureView } from "../views.ts";
import type { CareAnswer, CareCall } from "./answer.ts";
import { answerOf, changesOf, itemResult } from "./answer.ts";
import { care } from "./contract.ts";
import type { Judged } from "./judge.ts";
import { judge } from "./judge.ts";

const MAX_ATTEMPTS = 200;
const RECENT = 5;

export const careEndpoint = endpoint(care, async (call, parts) => {
  const { caller } = call;
  const stored = targetOf(call, caller);
  const judged = await judge(parts, caller.agent.id, stored.creature.species, call.body.action, call.body.item);
  const answer = await careFor(call, parts, caller.agent, stored, judged);
  return answer ?? inTurn(stored.creature.id, () => careAgain(call, parts, judged));
});

/** Somebody else was faster: read and decide again, until nobody is. */
async function careAgain(call: CareCall, parts: Parts, judged: Judged): Promise<CareAnswer> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const caller = await call.reload();
    const answer = await careFor(call, parts, caller.agent, targetOf(call, caller), judged);
    if (answer !== undefined) return answer;
  }
  throw new Error("the creature changed faster than it could be cared for");
}

/** The creature that is meant, or a failure that helps to say which. */
function targetOf(call: CareCall, { agent, creatures }: Caller): StoredCreature {
  const wanted = call.body.creature_id ?? call.body.id;
  const now = houseTime(agent, call.now);
  if (wanted !== undefined) {
    const found = creatures.find(({ creature }) => creature.id === wanted);
    if (found !== undefined) return found;
    throw notFound(call, creatures);
  }
  const living = creatures.filter(({ creature }) => creatureAt(creature, now).kind !== "dead");
  const [only, ...more] = living;
  if (only === undefined) throw notFound(call, []);
  if (more.length === 0) return only;
  throw call.fail("which_creature", {
    fields: { your_creatures: living.map(yourCreatureView) },
    nextSteps: living.slice(0, 3).map(({ creature }) => statusStep(creature.id, `See how ${creature.name} is.`)),
  });
}

function notFound(call: CareCall, creatures: readonly StoredCreature[]) {
  return call.fail("not_found", {
    suggestion: creatures.length === 0 ? "Adopt an egg first." : "Choose one of your_creatures.",
    fields: { your_creatures: creatures.map(yourCreatureView) },
    nextSteps: [
      ...creatures.slice(0, 3).map(({ creature }) => statusStep(creature.id, `Look at ${creature.name}.`)),
      ...(creatures.length === 0 ? [adoptStep()] : []),
      graveyardStep(),
    ],
  });
}

/** The answer, or undefined when the state was stale. */
async function careFor(
  call: CareCall,
  parts: Parts,
  agent: Agent,
  stored: StoredCreature,
  judged: Judged,
): Promise<CareAnswer | undefined> {
  const { creature } = stored;
  if (creature.hatchedAt === null) {
    throw call.fail("egg", { nextSteps: [statusStep(creature.id, "Call status: it hatches the egg.")] });
  }
  const outcome = applyCare(creature, call.body.action, judged.item, houseTime(agent, call.now));
  if (outcome.kind === "not_living") {
    const death = call.clockTrusted && call.body.dry_run !== true ? dying(stored, agent, call.now) : undefined;
    if (death !== undefined) await saveCreature(parts.database, death);
    throw notFound(call, []);
  }
  if (outcome.kind === "refused") {
    const now = creatureAt(creature, houseTime(agent, call.now));
    if (now.kind !== "living") throw notFound(call, []);
    const message = refusal(speakerOf(creature), outcome.reason, outcome.at);
    return answerOf(call, parts, agent, {
      now,
      recentCare: stored.recentCare,
      result: {
        action: call.body.action,
        success: false,
        changes: changesOf(now.creature, now.creature.stats, now.creature.stats),
        effectiveness: "wasted",
        timing: null,
        message,
        care_log_entry_id: null,
        tip: message,
      },
    });
  }
  return save(call, parts, agent, stored, judged, outcome);
}

async function save(
  call: CareCall,
  parts: Parts,
  agent: Agent,
  stored: StoredCreature,
  judged: Judged,
  done: CareDone,
): Promise<CareAnswer | undefined> {
  const { action, item = null, notes = null } = call.body;
  const { creature, before, at, timing, effectiveness, died } = done;
  const isDryRun = call.body.dry_run === true;
  const entryId = randomUUIDv7();
  const cared: RecentCare = { action, item, notes, timing, at };
  const recentCare = isDryRun ? stored.recentCare : [cared, ...stored.recentCare].slice(0, RECENT);
  const now = creatureAt(died === null ? creature : { ...creature, death: null, stats: aliveStats(creature) }, at);
  if (now.kind !== "living") throw new Error("a creature that was just cared for lives");
  const speaker = speakerOf(creature);
  const message = careMessage(speaker, { action, effectiveness, timing, category: judged.item.category, key: at });
  const milestones = shownMilestones(creature, done.milestones).map(({ kind, threshold }) => ({
    type: kind,
    threshold,
    message: milestoneMessage(speaker, kind, threshold, at),
  }));
  const answer = await answerOf(call, parts, agent, {
    now: died === null ? now : { ...now, creature },
    recentCare,
    result: {
      action,
      success: true,
      changes: changesOf(creature, before.stats, creature.stats),
      effectiveness,
      timing,
      message: died === null ? message : `${message} It was too much: ${creature.name} is dead.`,
      ...(item === null ? {} : { item_result: itemResult(creature, item, judged, at) }),
      care_log_entry_id: isDryRun ? null : entryId,
      ...(effectiveness === "effective" || done.shortfall === null
        ? {}
        : { tip: tip(action, effectiveness, done.shortfall) }),
    },
    ...(milestones.length === 0 ? {} : { milestones }),
  });
  if (isDryRun) return answer;
  const careEntry = logged(stored, "care", {
    entryId,
    recordedAt: call.now,
    at,
    uncheckedSince: stored.creature.lastCheckedAt,
    care: {
      action,
      item,
      isTask: judged.item.isTask,
      category: judged.item.category,
      score: judged.judgement.score,
      notes,
      timing,
      effectiveness,
      before: before.stats,
      after: creature.stats,
    },
  });
  // The log tells of every death by a row of its own, also of one that care brought about.
  const deathEntry = died === null ? undefined : logged(stored, "death", { recordedAt: call.now, at: died.at });
  const change: CreatureChange = {
    from: stored,
    to: {
      ...stored,
      creature,
      recentCare,
      nextEventAt: died === null ? lowered(stored.nextEventAt, now.course.death.at - agent.clockOffsetMs) : null,
    },
    log: (version) => [...careEntry(version), ...(deathEntry?.(version) ?? [])],
    gravestone: died === null ? undefined : gravestoneOf(agent, before, creature, died),
    discovered:
      item === null || judged.judgement.category === null
        ? undefined
        : {
            agent_id: agent.id,
            creature_id: creature.id,
            action,
            item,
            category: judged.judgement.category,
            score: judged.judgement.score,
            model: judged.judgement.model,
            discovered_at: at,
          },
    record: call.record(answer),
  };
  const saved = await saveBy(call, parts, change, entryId);
  return saved === undefined ? undefined : answer;
}

/** Care by a sitter is saved with who it was; with a key that was revoked meanwhile it is not. */
async function saveBy(
  { caller: { agent, sitter } }: CareCall,
  { database }: Parts,
  change: CreatureChange,
  entryId: string,
): Promise<StoredCreature | undefined> {
  if (sitter === undefined) return saveCreature(database, change);
  return database.withTransaction(async (tx) => {
    const saved = await saveCreature(tx, change);
    if (saved === undefined) return undefined;
    if (!(await insertSitterCare(tx, agent.id, sitter.id, saved.creature.id, entryId))) throw invalidKey();
    return saved;
  });
}

/** Only a change that brings the next event nearer moves it (engine: care stays off the indexes). */
function lowered(armed: number | null, diesAt: number): number | null {
  return armed === null ? diesAt : Math.min(armed, diesAt);
}

/** What the last look shows of a creature that a harmful item has just killed. */
function aliveStats({ stats }: Creature): Stats {
  return { ...stats, health: Math.max(stats.health, Number.MIN_VALUE) };
}
