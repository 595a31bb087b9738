// Builds the result of a care action from the outcome of the rules. Each endpoint describes that result in its own form.
import type { z } from "zod";
import type { CareDone, CareRefused, RefusalReason } from "@denkeeper/rules/care/care.ts";
import { visibleCare } from "@denkeeper/rules/care/visible-effect.ts";
import { STATS, isLiving, type Living, type Stat } from "@denkeeper/rules/creature/creature.ts";
import { newMarks } from "@denkeeper/rules/creature/memory.ts";
import type { VisibleCreature, VisibleStats } from "@denkeeper/rules/creature/visibility.ts";
import { markMessage } from "@denkeeper/rules/extras/marks.ts";
import { visibleAt, visibleLifeAt, type VisibleDead, type VisibleLiving } from "@denkeeper/rules/life/shown.ts";
import { recordOf } from "@denkeeper/rules/time/record.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import { disciplineWarning, refusalTip, tip } from "@denkeeper/rules/words/advice.ts";
import { careMessage, careScene, itemMessage, isWellTimed } from "@denkeeper/rules/words/care-message.ts";
import { wouldMessage, wouldReach, wouldReceive, wouldRefuse } from "@denkeeper/rules/words/dry-run.ts";
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
type ActionResult = FullCareInput["action_result"];
type ItemResultView = NonNullable<ActionResult["item_result"]>;

export type CreatureAfterCare = VisibleLiving | VisibleDead;

export interface CareResult extends Pick<FullCareInput, "marks" | "milestones"> {
  /** `would` is a dry run of care that the creature would accept. */
  readonly kind: "done" | "refused" | "would";
  readonly caller: Caller;
  readonly after: CreatureAfterCare;
  /** The state without the action, which a dry run describes as current. */
  readonly before: VisibleLiving | undefined;
  readonly at: number;
  readonly refusedFor?: RefusalReason;
  readonly recentCare: readonly RecentCare[];
  readonly memory: PresentCreature["memory"];
  readonly result: ActionResult;
  /** Whether the care would gain nothing and would not be well timed. Unset if it was refused. */
  readonly isUseless?: boolean;
  /** Replaces the message and the tip in compact answers. Set only for well-timed care. */
  readonly scene?: string;
}

/** Care that the creature accepted, or would accept in a dry run. */
export interface AppliedCare {
  readonly body: CareBody;
  readonly caller: Caller;
  readonly stored: PresentCreature;
  readonly verdict: ItemVerdict;
  /** The house check-in that this meal answers (RESP-3); null for other care, or if only one creature is living. */
  readonly checkIn: Instant | null;
  readonly done: CareDone;
}

/** Describes a refusal. Returns the dead creature instead if time has killed it. */
export function refusedResult(
  { action, item, dry_run: isDryRun = false }: CareBody,
  caller: Caller,
  { creature, recentCare, memory }: PresentCreature<Living>,
  { reason, at }: CareRefused,
): CareResult | VisibleDead {
  const now = visibleLifeAt(creature, caller.houseNow);
  if (now.kind === "dead") return now;
  const speaker = speakerOf(creature);
  const isOnLeave = now.resting?.kind === "leave";
  const refused = isOnLeave ? refusalOnLeave(speaker) : refusal(speaker, reason, at);
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
      message: isDryRun ? wouldRefuse(speaker, reason) : refused,
      ...(item === undefined
        ? {}
        : {
            item_result: {
              item,
              ...NOT_JUDGED,
              message: `It ${isDryRun ? "would not be" : "was not"} used, so it was not judged.`,
            },
          }),
      care_log_entry_id: null,
      tip: refusalTip(now, reason),
    },
  };
}

export function dryRunResult(care: AppliedCare): CareResult {
  const { stored, done, caller } = care;
  const before = visibleAt(stored.creature, caller.houseNow);
  return {
    kind: "would",
    caller,
    after: afterCare(done),
    before: before.kind === "living" ? before : undefined,
    at: done.at,
    recentCare: stored.recentCare,
    memory: stored.memory,
    ...resultOf(care, null),
  };
}

export function doneResult(care: AppliedCare, to: CreatureChange["to"], entryId: string): CareResult {
  const { stored, done, caller } = care;
  const { recentCare, memory } = to;
  // The answer announces marks earned by this care (MARK-3).
  const marks = newMarks(stored.memory, memory).map((mark) => ({
    mark,
    message: markMessage(stored.creature.name, mark),
  }));
  return {
    kind: "done",
    caller,
    after: isLiving(to.creature) ? visibleLifeAt(to.creature, done.at) : afterCare(done),
    before: undefined,
    at: done.at,
    recentCare,
    memory,
    marks: marks.length === 0 ? undefined : marks,
    ...resultOf(care, entryId),
  };
}

export function afterCare({ creature, at }: CareDone): CreatureAfterCare {
  return creature.death === null ? visibleLifeAt(creature, at) : { kind: "dead", creature, now: at };
}

/** Describes the outcome of care. A null entry id means a dry run. */
function resultOf({ body, verdict, done }: AppliedCare, entryId: string | null) {
  const { action, item } = body;
  const { category } = verdict.item;
  const isDryRun = entryId === null;
  const { creature, before, after, at, effect, timing, wasDue, fell, endsStreak, milestones } = visibleCare(
    action,
    done,
  );
  const speaker = speakerOf(creature);
  const turn = action === "feed" ? creature.feedings : creature.careActions;
  const facts = {
    ...effect,
    action,
    timing,
    category,
    streak: creature.streak,
    wasDue,
    fell,
    endsStreak,
    turn,
    key: at,
  };
  const warning = action === "discipline" ? disciplineWarning(before) : null;
  const advice = tip(facts);
  const result: ActionResult = {
    action,
    success: true,
    changes: changesOf(before, after),
    effectiveness: effect.effectiveness,
    timing,
    message: isDryRun
      ? wouldMessage(speaker, facts, creature.death !== null)
      : careMessage(speaker, facts, creature.death?.cause === "harm"),
    ...(item === undefined ? {} : { item_result: itemResult(creature, item, verdict, { at, isDryRun }) }),
    care_log_entry_id: entryId,
    ...(advice === null ? {} : { tip: warning ?? advice }),
    ...(warning === null ? {} : { warning }),
  };
  const hasScene = !isDryRun && category !== "harmful" && isWellTimed(facts);
  const milestoneViews = milestones.map((milestone) => ({
    type: milestone.kind,
    threshold: milestone.threshold,
    message: isDryRun ? wouldReach(speaker, milestone) : milestoneMessage(speaker, milestone, at),
  }));
  return {
    result,
    isUseless: effect.effectiveness === "wasted" && timing === null && !wasDue,
    ...(hasScene ? { scene: careScene(speaker, facts) } : {}),
    milestones: milestoneViews.length === 0 ? undefined : milestoneViews,
  };
}

/** Returns each stat before and after the care; null where the species hid it at that time. */
function changesOf(before: VisibleStats, after: VisibleStats): ActionResult["changes"] {
  return recordOf(STATS, (stat: Stat) => ({ before: statView(before[stat]), after: statView(after[stat]) }));
}

const NOT_JUDGED = { category: null, score: null };

function itemResult(
  creature: VisibleCreature,
  item: string,
  { judgement }: ItemVerdict,
  { at, isDryRun }: { readonly at: number; readonly isDryRun: boolean },
): ItemResultView {
  if (judgement.category === null) {
    const effect = isDryRun ? "It would have the usual effect." : "It had the usual effect.";
    return { item, ...NOT_JUDGED, message: `${judgement.reason} ${effect}` };
  }
  const { category, score, reason } = judgement;
  const received =
    category === "harmful" ? [] : [isDryRun ? wouldReceive(category) : itemMessage(speakerOf(creature), category, at)];
  const message = [...received, ...(reason === undefined ? [] : [reason])].join(" ");
  return { item, category, score: Math.round(score * 1000) / 1000, message };
}
