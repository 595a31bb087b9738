// What came of a care action, in the words and numbers of the rules: what every way to call tells in its own form.
import type { z } from "zod";
import type { CareDone, CareRefused, RefusalReason } from "@denkeeper/rules/care/care.ts";
import { visibleCare, type VisibleCare } from "@denkeeper/rules/care/visible-effect.ts";
import { STATS, isLiving, type Living, type Stat } from "@denkeeper/rules/creature/creature.ts";
import { newMarks } from "@denkeeper/rules/creature/memory.ts";
import type { VisibleCreature, VisibleStats } from "@denkeeper/rules/creature/visibility.ts";
import { markMessage } from "@denkeeper/rules/extras/marks.ts";
import { visibleAt, visibleLifeAt, type VisibleDead, type VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { disciplineWarning, refusalTip, tip } from "@denkeeper/rules/words/advice.ts";
import { careMessage, careScene, itemMessage, isWellTimed } from "@denkeeper/rules/words/care-message.ts";
import { wouldMessage, wouldReach, wouldReceive } from "@denkeeper/rules/words/dry-run.ts";
import { milestoneMessage } from "@denkeeper/rules/words/milestone.ts";
import { refusal, refusalOnLeave } from "@denkeeper/rules/words/refusal.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { CreatureChange, PresentCreature } from "../../model/creatures/store/creature-change.ts";
import type { RecentCare } from "../../model/creatures/store/creature-row.ts";
import { statView } from "../../views/views.ts";
import type { CareBody, fullCare } from "./contract.ts";
import type { ItemVerdict } from "./judge.ts";

type FullCareInput = z.input<typeof fullCare>;
export type ActionResult = FullCareInput["action_result"];

/** The creature as care leaves it, or would: alive with all that follows from it, or dead. */
export type CreatureAfterCare = VisibleLiving | VisibleDead;

export interface CareResult extends Pick<FullCareInput, "marks" | "milestones"> {
  /** `would`: a dry run. */
  readonly kind: "done" | "refused" | "would";
  readonly caller: Caller;
  readonly after: CreatureAfterCare;
  /** State without the action; dry runs describe this as current. */
  readonly before: VisibleLiving | undefined;
  readonly at: number;
  /** Set after a refusal. */
  readonly refusedFor?: RefusalReason;
  readonly recentCare: readonly RecentCare[];
  readonly memory: PresentCreature["memory"];
  readonly result: ActionResult;
  /** What there is to say of care that was right, whatever it raised. */
  readonly scene?: string;
}

/** Care that the creature took, or would take: what it was before, what the item was to it, and what the rules made of both. */
export interface AppliedCare {
  readonly stored: PresentCreature;
  readonly judged: ItemVerdict;
  /** The check-in of the house that food answers. */
  readonly asked: Instant | null;
  readonly done: CareDone;
}

/** Undefined when the creature is already dead. */
export function refusedResult(
  { action, item }: CareBody,
  caller: Caller,
  { creature, recentCare, memory }: PresentCreature<Living>,
  { reason, at }: CareRefused,
): CareResult | VisibleDead {
  const now = visibleLifeAt(creature, caller.houseNow);
  if (now.kind === "dead") return now;
  return {
    kind: "refused",
    caller,
    after: now,
    before: now,
    at: now.clock,
    refusedFor: reason,
    recentCare,
    memory,
    result: {
      action,
      success: false,
      changes: changesOf(now.visibility.stats, now.visibility.stats),
      effectiveness: "wasted",
      timing: null,
      message:
        now.resting?.kind === "leave" ? refusalOnLeave(speakerOf(creature)) : refusal(speakerOf(creature), reason, at),
      ...(item === undefined ? {} : { item_result: unusedItem(item) }),
      care_log_entry_id: null,
      tip: refusalTip(now, reason),
    },
  };
}

export function dryRunResult(body: CareBody, caller: Caller, taken: AppliedCare): CareResult {
  const { stored, done } = taken;
  const before = visibleAt(stored.creature, caller.houseNow);
  return {
    kind: "would",
    caller,
    after: afterCare(done),
    before: before.kind === "living" ? before : undefined,
    at: done.at,
    recentCare: stored.recentCare,
    memory: stored.memory,
    ...resultOf(body, taken, null),
  };
}

/** What care did, as far as its keeper may see it. */
export function doneResult(
  body: CareBody,
  caller: Caller,
  taken: AppliedCare,
  { to }: Pick<CreatureChange, "to">,
  entryId: string,
): CareResult {
  const { stored, done } = taken;
  return {
    kind: "done",
    caller,
    after: isLiving(to.creature) ? visibleLifeAt(to.creature, done.at) : afterCare(done),
    before: undefined,
    at: done.at,
    recentCare: to.recentCare,
    memory: to.memory,
    ...newMarksOf(stored, to.memory),
    ...resultOf(body, taken, entryId),
  };
}

export function afterCare({ creature, at }: CareDone): CreatureAfterCare {
  return creature.death === null ? visibleLifeAt(creature, at) : { kind: "dead", creature, now: at };
}

function resultOf(body: CareBody, { judged, done }: AppliedCare, entryId: string | null) {
  const shown = visibleCare(body.action, done);
  const isDryRun = entryId === null;
  const { category } = judged.item;
  const given = careMessageInput(body, judged, shown);
  const isRight = !isDryRun && isWellTimed(given);
  return {
    result: actionResult(body, judged, shown, entryId),
    ...(isRight && category !== "harmful" ? { scene: careScene(speakerOf(shown.creature), given) } : {}),
    ...milestonesOf(shown, isDryRun),
  };
}

function careMessageInput({ action }: CareBody, { item: { category } }: ItemVerdict, shown: VisibleCare) {
  const { creature, at, effect, timing, wasDue, fell, endsStreak } = shown;
  const turn = action === "feed" ? creature.feedings : creature.careActions;
  return { ...effect, action, timing, category, streak: creature.streak, wasDue, fell, endsStreak, turn, key: at };
}

function actionResult(body: CareBody, judged: ItemVerdict, shown: VisibleCare, entryId: string | null): ActionResult {
  const { action, item } = body;
  const { creature, before, after, at, effect, timing } = shown;
  const speaker = speakerOf(creature);
  const isDryRun = entryId === null;
  const given = careMessageInput(body, judged, shown);
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
function newMarksOf(
  { memory, creature }: PresentCreature,
  after: PresentCreature["memory"],
): Pick<FullCareInput, "marks"> {
  const marks = newMarks(memory, after).map((mark) => ({ mark, message: markMessage(creature.name, mark) }));
  return marks.length === 0 ? {} : { marks };
}

function milestonesOf(shown: VisibleCare, isDryRun: boolean): Pick<FullCareInput, "milestones"> {
  const speaker = speakerOf(shown.creature);
  const milestones = shown.milestones.map((milestone) => ({
    type: milestone.kind,
    threshold: milestone.threshold,
    message: isDryRun ? wouldReach(speaker, milestone) : milestoneMessage(speaker, milestone, shown.at),
  }));
  return milestones.length === 0 ? {} : { milestones };
}

/** Each stat before and after, as far as the species shows it at the trust it had, and has. */
function changesOf(before: VisibleStats, after: VisibleStats): ActionResult["changes"] {
  const change = (stat: Stat) => ({ before: statView(before[stat]), after: statView(after[stat]) });
  return recordOf(STATS, change);
}

function itemResult(
  creature: VisibleCreature,
  item: string,
  { judgement }: ItemVerdict,
  { at, isDryRun }: { readonly at: number; readonly isDryRun: boolean },
): NonNullable<ActionResult["item_result"]> {
  if (judgement.category === null) {
    const effect = isDryRun ? "It would have the usual effect." : "It had the usual effect.";
    return { item, category: null, score: null, message: `${judgement.reason} ${effect}` };
  }
  const { category, score, reason } = judgement;
  const received =
    category === "harmful" ? [] : [isDryRun ? wouldReceive(category) : itemMessage(speakerOf(creature), category, at)];
  const message = [...received, ...(reason === undefined ? [] : [reason])].join(" ");
  return { item, category, score: Math.round(score * 1000) / 1000, message };
}

/** For an item that came with refused care: it is not judged. */
function unusedItem(item: string): NonNullable<ActionResult["item_result"]> {
  return { item, category: null, score: null, message: "It was not used, so it was not judged." };
}
