// Care: the loaded state, one decision of the rules, one statement that saves it with its log row. After a conflict it
// reads and decides again.
import { NO_ITEM, applyCare, type CareDone, type CareRefused } from "@denkeeper/rules/care/care.ts";
import { rememberCare } from "@denkeeper/rules/care/remember.ts";
import { type CareAction, type Dead, type Kept, type Living } from "@denkeeper/rules/creature/creature.ts";
import { LONGEST_NOTE, marksNoted } from "@denkeeper/rules/creature/memory.ts";
import { markMessage } from "@denkeeper/rules/extras/marks.ts";
import { shownAt, shownLifeAt } from "@denkeeper/rules/life/shown.ts";
import type { ShownOf } from "@denkeeper/rules/creature/visibility.ts";
import { returnableSince } from "@denkeeper/rules/care/resurrection.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import { shownCare, type ShownCare } from "@denkeeper/rules/care/visible-effect.ts";
import { careMessage, careScene, disciplineWarning, tip, wasRight } from "@denkeeper/rules/words/care-message.ts";
import { wouldMessage, wouldReach } from "@denkeeper/rules/words/dry-run.ts";
import { milestoneMessage } from "@denkeeper/rules/words/milestone.ts";
import { refusal } from "@denkeeper/rules/words/refusal.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { presentCreature } from "../../model/life/amnesty.ts";
import { gravestoneRowOf } from "../../model/life/gravestone-row.ts";
import { deathChange, houseTime } from "../../model/life/time-changes.ts";
import { runExclusive } from "../../platform/keyed-mutex.ts";
import { cutLine } from "../../http/contract/agent-text.ts";
import { spentToday } from "../../http/guard/budgets.ts";
import { invalidKey } from "../../http/guard/key-check.ts";
import { JUDGE_VERSION } from "../../model/items/item-judge.ts";
import { endpoint } from "../../http/request/endpoint.ts";
import { step } from "../../http/contract/contract.ts";
import type { Needs } from "../../http/request/services.ts";
import type { Agent } from "../../model/agents/store/agents.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { ifKept, type CreatureChange, type PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { entryIdOf } from "../../model/creatures/store/entry-id.ts";
import { findCreature, listDeadSince, saveCreature } from "../../model/creatures/store/creatures.ts";
import { asKeeper, privateText } from "../../model/creatures/store/private-text.ts";
import type { LogEvent } from "../../model/creatures/store/care-log.ts";
import { insertSitterCare } from "../../model/agents/store/sitters.ts";
import { deathNotice } from "../views/death-notice.ts";
import { missingCreature, takeBackSteps } from "../views/missing-creature.ts";
import { adoptStep, graveyardStep, houseAfter, refusalTip, statusStep } from "../views/steps.ts";
import { yourCreatureView } from "../views/views.ts";
import {
  answerOf,
  changesOf,
  compactAnswerOf,
  itemResult,
  tidingsOf,
  unusedItem,
  type After,
  type CareCall,
  type Describe,
  type Described,
  type Milestones,
  type NewMarks,
} from "./answer.ts";
import { care } from "./contract.ts";
import { UNJUDGED, judge, type Judged } from "./judge.ts";

const MAX_ATTEMPTS = 200;
const RECENT = 5;
/** What is stored of a note while the disk is nearly full. */
const SHORT_NOTE = 200;

type CareServices = Needs<"budgets" | "database" | "diskRoom" | "itemJudge" | "rollups">;

export const careEndpoint = endpoint(
  care,
  async (call, services: CareServices) => {
    const isCompact = call.query.view === "compact";
    const given = await (isCompact ? careOnce(call, services, compactAnswerOf) : careOnce(call, services, answerOf));
    return given.answer;
  },
  tidingsOf,
);

/** What care leads to: its answer, and the caller with the creature as it was saved. */
interface Given<Answer> {
  readonly answer: Answer;
  readonly caller: Caller;
}

/** What a call answers without care, as long as the creature is as it was read. */
type Instead<Answer> = (creature: Living, clock: number) => Answer | undefined;

/** One care action, described by `describe`. The description is also what a repeated call gets. */
export async function careOnce<Answer extends Described>(
  call: CareCall,
  services: CareServices,
  describe: Describe<Answer>,
  instead?: Instead<Answer>,
): Promise<Given<Answer>> {
  const { caller } = call;
  const stored = await targetOf(call, services, caller);
  if (call.body.dry_run !== true && !services.budgets.spend("actions", caller, call.now)) {
    throw spentToday(call.now);
  }
  const kept = keptOnce(call, services);
  const work = { call, services, describe, instead, judging: judgeOnce(call, services, stored), kept };
  const given = await careFor(work, caller, stored);
  return given ?? runExclusive(stored.creature.id, () => careAfterConflict(work));
}

/** Reads and decides again until there is no conflict. */
async function careAfterConflict<Answer extends Described>(work: Work<Answer>): Promise<Given<Answer>> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const caller = await work.call.reload();
    const stored = await targetOf(work.call, work.services, caller);
    const given = await careFor(work, caller, stored);
    if (given !== undefined) return given;
  }
  throw new Error("the creature changed faster than it could be cared for");
}

/** One call's care, however often it has to be decided. */
interface Work<Answer extends Described> {
  readonly call: CareCall;
  readonly services: CareServices;
  readonly describe: Describe<Answer>;
  readonly instead: Instead<Answer> | undefined;
  readonly judging: Judging;
  readonly kept: () => KeptWords;
}

/** What is stored of a call's item and notes. */
interface KeptWords {
  readonly item: string | undefined;
  readonly notes: string | undefined;
}

/** What there is room for: care counts with or without it (ROOM-1 to ROOM-3). Asked once a call, when it is saved. */
function keptOnce(call: CareCall, { budgets, diskRoom }: Needs<"budgets" | "diskRoom">): () => KeptWords {
  let kept: KeptWords | undefined;
  const decide = (): KeptWords => {
    const { body, caller, now } = call;
    const { item, notes } = body;
    const short = { item, notes: diskRoom.isLow ? notes && cutLine(notes, SHORT_NOTE) : notes };
    const bytes = Buffer.byteLength(`${short.item ?? ""}${short.notes ?? ""}`);
    if (bytes === 0 || budgets.spendWords(caller, caller.creatures.length, bytes, now)) return short;
    const message =
      "Your notes and items of today take as much room as there is for you, so these were not kept. Care counts as always.";
    call.warn({ field: notes === undefined ? "item" : "notes", message });
    return { item: undefined, notes: undefined };
  };
  return () => (kept ??= decide());
}

type Judging = () => Promise<Judged>;

/** Asks the judge at most once a call, and only when the creature takes the item. */
function judgeOnce(
  { body, caller, now }: CareCall,
  services: Needs<"database" | "itemJudge">,
  { creature, nextEventAt }: PresentCreature,
): Judging {
  let judged: Promise<Judged> | undefined;
  const patienceMs = (nextEventAt ?? Infinity) - now;
  return () => (judged ??= judge(services, caller, creature.species, body.action, body.item, patienceMs));
}

/** The creature that is meant and may get the care, or a failure that helps to say which. */
async function targetOf(call: CareCall, services: Needs<"database">, caller: Caller): Promise<PresentCreature<Kept>> {
  const target = await namedOrOnly(call, services, caller);
  return target;
}

async function namedOrOnly(
  call: CareCall,
  services: Needs<"database">,
  caller: Caller,
): Promise<PresentCreature<Kept>> {
  const { agent, creatures } = caller;
  const wanted = call.body.creature_id ?? call.body.id;
  const now = houseTime(agent, call.now);
  if (wanted !== undefined) {
    const found = creatures.find(({ creature }) => creature.id === wanted);
    if (found !== undefined) return found;
    const stored = await findCreature(services.database, agent.id, wanted);
    const buried = stored === undefined ? undefined : presentCreature(stored, caller.outages, now);
    if (buried !== undefined && buried.death !== null) throw isDead(call, agent, buried);
    throw call.fail("creature_not_found", await missingCreature(call, services.database, wanted));
  }
  const seen = creatures.map((stored) => ({ stored, kind: shownAt(stored.creature, now).kind }));
  const living = seen.flatMap(({ stored, kind }) => (kind === "living" ? [stored] : []));
  // Eggs take no care: one is meant only when there is nobody else.
  const [only = seen.find(({ kind }) => kind === "egg")?.stored, ...more] = living;
  if (only === undefined) throw await noLivingCreature(call, services, caller);
  if (more.length === 0) return only;
  throw call.fail("which_creature", {
    fields: { your_creatures: living.map(yourCreatureView) },
    nextSteps: [
      ...living.slice(0, 3).map(({ creature: { id, name } }) => {
        const { id: _, ...body } = call.body;
        return step(care, {
          ...(call.query.view === "compact" ? { query: { view: "compact" } } : {}),
          action: body.action,
          description: `If you mean ${name}.`,
          body: { ...body, creature_id: id },
        });
      }),
      statusStep(undefined, "See how they are."),
    ],
  });
}

type DeathCode = "creature_dead" | "no_living_creatures";

/** The creature that is meant has died, or, when none was named, the last one that lived here. */
function isDead(call: CareCall, agent: Agent, creature: ShownOf<Dead>, code: DeathCode = "creature_dead") {
  const notice = deathNotice(creature, { ...call.caller, agent }, houseTime(agent, call.now));
  return call.fail(code, {
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
  if (last === undefined) {
    const nextSteps = [...(await takeBackSteps(call, database)), adoptStep(), graveyardStep()];
    return call.fail("no_living_creatures", { fields: { your_creatures: [] }, nextSteps });
  }
  return isDead(call, agent, last, "no_living_creatures");
}

/** Undefined when the state was stale. */
async function careFor<Answer extends Described>(
  work: Work<Answer>,
  caller: Caller,
  stored: PresentCreature<Kept>,
): Promise<Given<Answer> | undefined> {
  const { call, services, judging } = work;
  const { agent } = caller;
  const { creature } = stored;
  const { action, item } = call.body;
  if (creature.hatchedAt === null) {
    throw call.fail("egg_not_hatched", { nextSteps: [statusStep(creature.id, "Call status to hatch the egg.")] });
  }
  const clock = houseTime(agent, call.now);
  // Whether it takes care at all does not depend on the item.
  const plain = applyCare(creature, action, NO_ITEM, clock);
  if (plain.kind === "died") {
    const found = call.clockTrusted && call.body.dry_run !== true ? deathChange(stored, agent, call.now) : undefined;
    if (found !== undefined) await saveCreature(services.database, found);
    throw isDead(call, agent, plain.creature);
  }
  const answer = work.instead?.(creature, clock);
  if (answer !== undefined) return { answer, caller };
  if (plain.kind === "refused") return refused(work, caller, { ...stored, creature }, plain);
  const conclude = call.body.dry_run === true ? dryRun : save;
  if (item === undefined) return conclude(work, caller, { stored, judged: UNJUDGED, done: plain });
  const judged = await judging();
  const done = applyCare(creature, action, judged.item, clock);
  return done.kind === "done" ? conclude(work, caller, { stored, judged, done }) : undefined;
}

async function refused<Answer extends Described>(
  { call, services, describe }: Work<Answer>,
  caller: Caller,
  { creature, recentCare, memory }: PresentCreature<Living>,
  { reason, at }: CareRefused,
): Promise<Given<Answer>> {
  const { action, item } = call.body;
  const clock = houseTime(caller.agent, call.now);
  const now = shownLifeAt(creature, clock);
  if (now.kind === "dead") throw isDead(call, caller.agent, now.creature);
  if (call.body.dry_run !== true) call.noteRefusal(reason, creature.id);
  const message = refusal(speakerOf(creature), reason, at);
  const answer = await describe(call, services, {
    caller,
    after: now,
    before: now,
    at: now.clock,
    house: () => houseAfter(caller.creatures, clock, now),
    refusedFor: reason,
    recentCare,
    memory,
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
  return { answer, caller };
}

/** Care that the creature took: what it was before, what the item was to it, and what the rules made of both. */
interface Cared {
  readonly stored: PresentCreature;
  /** The cleaning that came with a serving. */
  readonly judged: Judged;
  readonly done: CareDone;
}

/** What care would do. Nothing is written. */
async function dryRun<Answer extends Described>(
  { call, services, describe }: Work<Answer>,
  caller: Caller,
  { stored, judged, done }: Cared,
): Promise<Given<Answer>> {
  const now = houseTime(caller.agent, call.now);
  const before = shownAt(stored.creature, now);
  const answer = await describe(call, services, {
    caller,
    after: afterCare(done),
    before: before.kind === "living" ? before : undefined,
    at: done.at,
    house: () => houseAfter(caller.creatures, now, undefined),
    recentCare: stored.recentCare,
    memory: stored.memory,
    ...resultOf(call, judged, done, null),
  });
  return { answer, caller };
}

/** Writes care with everything that belongs to it. Undefined when the creature was changed in between. */
async function save<Answer extends Described>(
  { call, services, describe, kept }: Work<Answer>,
  caller: Caller,
  cared: Cared,
): Promise<Given<Answer> | undefined> {
  const { stored, judged, done } = cared;
  const words = wordsOf(kept());
  const { creature, before, at, timing } = done;
  const { agent } = caller;
  const { action } = call.body;
  const earlier = stored.unwritten?.length ?? 0;
  const entryId = entryIdOf(creature.id, stored.version + 1, earlier);
  const sitter = caller.sitter?.name ?? null;
  const recentCare = [{ action, ...words, timing, at, sitter }, ...stored.recentCare].slice(0, RECENT);
  const memory = rememberCare(stored.memory, action, done, giftOf(call, judged));
  const after = afterCare(done);
  const answer = await describe(call, services, {
    caller,
    after,
    before: undefined,
    at,
    house: () => houseAfter(caller.creatures, houseTime(agent, call.now), after),
    recentCare,
    memory,
    ...newMarksOf(stored, memory),
    ...resultOf(call, judged, done, entryId),
  });
  const nextEventAt =
    after.kind === "dead" ? null : lowered(stored.nextEventAt, after.course.death.at - agent.clockOffsetMs);
  const change: CreatureChange = {
    from: stored,
    to: { ...stored, creature, recentCare, memory, nextEventAt },
    log: logOf(call, cared, words),
    gravestone: creature.death === null ? undefined : gravestoneRowOf(agent, before, creature),
    discovered: words.item === null ? undefined : discoveredBy(call, agent, cared),
    record: call.record(answer),
  };
  const saved = await saveBy(call, services, change, entryId);
  if (saved === undefined) return undefined;
  const { item, notes } = kept();
  services.budgets.wrote(caller, 1, Buffer.byteLength(`${item ?? ""}${notes ?? ""}`), call.now);
  return { answer, caller: withSaved(caller, saved) };
}

/** The caller's house after a change. */
function withSaved(caller: Caller, saved: PresentCreature): Caller {
  const creatures = caller.creatures.flatMap((each) =>
    each.creature.id === saved.creature.id ? ifKept(saved) : [each],
  );
  return { ...caller, creatures };
}

/** What the keeper said with the care: for its own key alone. */
function wordsOf({ item, notes }: KeptWords) {
  return { item: privateText(item), notes: privateText(notes) };
}

/** What the creature may remember: an item as its species' catalogue calls it, and what its keeper, not a sitter, reflected. */
function giftOf({ body: { action, notes }, caller }: CareCall, { judgement }: Judged) {
  const isKeepers = action === "reflect" && asKeeper(caller, caller.agent.id) !== undefined;
  const note = notes === undefined ? "" : cutLine(notes, LONGEST_NOTE).trim();
  const { category, score } = judgement;
  return {
    loved: category === "loved" && judgement.nearest !== undefined ? { phrase: judgement.nearest, score } : null,
    by: caller.sitter === undefined ? ("keeper" as const) : ("sitter" as const),
    note: isKeepers && note !== "" ? privateText(note) : null,
  };
}

/** The care, and a row of its own for the death that it caused: the log has one for every death. */
function logOf(
  call: CareCall,
  { stored, judged, done }: Cared,
  words: ReturnType<typeof wordsOf>,
): readonly LogEvent[] {
  const { body, now } = call;
  const { lastCheckedAt } = stored.creature;
  const entry = entryOf(body.action, done, now, lastCheckedAt, words, judged);
  const entries = [entry];
  const { death } = done.creature;
  return death === null ? entries : [...entries, { kind: "death", recordedAt: now, at: death.at }];
}

function entryOf(
  action: CareAction,
  { creature, before, at, timing, effectiveness }: CareDone,
  recordedAt: LogEvent["recordedAt"],
  uncheckedSince: number,
  words: ReturnType<typeof wordsOf> = { item: null, notes: null },
  { item: { isTask, category }, judgement: { score } }: Judged = UNJUDGED,
): LogEvent {
  const stats = { before: before.stats, after: creature.stats };
  const given = { action, ...words, isTask, category, score, timing, effectiveness, ...stats };
  return { kind: "care", recordedAt, at, uncheckedSince, care: given };
}

/** What the care has taught its keeper about an item, if the judge knew it. A sitter's words do not become the keeper's. */
function discoveredBy({ body, caller }: CareCall, agent: Agent, { judged, done }: Cared): CreatureChange["discovered"] {
  const { judgement } = judged;
  if (body.item === undefined || judgement.category === null || caller.sitter !== undefined) return undefined;
  return {
    agent_id: agent.id,
    creature_id: done.creature.id,
    action: body.action,
    item: privateText(body.item),
    category: judgement.category,
    score: judgement.score,
    model: `${judgement.model}, ${JUDGE_VERSION}`,
    discovered_at: done.at,
  };
}

function afterCare({ creature, at }: CareDone): After {
  return creature.death === null ? shownLifeAt(creature, at) : { kind: "dead", creature, now: at };
}

/** What the care did, or would do, as far as its keeper may see it. */
function resultOf(call: CareCall, judged: Judged, done: CareDone, entryId: string | null) {
  const shown = shownCare(call.body.action, done);
  const isDryRun = entryId === null;
  const { category } = judged.item;
  const given = givenOf(call, judged, shown);
  const isRight = !isDryRun && wasRight(given);
  return {
    result: actionResult(call, judged, shown, entryId),
    ...(isRight && category !== "harmful" ? { scene: careScene(speakerOf(shown.creature), given) } : {}),
    ...milestonesOf(shown, isDryRun),
  };
}

function givenOf({ body: { action } }: CareCall, { item: { category } }: Judged, shown: ShownCare) {
  const { creature, at, effect, timing, cleaningWasDue } = shown;
  return { ...effect, action, timing, category, streak: creature.streak, cleaningWasDue, key: at };
}

function actionResult(call: CareCall, judged: Judged, shown: ShownCare, entryId: string | null) {
  const { action, item } = call.body;
  const { creature, before, after, at, effect, timing } = shown;
  const speaker = speakerOf(creature);
  const isDryRun = entryId === null;
  const given = givenOf(call, judged, shown);
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
      : careMessage(speaker, given, creature.death?.cause === "harm"),
    ...(item === undefined ? {} : { item_result: itemResult(creature, item, judged, { at, isDryRun }) }),
    care_log_entry_id: entryId,
    ...(advised === null ? {} : { tip: warning ?? advised }),
    ...(warning === null ? {} : { warning }),
  };
}

/** MARK-3: what this care earned. */
function newMarksOf({ memory, creature }: PresentCreature, after: PresentCreature["memory"]): NewMarks {
  const marks = marksNoted(memory, after).map((mark) => ({ mark, message: markMessage(creature.name, mark) }));
  return marks.length === 0 ? {} : { marks };
}

function milestonesOf(shown: ShownCare, isDryRun: boolean): Milestones {
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
    if (
      !(await insertSitterCare(tx, { agentId: agent.id, sitterId: sitter.id, creatureId: saved.creature.id, entryId }))
    )
      throw invalidKey();
    return saved;
  });
}

/** Only a change that brings the next event nearer moves it (engine: care stays off the indexes). */
function lowered(armed: number | null, diesAt: number): number | null {
  return armed === null ? diesAt : Math.min(armed, diesAt);
}
