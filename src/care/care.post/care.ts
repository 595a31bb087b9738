// One care action. It finds the creature, decides by the rules, and saves everything in one statement, with the answer as
// it is told. When the creature was changed meanwhile, it decides again. HTTP, visits and tools all call this.
import { NO_ITEM, applyCare, type CareRefused } from "@denkeeper/rules/care/care.ts";
import type { Resident, Living } from "@denkeeper/rules/creature/creature.ts";
import { askedFor, isDue, type ResidentNow } from "@denkeeper/rules/foresight/schedule.ts";
import type { Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Db } from "../../platform/database/db.ts";
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
import { afterCare, doneResult, dryRunResult, refusedResult, type CareResult, type AppliedCare } from "./result.ts";
import { CannotCare, targetOf } from "./target.ts";

const MAX_ATTEMPTS = 200;
/** What is stored of a note while the disk is nearly full. */
const SHORT_NOTE = 200;

export type CareServices = Needs<"budgets" | "database" | "diskRoom" | "itemJudge">;

export interface CareRequest {
  readonly body: CareBody;
  readonly caller: Caller;
  /** Real time when the request arrived. */
  readonly now: RealInstant;
  /** The caller as stored now. */
  reload(): Promise<Caller>;
}

/** What a way to call makes of the result. */
export interface CareReply<Answer> {
  noteRefusal(reason: CareRefused["reason"], creatureId: string): void;
  warn(warning: { readonly field: "item" | "notes"; readonly message: string }): void;
  tell(result: CareResult): Answer | Promise<Answer>;
  /** What is saved with the change, so that a repeated call gets the same answer; undefined when it cannot be repeated. */
  record(answer: Answer): IdempotencyRecord | undefined;
  /** Whether the visit of the creature ends with this care: it then has leave (LEAVE-1). By itself, if nothing else is due. */
  readonly isOver?: (creature: Living, houseNow: Instant) => boolean;
  /** The house as the visit found it, if the care is part of one. */
  readonly found?: readonly ResidentNow[];
  /** What is answered instead of care, as long as the creature is as it was read. */
  readonly instead?: (creature: Living, houseNow: Instant) => Answer | undefined;
}

/** The answer, and the caller with the creature as it was saved. */
export interface CareResponse<Answer> {
  readonly answer: Answer;
  readonly caller: Caller;
}

export async function careFor<Answer>(
  request: CareRequest,
  services: CareServices,
  reply: CareReply<Answer>,
): Promise<CareResponse<Answer>> {
  const { body, caller, now } = request;
  const { database } = services;
  const wanted = body.creature_id ?? body.id;
  const target = await targetOf(database, caller, wanted);
  spendAction(request, services);
  const judged = lazy(() => judgeCareItem(services, body, caller, target, now));
  const words = lazy(() => wordsToStore(request, services, reply));

  /** Undefined when the creature was changed in between. */
  const attempt = async (stored: PresentCreature<Resident>, by: Caller): Promise<CareResponse<Answer> | undefined> => {
    const { creature } = stored;
    if (creature.hatchedAt === null) throw new CannotCare({ kind: "egg", creatureId: creature.id }, by);
    // Whether it takes care at all does not depend on the item.
    const found = () => reply.found ?? houseNowAfter(by.creatures, by.houseNow).residents;
    const asked = body.action === "feed" ? askedFor(creature.id, found()) : null;
    const plain = applyCare(creature, body.action, NO_ITEM, by.houseNow, asked);
    if (plain.kind === "died") {
      await saveDeath(request, database, by, stored);
      throw new CannotCare({ kind: "dead", creature: plain.creature, isNamed: true }, by);
    }
    const answer = reply.instead?.(creature, by.houseNow);
    if (answer !== undefined) return { answer, caller: by };
    if (plain.kind === "refused") {
      const result = refused(request, by, { ...stored, creature }, plain);
      if (body.dry_run !== true) reply.noteRefusal(plain.reason, creature.id);
      return { answer: await reply.tell(result), caller: by };
    }
    const item = body.item === undefined ? NO_VERDICT : await judged();
    const done = body.item === undefined ? plain : applyCare(creature, body.action, item.item, by.houseNow, asked);
    if (done.kind !== "done") return undefined;
    const taken = { stored, judged: item, asked, done };
    if (body.dry_run === true) return { answer: await reply.tell(dryRunResult(body, by, taken)), caller: by };
    return save(request, services, reply, by, taken, words());
  };

  const again = async () => {
    const fresh = { caller: await request.reload(), reload: () => request.reload() };
    return retryOnConflict(fresh, async (by) => attempt(await targetOf(database, by, wanted), by), MAX_ATTEMPTS);
  };
  return (await attempt(target, caller)) ?? runExclusive(target.creature.id, again);
}

/** The creature refused. One that has died in the meantime is not asked. */
function refused(
  request: CareRequest,
  caller: Caller,
  stored: PresentCreature<Living>,
  refusal: CareRefused,
): CareResult {
  const result = refusedResult(request.body, caller, stored, refusal);
  if (result.kind === "dead") throw new CannotCare({ kind: "dead", creature: result.creature, isNamed: true }, caller);
  return result;
}

/** Writes care with everything that belongs to it. Undefined when the creature was changed in between. */
async function save<Answer>(
  { body, now }: CareRequest,
  { budgets, database }: CareServices,
  reply: CareReply<Answer>,
  caller: Caller,
  care: AppliedCare,
  words: StoredWords,
): Promise<CareResponse<Answer> | undefined> {
  const { stored } = care;
  const cared = changeOf(body, caller, care, words, now);
  const { creature, at } = care.done;
  const isOver = creature.death === null && (reply.isOver?.(creature, at) ?? !hasMoreDue(care));
  const change = (isOver ? withLeave(cared, caller, now) : undefined) ?? cared;
  const entryId = entryIdOf(stored.creature.id, stored.version + 1, stored.unwritten?.length ?? 0);
  const answer = await reply.tell(doneResult(body, caller, care, change, entryId));
  const recorded = { ...change, record: reply.record(answer) };
  const saved = await saveBy(caller, database, recorded, entryId);
  if (saved === undefined) return undefined;
  budgets.wrote(caller, 1, bytesOf(words), now);
  const creatures = caller.creatures.flatMap((each) =>
    each.creature.id === saved.creature.id ? ifResident(saved) : [each],
  );
  return { answer, caller: { ...caller, creatures } };
}

function hasMoreDue({ done }: AppliedCare): boolean {
  const after = afterCare(done);
  return after.kind === "living" && isDue(after);
}

/** Care by a sitter is saved with who it was; with a key that was revoked meanwhile it is not. */
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

/** A death that care has found is written down, unless this process's clock may be wrong. */
async function saveDeath(
  { body, now }: CareRequest,
  database: Db,
  { agent, clockTrusted }: Caller,
  stored: PresentCreature,
): Promise<void> {
  if (!clockTrusted || body.dry_run === true) return;
  const death = deathChange(stored, agent, now);
  if (death !== undefined) await saveCreature(database, death);
}

function spendAction({ body, caller, now }: CareRequest, { budgets }: CareServices): void {
  if (body.dry_run === true || budgets.spend("actions", caller, now)) return;
  throw new CannotCare({ kind: "budget_spent" }, caller);
}

/** What there is room for: care counts with or without it (ROOM-1 to ROOM-3). */
function wordsToStore(
  { body, caller, now }: CareRequest,
  { budgets, diskRoom }: CareServices,
  reply: Pick<CareReply<never>, "warn">,
): StoredWords {
  const { item, notes } = body;
  const short = { item, notes: diskRoom.isLow ? notes && cutLine(notes, SHORT_NOTE) : notes };
  const bytes = bytesOf(short);
  if (bytes === 0 || budgets.spendWords(caller, caller.creatures.length, bytes, now)) return short;
  const message =
    "Your notes and items of today take as much room as there is for you, so these were not kept. Care counts as always.";
  reply.warn({ field: notes === undefined ? "item" : "notes", message });
  return { item: undefined, notes: undefined };
}

function bytesOf({ item, notes }: StoredWords): number {
  return Buffer.byteLength(`${item ?? ""}${notes ?? ""}`);
}
