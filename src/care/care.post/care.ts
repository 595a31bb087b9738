// Performs one care action and saves it with its answer. After a conflict, the rules decide again from the reloaded creature.
import { NO_ITEM, applyCare, type CareRefused } from "@denkeeper/rules/care/care.ts";
import type { Resident, Living } from "@denkeeper/rules/creature/creature.ts";
import { askedFor, isDue, type ResidentNow } from "@denkeeper/rules/foresight/schedule.ts";
import type { Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import { lazy } from "../../platform/once.ts";
import { runExclusive } from "../../platform/keyed-mutex.ts";
import { cutLine } from "../../platform/agent-text.ts";
import type { Needs } from "../../model/services.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import { retryOnConflict } from "../../model/agents/retry-on-conflict.ts";
import { insertSitterCare } from "../../model/agents/store/sitters.ts";
import { ifResident, type CreatureChange, type PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { saveCreature } from "../../model/creatures/store/creatures.ts";
import { entryIdOf } from "../../model/creatures/store/entry-id.ts";
import type { IdempotencyRecord } from "../../model/idempotency/store/idempotency.ts";
import { withLeave } from "../../model/life/leave.ts";
import { deathChange } from "../../model/life/time-changes.ts";
import { houseNowAfter } from "../../views/steps.ts";
import { changeOf, type StoredWords } from "./change.ts";
import type { CareBody } from "./contract.ts";
import { NO_VERDICT, judgeCareItem } from "./judge.ts";
import { afterCare, doneResult, dryRunResult, refusedResult, type AppliedCare, type CareResult } from "./result.ts";
import { CannotCare, targetOf } from "./target.ts";

const MAX_ATTEMPTS = 200;
/** Maximum characters of a stored note while disk space is low. */
const SHORT_NOTE = 200;
const NO_ROOM =
  "Your notes and items have used up the room you have today (UTC), so these were not stored. The care itself counts.";

export type CareServices = Needs<"budgets" | "database" | "diskRoom" | "itemJudge">;

export interface CareRequest {
  readonly body: CareBody;
  readonly caller: Caller;
  /** Real time at which the request arrived. */
  readonly now: RealInstant;
  reload(): Promise<Caller>;
}

/** Callbacks and options with which an endpoint turns a care result into its answer. */
export interface CareReply<Answer> {
  noteRefusal(reason: CareRefused["reason"], creatureId: string): void;
  warn(warning: { readonly field: "item" | "notes"; readonly message: string }): void;
  describe(result: CareResult): Answer | Promise<Answer>;
  /** Returns the idempotency record to save with the change; undefined without an Idempotency-Key. */
  record(answer: Answer): IdempotencyRecord | undefined;
  /** Returns whether this care ends the creature's visit, which grants leave (LEAVE-1). Default: the creature is not due. */
  readonly endsVisit?: (creature: Living, houseNow: Instant) => boolean;
  /** The residents when the visit began. Set only for care within a visit. */
  readonly residents?: readonly ResidentNow[];
  /** Returns the answer to give instead of the care; undefined to perform the care. */
  readonly skip?: (creature: Living, houseNow: Instant) => Answer | undefined;
}

/** The answer, and the caller as the care left it. */
export interface CareResponse<Answer> {
  readonly answer: Answer;
  readonly caller: Caller;
}

export async function careFor<Answer>(
  request: CareRequest,
  services: CareServices,
  reply: CareReply<Answer>,
): Promise<CareResponse<Answer>> {
  const { body, now } = request;
  const { database } = services;
  const wanted = body.creature_id ?? body.id;
  const target = await targetOf(database, request.caller, wanted);
  spendAction(request, services);
  const judge = lazy(() => judgeCareItem(services, request, target));
  const words = lazy(() => wordsToStore(request, services, reply));

  /** Returns undefined on a conflict. */
  const attempt = async (stored: PresentCreature<Resident>, caller: Caller) => {
    const { creature } = stored;
    const { houseNow } = caller;
    if (creature.hatchedAt === null) throw new CannotCare({ kind: "egg", creatureId: creature.id }, caller);
    const residents = () => reply.residents ?? houseNowAfter(caller.creatures, houseNow).residents;
    const checkIn = body.action === "feed" ? askedFor(creature.id, residents()) : null;
    // Refusals are decided first, since they do not depend on the item.
    const plain = applyCare(creature, body.action, NO_ITEM, houseNow, checkIn);
    if (plain.kind === "died") {
      const death = caller.clockTrusted && body.dry_run !== true ? deathChange(stored, caller.agent, now) : undefined;
      if (death !== undefined) await saveCreature(database, death);
      throw new CannotCare({ kind: "dead", creature: plain.creature, isNamed: true }, caller);
    }
    const skipped = reply.skip?.(creature, houseNow);
    if (skipped !== undefined) return { answer: skipped, caller };
    if (plain.kind === "refused") {
      const result = refusedResult(body, caller, { ...stored, creature }, plain);
      if (result.kind === "dead") {
        throw new CannotCare({ kind: "dead", creature: result.creature, isNamed: true }, caller);
      }
      if (body.dry_run !== true) reply.noteRefusal(plain.reason, creature.id);
      return { answer: await reply.describe(result), caller };
    }
    const verdict = body.item === undefined ? NO_VERDICT : await judge();
    const done = body.item === undefined ? plain : applyCare(creature, body.action, verdict.item, houseNow, checkIn);
    if (done.kind !== "done") return undefined;
    const care = { body, caller, stored, verdict, checkIn, done };
    if (body.dry_run === true) return { answer: await reply.describe(dryRunResult(care)), caller };
    return save(care, words(), { services, reply, now });
  };

  const retry = async () => {
    const fresh = { caller: await request.reload(), reload: () => request.reload() };
    return retryOnConflict(fresh, async (by) => attempt(await targetOf(database, by, wanted), by), MAX_ATTEMPTS);
  };
  return (await attempt(target, request.caller)) ?? runExclusive(target.creature.id, retry);
}

interface SaveOptions<Answer> {
  readonly services: CareServices;
  readonly reply: CareReply<Answer>;
  readonly now: RealInstant;
}

/** Saves care with its log entry and answer. Returns undefined on a conflict. */
async function save<Answer>(
  care: AppliedCare,
  words: StoredWords,
  { services: { budgets, database }, reply, now }: SaveOptions<Answer>,
): Promise<CareResponse<Answer> | undefined> {
  const { caller, stored, done } = care;
  const careChange = changeOf(care, words, now);
  const { creature, at } = done;
  const after = afterCare(done);
  const endsVisit =
    creature.death === null && (reply.endsVisit?.(creature, at) ?? !(after.kind === "living" && isDue(after)));
  const change = (endsVisit ? withLeave(careChange, caller, now) : undefined) ?? careChange;
  const entryId = entryIdOf(stored.creature.id, stored.version + 1, stored.unwritten?.length ?? 0);
  const answer = await reply.describe(doneResult(care, change.to, entryId));
  const saved = await saveBy(caller, database, { ...change, record: reply.record(answer) }, entryId);
  if (saved === undefined) return undefined;
  budgets.wrote(caller, 1, bytesOf(words), now);
  const creatures = caller.creatures.flatMap((resident) =>
    resident.creature.id === saved.creature.id ? ifResident(saved) : [resident],
  );
  return { answer, caller: { ...caller, creatures } };
}

/** Saves the change. A sitter's care is attributed to the sitter, and is rolled back if the sitter's key has been revoked. */
async function saveBy(
  caller: Caller,
  database: CareServices["database"],
  change: CreatureChange,
  entryId: string,
): Promise<PresentCreature | undefined> {
  const { agent, sitter } = caller;
  if (sitter === undefined) return saveCreature(database, change);
  return database.withTransaction(async (tx) => {
    const saved = await saveCreature(tx, change);
    if (saved === undefined) return undefined;
    const { id: creatureId } = saved.creature;
    const isRecorded = await insertSitterCare(tx, { agentId: agent.id, sitterId: sitter.id, creatureId, entryId });
    if (!isRecorded) throw new CannotCare({ kind: "key_revoked" }, caller);
    return saved;
  });
}

function spendAction({ body, caller, now }: CareRequest, { budgets }: CareServices): void {
  if (body.dry_run === true || budgets.spend("actions", caller, now)) return;
  throw new CannotCare({ kind: "budget_spent" }, caller);
}

/** Shortens the notes while disk space is low (ROOM-1). Drops item and notes, with a warning, beyond the budget (ROOM-2). */
function wordsToStore(
  { body: { item, notes }, caller, now }: CareRequest,
  { budgets, diskRoom }: CareServices,
  reply: Pick<CareReply<never>, "warn">,
): StoredWords {
  const words = { item, notes: diskRoom.isLow ? notes && cutLine(notes, SHORT_NOTE) : notes };
  const bytes = bytesOf(words);
  if (bytes === 0 || budgets.spendWords(caller, caller.creatures.length, bytes, now)) return words;
  reply.warn({ field: notes === undefined ? "item" : "notes", message: NO_ROOM });
  return { item: undefined, notes: undefined };
}

function bytesOf({ item, notes }: StoredWords): number {
  return Buffer.byteLength(`${item ?? ""}${notes ?? ""}`);
}
