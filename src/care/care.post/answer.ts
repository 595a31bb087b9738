// Builds the answer to a care call: its effect, recent care of this creature and by other agents, and next steps.
import { z } from "zod";
import { ago } from "@denkeeper/rules/time/spoken.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import { visibilityOf } from "@denkeeper/rules/creature/visibility.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { epitaphOf } from "../../model/life/gravestone-row.ts";
import { cutLine } from "../../platform/agent-text.ts";
import { step, type NextStep, type AnswerJson } from "../../http/contract/contract.ts";
import type { Needs } from "../../model/services.ts";
import { isJsonObject } from "../../platform/json.ts";
import { listOthers, type OtherAction } from "./store/others.ts";
import { cacheForEachApp } from "../../platform/single-flight.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { Agent } from "../../model/agents/store/agents.ts";
import { findCreature } from "../../model/creatures/store/creatures.ts";
import { asKeeper } from "../../model/creatures/store/private-text.ts";
import { deathNotice, type DeathNotice } from "../../views/death-notice.ts";
import { careAction } from "../../http/contract/shapes/creature.ts";
import { preferences } from "../preferences.get/contract.ts";
import {
  readMoreSteps,
  compactSteps,
  houseSteps,
  unblockingStep,
  compactStepsOf,
  houseNowAfter,
  type HouseNow,
} from "../../views/steps.ts";
import { statusStep } from "../../http/contract/steps.ts";
import { activityView, compactCreatureView, sleepView, speciesView, statsView, nextVisit } from "../../views/views.ts";
import { recentCareView, soulPromptOf } from "../../views/memories.ts";
import type { CareRequest } from "./care.ts";
import { care, type compactCare, type fullCare } from "./contract.ts";
import type { CreatureAfterCare, CareResult } from "./result.ts";

type CareAnswerInput = z.input<typeof fullCare>;

export type DescribeCare<Answer extends { readonly next_steps: NextStep[] }> = (
  call: CareRequest,
  services: Needs<"database" | "rollups">,
  outcome: CareResult,
) => Answer | Promise<Answer>;

export async function answerOf(
  call: CareRequest,
  services: Needs<"database" | "rollups">,
  outcome: CareResult,
): Promise<CareAnswerInput> {
  const { caller, after, before, at, recentCare, result, milestones, marks } = outcome;
  const { creature } = after;
  const keeper = asKeeper(caller, caller.agent.id);
  const subject = { creature, action: result.action, entryId: result.care_log_entry_id, now: call.now };
  const isDryRun = call.body.dry_run === true;
  const isHarm = result.item_result?.category === "harmful";
  const notice = deathNoticeOf(call, outcome);
  const house = houseAfterCare(outcome);
  return {
    dry_run: isDryRun || undefined,
    creature: {
      id: creature.id,
      name: creature.name,
      ...speciesView(creature.species),
      stage: creature.stage,
      ...statsView(after.kind === "dead" ? visibilityOf(creature) : after.visibility),
      mood: after.kind === "dead" ? "critical" : after.mood,
      alive: after.kind !== "dead",
    },
    death: notice?.death,
    action_result: notice === undefined ? result : { ...result, message: `${result.message} ${notice.message}` },
    sleep_info: result.success || after.kind === "dead" ? undefined : sleepView(after),
    milestones,
    marks,
    your_recent: recentCare.length === 0 ? undefined : recentCare.map((recent) => recentCareView(recent, at, keeper)),
    house_activity: await activityView(services.rollups),
    soul_prompt:
      isDryRun && before !== undefined ? soulPromptFor(outcome, before) : soulPromptFor(outcome, after, isHarm),
    ...nextVisit(house),
    // Untrusted text follows everything about the creature itself.
    others: call.body.others === false ? undefined : await othersFor(services, caller.agent, subject),
    next_steps: notice?.nextSteps ?? stepsFor(call, outcome, house),
  };
}

/** Describes only what the caller needs for its next action. */
export function compactAnswerOf(
  call: CareRequest,
  _services: Needs<"rollups">,
  outcome: CareResult,
): z.input<typeof compactCare> {
  const { after, milestones, marks, result } = outcome;
  const notice = deathNoticeOf(call, outcome);
  const house = houseAfterCare(outcome);
  const { action, success, effectiveness, item_result, warning } = result;
  return {
    dry_run: call.body.dry_run === true || undefined,
    creature: compactCreatureView(after),
    death: notice?.death,
    action_result: { action, success, effectiveness, ...briefResult(outcome, notice), item_result, warning },
    milestones,
    marks,
    ...nextVisit(house),
    next_steps: compactStepsFor(call, outcome, { house, notice }),
  };
}

function houseAfterCare({ kind, caller, after }: CareResult): HouseNow {
  return houseNowAfter(caller.creatures, caller.houseNow, kind === "would" ? undefined : after);
}

function compactStepsFor(
  call: CareRequest,
  outcome: CareResult,
  { house, notice }: { readonly house: HouseNow; readonly notice: DeathNotice | undefined },
) {
  if (notice !== undefined) return compactStepsOf(notice.nextSteps);
  const { result } = outcome;
  if (call.body.dry_run === true && result.success) return compactStepsOf(dryRunSteps(call, outcome));
  return compactSteps(house, unblockingStepFor(outcome));
}

/** Returns the timing of a meal, one message, and a tip. A scene replaces the usual message and the tip. */
export function briefResult({ result, scene }: CareResult, notice: DeathNotice | undefined) {
  const { timing, message, tip } = result;
  const line = scene ?? message;
  return {
    ...(timing === null ? {} : { timing }),
    message: notice === undefined ? line : `${line} ${notice.message}`,
    ...(tip === undefined || scene !== undefined ? {} : { tip }),
  };
}

/** Returns a notice if this care killed the creature, which a dry run never does. */
export function deathNoticeOf(call: CareRequest, { caller, after }: CareResult): DeathNotice | undefined {
  if (after.kind !== "dead" || call.body.dry_run === true) return undefined;
  return deathNotice(after.creature, caller, caller.houseNow);
}

/** Returns the step that removes the reason for the refusal, if there was one. */
function unblockingStepFor({ after, refusedFor }: CareResult): NextStep | undefined {
  return refusedFor === undefined || after.kind === "dead" ? undefined : unblockingStep(after, refusedFor);
}

/** For a dead creature, returns the epitaph of its gravestone. */
function soulPromptFor({ caller, memory }: CareResult, now: CreatureAfterCare, hurts = false): string {
  if (now.kind === "dead") return epitaphOf(now.creature);
  return soulPromptOf(now, { memory, caller, house: caller.creatures }, hurts);
}

function stepsFor(call: CareRequest, outcome: CareResult, house: HouseNow): NextStep[] {
  if (call.body.dry_run === true && outcome.result.success) return dryRunSteps(call, outcome);
  return [...houseSteps(house, { first: unblockingStepFor(outcome) }), ...readMoreSteps(outcome.after.creature)];
}

/** Suggests the real care, the preferences if the item is harmful, or neither if it is useless, unwise or early; then a status call. */
function dryRunSteps({ body }: CareRequest, { after, result, isUseless }: CareResult): NextStep[] {
  const { id, name } = after.creature;
  const { item_result, timing, warning } = result;
  const { dry_run: _, ...realBody } = body;
  const seeStatus = statusStep(id, `See how ${name} is.`);
  if (item_result?.category === "harmful") {
    return [step(preferences, { description: `See what ${name} likes.`, query: { creature_id: id } }), seeStatus];
  }
  if (isUseless === true || warning !== undefined || timing === "early") return [seeStatus];
  const description = "Send this to do it.";
  return [step(care, { action: body.action, description, body: { ...realBody, creature_id: id } }), seeStatus];
}

interface CareSubject {
  readonly creature: { readonly id: string; readonly species: Pick<SpeciesNature, "family"> };
  readonly action: CareAction;
  /** Null for refused care and for a dry run. */
  readonly entryId: string | null;
  readonly now: number;
}

const storedFullAnswer = z.object({
  creature: z.object({ id: z.uuid() }),
  action_result: z.object({ action: careAction, care_log_entry_id: z.uuid().nullable() }),
});

/** Refreshes the fields about other agents when a full answer is replayed. Compact answers have no such fields. */
export async function liveFieldsOf(
  answer: AnswerJson,
  { caller, now, body }: Pick<CareRequest, "caller" | "now"> & { readonly body: unknown },
  services: Needs<"database" | "rollups">,
) {
  if (!("soul_prompt" in answer)) return undefined;
  const { creature, action_result: result } = storedFullAnswer.parse(answer);
  const { agent, creatures } = caller;
  const stored =
    creatures.find((resident) => resident.creature.id === creature.id) ??
    (await findCreature(services.database, agent.id, creature.id));
  const wantsOthers = !(isJsonObject(body) && body["others"] === false);
  const { action, care_log_entry_id: entryId } = result;
  const subject = wantsOthers && stored && { creature: stored.creature, action, entryId, now };
  return {
    house_activity: await activityView(services.rollups),
    others: subject ? await othersFor(services, agent, subject) : undefined,
  };
}

const FEWEST_OTHERS = 2;
const MOST_OTHERS = 5;
/** Maximum characters quoted from another agent's note. */
const MOST_QUOTED = 200;
const MAX_AGE_MS = 7 * DAY_MS;
/** Recent care by action, cached for five seconds for all callers of a process. */
const othersCache = cacheForEachApp<readonly OtherAction[]>(5_000);

/**
 * Returns two to five recent actions of other agents, fewer if there are no more, and undefined if there are none or the query
 * fails. A hash of the log entry decides how many, so that a replay asks for the same number.
 */
async function othersFor(
  services: Needs<"database">,
  agent: Agent,
  { creature, action, entryId, now }: CareSubject,
): Promise<CareAnswerInput["others"]> {
  const { family } = creature.species;
  const load = () => listOthers(services.database, { action, since: now - MAX_AGE_MS });
  const all = await othersCache(services.database)
    .get(action, now, load)
    .catch(() => []);
  const draw = entryId === null ? chance(seedOf(creature.id), now) : chance(seedOf(entryId), 0);
  const count = FEWEST_OTHERS + Math.floor(draw * (MOST_OTHERS - FEWEST_OTHERS + 1));
  const others = all.filter((other) => other.family === family && other.agent !== agent.username).slice(0, count);
  return others.length === 0 ? undefined : others.map((other) => otherView(other, action, now));
}

function otherView({ agent, sitter, creature, species, at, notes }: OtherAction, action: CareAction, now: number) {
  const note = action === "reflect" ? cutLine(notes ?? "", MOST_QUOTED).trim() : "";
  return {
    agent,
    sitter: sitter ?? undefined,
    creature,
    species,
    action,
    ago: ago(at, now),
    notes: note || undefined,
    untrusted: true as const,
  };
}
