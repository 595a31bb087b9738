// Care: the loaded state, one decision of the domain, one statement that writes it with its log row. After a conflict it
// reads and decides again.
import { randomUUIDv7 } from "node:crypto";
import type { CareDone, CareRefused } from "@denkeeper/rules/care/care.ts";
import { NO_ITEM, applyCare } from "@denkeeper/rules/care/care.ts";
import type { Dead, Kept, Living } from "@denkeeper/rules/creature/creature.ts";
import { shownAt, shownLifeAt } from "@denkeeper/rules/life/shown.ts";
import type { ShownOf } from "@denkeeper/rules/creature/visibility.ts";
import { returnableSince } from "@denkeeper/rules/care/resurrection.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import type { ShownCare } from "@denkeeper/rules/care/visible-effect.ts";
import { shownCare } from "@denkeeper/rules/care/visible-effect.ts";
import { careMessage, disciplineWarning, tip } from "@denkeeper/rules/words/care-message.ts";
import { wouldMessage, wouldReach } from "@denkeeper/rules/words/dry-run.ts";
import { milestoneMessage } from "@denkeeper/rules/words/milestone.ts";
import { refusal } from "@denkeeper/rules/words/refusal.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { presentCreature } from "../../../app/life/amnesty.ts";
import { gravestoneRowOf } from "../../../app/life/gravestone-row.ts";
import { deathChange, houseTime, logRowsFor } from "../../../app/life/time-changes.ts";
import { runExclusive } from "../../../platform/keyed-mutex.ts";
import { invalidKey } from "../../../http/guard/key-check.ts";
import { endpoint } from "../../../http/request/endpoint.ts";
import type { Needs } from "../../../http/request/services.ts";
import type { Agent } from "../../../store/accounts/agents.ts";
import type { Caller } from "../../../store/accounts/callers.ts";
import type { PresentCreature } from "../../../store/creatures/creature-row.ts";
import type { CreatureChange } from "../../../store/creatures/creatures.ts";
import { findCreature, listDeadSince, saveCreature } from "../../../store/creatures/creatures.ts";
import { privateText } from "../../../store/creatures/private-text.ts";
import { insertSitterCare } from "../../../store/accounts/sitters.ts";
import { deathNotice } from "../../shared/death-notice.ts";
import { adoptStep, graveyardStep, houseAfter, liftingStep, refusalTip, statusStep } from "../../shared/steps.ts";
import { yourCreatureView } from "../../shared/views.ts";
import type { After, CareAnswer, CareCall } from "./answer.ts";
import { answerOf, changesOf, itemResult, unusedItem } from "./answer.ts";
import { care } from "./contract.ts";
import type { Judged } from "./judge.ts";
import { UNJUDGED, judge } from "./judge.ts";

const MAX_ATTEMPTS = 200;
const RECENT = 5;

export const careEndpoint = endpoint(care, async (call, services: Needs<"database" | "itemJudge" | "rollups">) => {
  const { caller } = call;
  const stored = await targetOf(call, services, caller);
  const judging = judgeOnce(call, services, stored);
  const answer = await careFor(call, services, caller.agent, stored, judging);
  return answer ?? runExclusive(stored.creature.id, () => careAfterConflict(call, services, judging));
});

/** Reads and decides again until there is no conflict. */
async function careAfterConflict(
  call: CareCall,
  services: Needs<"database" | "rollups">,
  judging: Judging,
): Promise<CareAnswer> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const caller = await call.reload();
    const stored = await targetOf(call, services, caller);
    const answer = await careFor(call, services, caller.agent, stored, judging);
    if (answer !== undefined) return answer;
  }
  throw new Error("the creature changed faster than it could be cared for");
}

type Judging = () => Promise<Judged>;

/** Asks the judge at most once a call, and only when the creature takes the item. */
function judgeOnce(
  { body, caller }: CareCall,
  services: Needs<"database" | "itemJudge">,
  { creature }: PresentCreature,
): Judging {
  let judged: Promise<Judged> | undefined;
  return () => (judged ??= judge(services, caller.agent.id, creature.species, body.action, body.item));
}

/** The creature that is meant, or a failure that helps to say which. */
async function targetOf(call: CareCall, services: Needs<"database">, caller: Caller): Promise<PresentCreature<Kept>> {
  const { agent, creatures } = caller;
  const wanted = call.body.creature_id ?? call.body.id;
  const now = houseTime(agent, call.now);
  if (wanted !== undefined) {
    const found = creatures.find(({ creature }) => creature.id === wanted);
    if (found !== undefined) return found;
    const stored = await findCreature(services.database, agent.id, wanted);
    if (stored === undefined) throw notFound(call, creatures);
    const buried = presentCreature(stored, caller.outages, now);
    throw buried.death === null ? notFound(call, creatures) : isDead(call, agent, buried);
  }
  const seen = creatures.map((stored) => ({ stored, kind: shownAt(stored.creature, now).kind }));
  const living = seen.flatMap(({ stored, kind }) => (kind === "living" ? [stored] : []));
  // Eggs take no care: one is meant only when there is nobody else.
  const [only = seen.find(({ kind }) => kind === "egg")?.stored, ...more] = living;
  if (only === undefined) throw await noLivingCreature(call, services, caller);
  if (more.length === 0) return only;
  throw call.fail("which_creature", {
    fields: { your_creatures: living.map(yourCreatureView) },
    nextSteps: living.slice(0, 3).map(({ creature }) => statusStep(creature.id, `See how ${creature.name} is.`)),
  });
}

function notFound(call: CareCall, creatures: readonly PresentCreature[]) {
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

/** The creature that is meant has died. */
function isDead(call: CareCall, agent: Agent, creature: ShownOf<Dead>) {
  const notice = deathNotice(creature, { ...call.caller, agent }, houseTime(agent, call.now));
  return call.fail("not_found", {
    suggestion: notice.message,
    fields: { your_creatures: [], death: notice.death },
    nextSteps: notice.nextSteps,
  });
}

/** No target, and an empty house: of the last one to die it is told what happened, as of one that was named. */
async function noLivingCreature(
  call: CareCall,
  { database }: Needs<"database">,
  { agent, creatures, outages, sitter }: Caller,
) {
  const now = houseTime(agent, call.now);
  const unnoticed = creatures.map(({ creature }) => settleAny(creature, now));
  const buried = await listDeadSince(database, agent.id, returnableSince(now, outages));
  const [last] = [...unnoticed, ...buried.map((stored) => presentCreature(stored, outages, now))]
    .filter((creature) => creature.death !== null)
    .filter(({ id }) => sitter?.creatureIds.includes(id) ?? true)
    .toSorted((a, b) => b.death.at - a.death.at);
  return last === undefined ? notFound(call, []) : isDead(call, agent, last);
}

/** The answer, or undefined when the state was stale. */
async function careFor(
  call: CareCall,
  services: Needs<"database" | "rollups">,
  agent: Agent,
  stored: PresentCreature<Kept>,
  judging: Judging,
): Promise<CareAnswer | undefined> {
  const { creature } = stored;
  const { action, item } = call.body;
  if (creature.hatchedAt === null) {
    throw call.fail("egg", { nextSteps: [statusStep(creature.id, "Call status to hatch the egg.")] });
  }
  const clock = houseTime(agent, call.now);
  // Whether it takes care at all does not depend on the item.
  const plain = applyCare(creature, action, NO_ITEM, clock);
  if (plain.kind === "died") {
    const found = call.clockTrusted && call.body.dry_run !== true ? deathChange(stored, agent, call.now) : undefined;
    if (found !== undefined) await saveCreature(services.database, found);
    throw isDead(call, agent, plain.creature);
  }
  if (plain.kind === "refused") return refused(call, services, agent, { ...stored, creature }, plain);
  const conclude = call.body.dry_run === true ? dryRun : save;
  if (item === undefined) return conclude(call, services, agent, { stored, judged: UNJUDGED, done: plain });
  const judged = await judging();
  const done = applyCare(creature, action, judged.item, clock);
  return done.kind === "done" ? conclude(call, services, agent, { stored, judged, done }) : undefined;
}

async function refused(
  call: CareCall,
  services: Needs<"rollups">,
  agent: Agent,
  { creature, recentCare }: PresentCreature<Living>,
  { reason, at }: CareRefused,
): Promise<CareAnswer> {
  const { action, item } = call.body;
  const now = shownLifeAt(creature, houseTime(agent, call.now));
  if (now.kind === "dead") throw isDead(call, agent, now.creature);
  const message = refusal(speakerOf(creature), reason, at);
  return answerOf(call, services, agent, {
    after: now,
    before: now,
    at: now.clock,
    house: houseAfter(call.caller.creatures, houseTime(agent, call.now), now),
    lifting: liftingStep(now, reason),
    recentCare,
    result: {
      action,
      success: false,
      changes: changesOf(now.visibility.stats, now.visibility.stats),
      effectiveness: "wasted",
      timing: null,
      message,
      ...(item === undefined ? {} : { item_result: unusedItem(item) }),
      care_log_entry_id: null,
      tip: refusalTip(now, reason),
    },
  });
}

/** Care that the creature took: what it was before, what the item was to it, and what the rules made of both. */
interface Cared {
  readonly stored: PresentCreature;
  readonly judged: Judged;
  readonly done: CareDone;
}

/** What care would do. Nothing is written. */
async function dryRun(call: CareCall, services: Needs<"rollups">, agent: Agent, { stored, judged, done }: Cared) {
  const now = houseTime(agent, call.now);
  const before = shownAt(stored.creature, now);
  return answerOf(call, services, agent, {
    after: afterCare(done),
    before: before.kind === "living" ? before : undefined,
    at: done.at,
    house: houseAfter(call.caller.creatures, now, undefined),
    recentCare: stored.recentCare,
    ...resultOf(call, judged, done, null),
  });
}

/** Writes care with everything that belongs to it. Undefined when the creature was changed in between. */
async function save(
  call: CareCall,
  services: Needs<"database" | "rollups">,
  agent: Agent,
  cared: Cared,
): Promise<CareAnswer | undefined> {
  const { stored, judged, done } = cared;
  const { creature, before, at, timing } = done;
  const { action } = call.body;
  const entryId = randomUUIDv7();
  const recentCare = [{ action, ...wordsOf(call), timing, at }, ...stored.recentCare].slice(0, RECENT);
  const after = afterCare(done);
  const answer = await answerOf(call, services, agent, {
    after,
    before: undefined,
    at,
    house: houseAfter(call.caller.creatures, houseTime(agent, call.now), shownAt(creature, at)),
    recentCare,
    ...resultOf(call, judged, done, entryId),
  });
  const nextEventAt =
    after.kind === "dead" ? null : lowered(stored.nextEventAt, after.course.death.at - agent.clockOffsetMs);
  const change: CreatureChange = {
    from: stored,
    to: { ...stored, creature, recentCare, nextEventAt },
    log: logOf(call, cared, entryId),
    gravestone: creature.death === null ? undefined : gravestoneRowOf(agent, before, creature),
    discovered: discoveredBy(call, agent, cared),
    record: call.record(answer),
  };
  const saved = await saveBy(call, services, change, entryId);
  return saved === undefined ? undefined : answer;
}

/** What the keeper said with the care: for its own key alone. */
function wordsOf({ body: { item, notes } }: CareCall) {
  return { item: privateText(item), notes: privateText(notes) };
}

/** The care, and a row of its own for the death that it caused: the log has one for every death. */
function logOf(call: CareCall, { stored, judged, done }: Cared, entryId: string): ReturnType<typeof logRowsFor> {
  const { creature, before, at, timing, effectiveness } = done;
  const { body, now } = call;
  const { item, notes } = wordsOf(call);
  const careEntry = logRowsFor(stored, "care", {
    entryId,
    recordedAt: now,
    at,
    uncheckedSince: stored.creature.lastCheckedAt,
    care: {
      action: body.action,
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
  if (creature.death === null) return careEntry;
  const deathEntry = logRowsFor(stored, "death", { recordedAt: now, at: creature.death.at });
  return (version) => [...careEntry(version), ...deathEntry(version)];
}

/** What the care has taught about an item, if the judge knew it. */
function discoveredBy({ body }: CareCall, agent: Agent, { judged, done }: Cared): CreatureChange["discovered"] {
  const { judgement } = judged;
  if (body.item === undefined || judgement.category === null) return undefined;
  return {
    agent_id: agent.id,
    creature_id: done.creature.id,
    action: body.action,
    item: privateText(body.item),
    category: judgement.category,
    score: judgement.score,
    model: judgement.model,
    discovered_at: done.at,
  };
}

function afterCare({ creature, at }: CareDone): After {
  return creature.death === null ? shownLifeAt(creature, at) : { kind: "dead", creature, now: at };
}

/** What the care did, or would do, as far as its keeper may see it. */
function resultOf(call: CareCall, judged: Judged, done: CareDone, entryId: string | null) {
  const shown = shownCare(call.body.action, done);
  return { result: actionResult(call, judged, shown, entryId), ...milestonesOf(shown, entryId === null) };
}

function actionResult({ body }: CareCall, judged: Judged, shown: ShownCare, entryId: string | null) {
  const { action, item } = body;
  const { creature, before, after, at, effect, timing, cleaningWasDue } = shown;
  const { category } = judged.item;
  const speaker = speakerOf(creature);
  const isDryRun = entryId === null;
  const given = { ...effect, action, timing, category, streak: creature.streak, cleaningWasDue };
  const warning = action === "discipline" ? disciplineWarning(before) : null;
  const advised = tip(given);
  return {
    action,
    success: true,
    changes: changesOf(before, after),
    effectiveness: effect.effectiveness,
    timing,
    message: isDryRun
      ? wouldMessage(speaker, given, creature.death !== null)
      : careMessage(speaker, { ...given, key: at }),
    ...(item === undefined ? {} : { item_result: itemResult(creature, item, judged, { at, isDryRun }) }),
    care_log_entry_id: entryId,
    ...(advised === null ? {} : { tip: warning ?? advised }),
    ...(warning === null ? {} : { warning }),
  };
}

function milestonesOf(shown: ShownCare, isDryRun: boolean): Pick<CareAnswer, "milestones"> {
  const speaker = speakerOf(shown.creature);
  const milestones = shown.milestones.map((milestone) => ({
    type: milestone.kind,
    threshold: milestone.threshold,
    message: isDryRun ? wouldReach(speaker, milestone) : milestoneMessage(speaker, milestone, shown.at),
  }));
  return milestones.length === 0 ? {} : { milestones };
}

/** Care by a sitter is saved with who it was; with a key that was revoked meanwhile it is not. */
async function saveBy(
  { caller: { agent, sitter } }: CareCall,
  { database }: Needs<"database">,
  change: CreatureChange,
  entryId: string,
): Promise<PresentCreature | undefined> {
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
