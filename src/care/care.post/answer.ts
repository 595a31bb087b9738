// Builds an answer to care: its effect, the keeper's recent care, other agents' care, and next steps.
import { z } from "zod";
import { ago } from "@denkeeper/rules/time/spoken.ts";
import type { CareAction } from "@denkeeper/rules/creature/creature.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import { visibilityOf, type VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
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
import {
  activityView,
  compactCreatureView,
  recentCareView,
  sleepView,
  soulPromptOf,
  speciesView,
  statsView,
  nextVisit,
} from "../../views/views.ts";
import type { CareRequest } from "./care.ts";
import { care, type compactCare, type fullCare } from "./contract.ts";
import type { ActionResult, CreatureAfterCare, CareResult } from "./result.ts";

type CareAnswerInput = z.input<typeof fullCare>;

/** An answer to care in some size. */
export interface AnswerWithSteps {
  readonly next_steps: NextStep[];
}

export type DescribeCare<Answer extends AnswerWithSteps> = (
  call: CareRequest,
  services: Needs<"database" | "rollups">,
  outcome: CareResult,
) => Answer | Promise<Answer>;

const FEWEST_OTHERS = 2;
const MOST_OTHERS = 5;
/** The most characters of a stranger's note. */
const MOST_QUOTED = 200;

function houseAfterCare({ kind, caller, after }: CareResult): HouseNow {
  return houseNowAfter(caller.creatures, caller.houseNow, kind === "would" ? undefined : after);
}

export async function answerOf(
  call: CareRequest,
  services: Needs<"database" | "rollups">,
  outcome: CareResult,
): Promise<CareAnswerInput> {
  const { caller, after, before, at, recentCare, result, milestones, marks } = outcome;
  const { creature } = after;
  const keeper = asKeeper(caller, caller.agent.id);
  const sleeping = result.success || after.kind === "dead" ? undefined : sleepView(after);
  const asked = { creature, action: result.action, entryId: result.care_log_entry_id, now: call.now };
  const others = call.body.others === false ? [] : await othersFor(services, caller.agent, asked);
  const isDryRun = call.body.dry_run === true;
  const isHarm = result.item_result?.category === "harmful";
  const notice = deathNoticeOf(call, outcome);
  const house = houseAfterCare(outcome);
  return {
    ...(isDryRun ? { dry_run: true as const } : {}),
    creature: {
      id: creature.id,
      name: creature.name,
      ...speciesView(creature.species),
      stage: creature.stage,
      ...statsView(after.kind === "dead" ? visibilityOf(creature) : after.visibility),
      mood: after.kind === "dead" ? "critical" : after.mood,
      alive: after.kind !== "dead",
    },
    ...(notice === undefined ? {} : { death: notice.death }),
    action_result: notice === undefined ? result : { ...result, message: `${result.message} ${notice.message}` },
    ...(sleeping === undefined ? {} : { sleep_info: sleeping }),
    ...(milestones === undefined ? {} : { milestones }),
    ...(marks === undefined ? {} : { marks }),
    ...(recentCare.length === 0 ? {} : { your_recent: recentCare.map((recent) => recentCareView(recent, at, keeper)) }),
    house_activity: await activityView(services.rollups),
    soul_prompt:
      isDryRun && before !== undefined ? soulPromptFor(outcome, before) : soulPromptFor(outcome, after, isHarm),
    ...nextVisit(house),
    // Words of strangers come behind all of ours.
    others: others.length === 0 ? undefined : others,
    next_steps: notice?.nextSteps ?? stepsFor(call, outcome, house),
  };
}

/** The same with only what one must know to act. */
export function compactAnswerOf(
  call: CareRequest,
  _services: Needs<"rollups">,
  outcome: CareResult,
): z.input<typeof compactCare> {
  const { after, milestones, marks, result } = outcome;
  const notice = deathNoticeOf(call, outcome);
  const house = houseAfterCare(outcome);
  const isDryRun = call.body.dry_run === true;
  return {
    ...(isDryRun ? { dry_run: true as const } : {}),
    creature: compactCreatureView(after),
    ...(notice === undefined ? {} : { death: notice.death }),
    action_result: {
      action: result.action,
      success: result.success,
      effectiveness: result.effectiveness,
      ...briefResult(outcome, notice),
      ...(result.item_result === undefined ? {} : { item_result: result.item_result }),
      ...(result.warning === undefined ? {} : { warning: result.warning }),
    },
    ...(milestones === undefined ? {} : { milestones }),
    ...(marks === undefined ? {} : { marks }),
    ...nextVisit(house),
    next_steps: compactStepsFor(call, outcome, { house, notice }),
  };
}

function compactStepsFor(
  call: CareRequest,
  outcome: CareResult,
  { house, notice }: { readonly house: HouseNow; readonly notice: DeathNotice | undefined },
) {
  if (notice !== undefined) return compactStepsOf(notice.nextSteps);
  const { after, result } = outcome;
  if (call.body.dry_run === true && result.success) return compactStepsOf(dryRunSteps(call, after.creature, result));
  return compactSteps(house, liftingOf(outcome));
}

/** Timing, message and tip without what goes without saying. */
export function briefResult({ result, scene }: CareResult, notice: DeathNotice | undefined) {
  const { timing, message, tip } = result;
  const line = scene ?? message;
  return {
    ...(timing === null ? {} : { timing }),
    message: notice === undefined ? line : `${line} ${notice.message}`,
    ...(tip === undefined || scene !== undefined ? {} : { tip }),
  };
}

/** What is said of a death that the care caused. */
export function deathNoticeOf(call: CareRequest, { caller, after }: CareResult): DeathNotice | undefined {
  if (after.kind !== "dead" || call.body.dry_run === true) return undefined;
  return deathNotice(after.creature, caller, caller.houseNow);
}

/** After a refusal: the step that lifts it. */
function liftingOf({ after, refusedFor }: CareResult): NextStep | undefined {
  return refusedFor === undefined || after.kind === "dead" ? undefined : unblockingStep(after, refusedFor);
}

/** Of the dead it speaks as their gravestone does. */
function soulPromptFor({ caller, memory }: CareResult, now: CreatureAfterCare, hurts = false): string {
  if (now.kind === "dead") return epitaphOf(now.creature);
  return soulPromptOf(now, { memory, caller, house: caller.creatures }, hurts);
}

function stepsFor(call: CareRequest, outcome: CareResult, house: HouseNow): NextStep[] {
  const { creature } = outcome.after;
  if (call.body.dry_run === true && outcome.result.success) return dryRunSteps(call, creature, outcome.result);
  return [...houseSteps(house, { first: liftingOf(outcome) }), ...readMoreSteps(creature)];
}

/** The same in earnest, unless it would do harm, and a look at how it is. */
function dryRunSteps(
  { body }: CareRequest,
  { id, name }: VisibleCreature,
  { item_result, timing, warning }: ActionResult,
): NextStep[] {
  const { dry_run: _, ...meant } = body;
  const look = statusStep(id, `See how ${name} is.`);
  if (item_result?.category === "harmful") {
    return [step(preferences, { description: `See what ${name} likes.`, query: { creature_id: id } }), look];
  }
  if (warning !== undefined || timing === "early") return [look];
  const description = "Nothing has happened yet. Send this to do it.";
  return [step(care, { action: body.action, description, body: { ...meant, creature_id: id } }), look];
}

interface CareSubject {
  readonly creature: { readonly id: string; readonly species: Pick<SpeciesNature, "family"> };
  readonly action: CareAction;
  /** Null where nothing was done. */
  readonly entryId: string | null;
  readonly now: number;
}

const storedFull = z.object({
  creature: z.object({ id: z.uuid() }),
  action_result: z.object({ action: careAction, care_log_entry_id: z.uuid().nullable() }),
});

/** What a full answer tells of others, at the time of a repeated call. */
export async function liveFieldsOf(
  stored: AnswerJson,
  { caller, now, body }: Pick<CareRequest, "caller" | "now"> & { readonly body: unknown },
  services: Needs<"database" | "rollups">,
) {
  if (!("soul_prompt" in stored)) return undefined;
  const { creature, action_result: result } = storedFull.parse(stored);
  const { agent, creatures } = caller;
  const found =
    creatures.find((each) => each.creature.id === creature.id) ??
    (await findCreature(services.database, agent.id, creature.id));
  const isWanted = !(isJsonObject(body) && body["others"] === false);
  const { action, care_log_entry_id: entryId } = result;
  const asked = isWanted && found && { creature: found.creature, action, entryId, now };
  const others = asked ? await othersFor(services, agent, asked) : [];
  return {
    house_activity: await activityView(services.rollups),
    others: others.length === 0 ? undefined : others,
  };
}

/** As all agents of a process see them, for some seconds. */
const lists = cacheForEachApp<readonly OtherAction[]>(5_000);
/** What others did longer ago is not told. */
const TOLD_MS = 7 * DAY_MS;

/**
 * Two to five recent actions of others, or one where there are no more; how many is a hash of the entry in the log, so a
 * repeated call tells of as many. Care does not fail for want of them.
 */
async function othersFor(
  services: Needs<"database">,
  agent: Agent,
  { creature, action, entryId, now }: CareSubject,
): Promise<NonNullable<CareAnswerInput["others"]>> {
  const { family } = creature.species;
  const read = () => listOthers(services.database, { action, family, since: now - TOLD_MS });
  const all = await lists(services.database)
    .get(`${action}:${family}`, now, read)
    .catch(() => []);
  const drawn = entryId === null ? chance(seedOf(creature.id), now) : chance(seedOf(entryId), 0);
  const count = FEWEST_OTHERS + Math.floor(drawn * (MOST_OTHERS - FEWEST_OTHERS + 1));
  return all
    .filter((other) => other.agent !== agent.username)
    .slice(0, count)
    .map((other) => otherView(other, action, now));
}

/** Only the notes of reflections are shown to others. */
function otherView({ agent, sitter, creature, species, at, notes }: OtherAction, action: CareAction, now: number) {
  const note = action === "reflect" ? cutLine(notes ?? "", MOST_QUOTED).trim() : "";
  return {
    agent,
    ...(sitter === null ? {} : { sitter }),
    creature,
    species,
    action,
    ago: ago(at, now),
    ...(note === "" ? {} : { notes: note }),
    untrusted: true as const,
  };
}
