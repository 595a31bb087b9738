// The CallContext that a handler gets. All changes go through it, so each is stored with its answer and none runs
// twice.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { Tx } from "../../platform/database/db.ts";
import type { Actor } from "../../model/visibility/store/audit.ts";
import {
  TakenIdempotencyKey,
  findIdempotencyRecord,
  insertIdempotencyRecord,
  lockIdempotencyKey,
  type IdempotencyRecord,
  type IdempotencyRecordKey,
} from "../../model/idempotency/store/idempotency.ts";
import type { Limited, Contract, NextStep } from "../contract/contract.ts";
import { countByAddress, refuseGuess } from "../guard/count-address.ts";
import { checkKey, refusalOfKey, refuseSuspended, type Authenticated } from "../guard/key-check.ts";
import { secondsOfDayLeft } from "../guard/budgets.ts";
import { operatorScope, type KnownOperator } from "../guard/operator-key.ts";
import { MOST_WARNINGS, type Warning } from "../contract/body-fields.ts";
import type { Call, CommitOptions, Handler, Part, StreamAnswer, TextAnswer } from "./endpoint.ts";
import { Failure, type FailureMore } from "../respond/errors.ts";
import { SIGNPOSTS } from "../contract/signposts.ts";
import { withFreeNames } from "../respond/free-names.ts";
import { headerOf, type RequestContext } from "../message/request-context.ts";
import {
  fingerprintOf,
  recordKeyHash,
  recordOfAnswer,
  stillRunning,
  verdictOn,
  type IdempotencyScope,
  type IdempotentCall,
  type Replay,
} from "../guard/idempotency.ts";
import type { Role } from "./role.ts";
import type { Input } from "./validate.ts";
import { tagOf } from "../respond/tags.ts";
import type { Services } from "./services.ts";
import { withoutTidings } from "./tidings.ts";

/** What a record takes besides its answer: hashes, its other columns and the index. */
const RECORD_BYTES = 250;

interface Answer {
  readonly next_steps: NextStep[];
}

export interface Admitted {
  readonly request: RequestContext;
  readonly input: Input;
  /** Undefined when the call is not made by an agent. */
  readonly authenticated: Authenticated | undefined;
  /** Who calls, when it is an operator. */
  readonly operator?: KnownOperator | undefined;
  readonly idempotent: IdempotentCall | undefined;
  /** What the call gets when it is not a repeated one. */
  readonly refusal?: Failure | undefined;
  readonly role?: Role | undefined;
}

export class CallContext {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: Caller | undefined;
  readonly actor: Actor | undefined;
  readonly now: RealInstant;
  /** As of the last look at the caller: a clock may be set while somebody waits. */
  clockTrusted: boolean;
  /** Headers that the handler has set. */
  readonly headers: Record<string, string> = {};
  readonly #contract: Contract;
  readonly #admitted: Admitted;
  readonly #services: Services;
  readonly #warnings: Warning[];

  constructor(contract: Contract, admitted: Admitted, services: Services) {
    const { input, authenticated, operator, request } = admitted;
    this.params = input.params;
    this.query = input.query;
    this.body = input.body;
    this.caller = authenticated?.caller;
    this.actor = operator && { operator: operator.name, requestId: request.id, session: "api" };
    this.now = request.now;
    this.clockTrusted = authenticated?.clockTrusted ?? true;
    this.#contract = contract;
    this.#admitted = admitted;
    this.#services = services;
    this.#warnings = [...(input.warnings ?? [])];
  }

  /** What the handler answers. The contract has made sure that everything is what its type says. */
  async answeredBy(handler: Handler<Contract>): Promise<Answer | TextAnswer | StreamAnswer> {
    return this.#attempt<Contract, Answer | TextAnswer | StreamAnswer>((call) => handler(call, this.#services));
  }

  async part<C extends Contract, Result>(
    contract: C,
    { index, caller, query, body }: Part<C>,
    work: (call: Call<C>) => Promise<Result>,
  ): Promise<Result> {
    const { request, idempotent, role } = this.#admitted;
    const own = idempotent && {
      // A header cannot contain a line feed, so no caller can send this key.
      key: `${idempotent.key}\n${index}`,
      fingerprint: fingerprintOf(this.#contract.method, this.#contract.path, body),
    };
    const authenticated = { caller, record: undefined, clockTrusted: this.clockTrusted };
    const input = { params: undefined, query, body };
    const part = new CallContext(contract, { request, input, authenticated, idempotent: own, role }, this.#services);
    const key = part.recordKey();
    const record = key && (await findIdempotencyRecord(this.#services.database, key.agentId, key.keyHash));
    replayIfAnswered({ ...authenticated, record }, own, this.now);
    const result = await part.#attempt(work);
    const said = new Set(this.#warnings.map(({ message }) => message));
    this.#warnings.push(...part.#warnings.filter(({ message }) => !said.has(message)));
    return result;
  }

  async #attempt<C extends Contract, Result>(work: (call: Call<C>) => Promise<Result>): Promise<Result> {
    try {
      // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: validation made the input what the contract's types say
      return await work(this as unknown as Call<C>);
    } catch (thrown) {
      throw thrown instanceof TakenIdempotencyKey ? await this.#answerOfTheFirst(thrown.key) : thrown;
    }
  }

  warn(warning: Warning): void {
    this.#warnings.push(warning);
  }

  /** The whole answer: what the handler says, and what in the body had no effect. */
  whole(answer: Answer): Answer {
    const { next_steps: steps, ...said } = answer;
    const warnings = this.#warnings.length === 0 ? {} : { warnings: this.#warnings.slice(0, MOST_WARNINGS) };
    const adopts = steps.some((each) => "endpoint" in each && each.endpoint === SIGNPOSTS.adopt.path);
    const named = adopts ? withFreeNames(steps, this.caller?.creatures) : steps;
    return Object.assign(said, warnings, { next_steps: named });
  }

  fail(code: string, more?: FailureMore): Failure {
    return Failure.of(this.#contract, code, more);
  }

  noteRefusal(code: string, creatureId: string): void {
    (this.#admitted.request.refusals ??= []).push({ code, creatureId });
  }

  async guessed(at: Limited, refusal: Failure): Promise<Failure> {
    return refuseGuess(at, this.#admitted.request, this.#services, refusal);
  }

  async countAs(at: Limited, subject?: string): Promise<void> {
    await countByAddress(at, this.#admitted.request, this.#services, subject);
  }

  sent(name: string): string | undefined {
    return headerOf(this.#admitted.request, name);
  }

  tag(seen: unknown): void {
    this.header("etag", tagOf(seen));
  }

  async showBeside(make: () => Promise<object | undefined>): Promise<void> {
    const { request } = this.#admitted;
    const made = request.via === "mcp" ? await make() : undefined;
    if (made !== undefined) request.beside = made;
  }

  header(name: string, value: string): void {
    this.headers[name.toLowerCase()] = value;
  }

  async commit(change: (tx: Tx) => Promise<Answer>, options: CommitOptions = {}): Promise<Answer> {
    const { database } = this.#services;
    const { idempotent, refusal } = this.#admitted;
    if (idempotent === undefined) return database.withTransaction(change);
    const scope = this.#scopeOf(options);
    return database.withTransaction(async (tx) => {
      const keyHash = recordKeyHash(scope, idempotent.key);
      if (!(await lockIdempotencyKey(tx, keyHash))) throw stillRunning();
      const found = await findIdempotencyRecord(tx, scope.agentId, keyHash);
      const verdict = found === undefined ? undefined : verdictOn(found, idempotent, this.now);
      if (verdict !== undefined) throw verdict;
      if (refusal !== undefined) throw refusal;
      const answer = await change(tx);
      await insertIdempotencyRecord(tx, this.#recordOf(idempotent, answer, options));
      return answer;
    });
  }

  record(answer: Answer): IdempotencyRecord | undefined {
    const { idempotent } = this.#admitted;
    return idempotent === undefined ? undefined : this.#recordOf(idempotent, answer, {});
  }

  recordKey(): IdempotencyRecordKey | undefined {
    const { idempotent } = this.#admitted;
    if (idempotent === undefined) return undefined;
    const scope = this.#scopeOf({});
    return { agentId: scope.agentId, keyHash: recordKeyHash(scope, idempotent.key) };
  }

  async holder(): Promise<Caller | undefined> {
    return (await this.#checkKey(undefined))?.caller;
  }

  async #checkKey(idempotencyKey: string | undefined): Promise<Authenticated | undefined> {
    const { request } = this.#admitted;
    return checkKey(this.#services.database, {
      headers: request.headers,
      load: this.#contract.load ?? "agent",
      idempotencyKey,
      clock: this.#services.now,
      arrivedAt: request.now,
      counts: false,
      outages: this.#services.outages,
    });
  }

  async reload(): Promise<Caller> {
    const { request, idempotent, role } = this.#admitted;
    const fresh = await this.#checkKey(idempotent?.key);
    if (fresh === undefined) throw await refusalOfKey(this.#services.database, request);
    refuseSuspended(fresh.caller, this.#services.config.operatorContact);
    role?.readmit?.(this.#contract, fresh.caller);
    replayIfAnswered(fresh, idempotent, this.now);
    this.clockTrusted = fresh.clockTrusted;
    return fresh.caller;
  }

  /**
   * Another call with the same Idempotency-Key has committed between our reading and our writing, so that the change of
   * this one was undone: its answer is ours.
   */
  async #answerOfTheFirst({ agentId, keyHash }: IdempotencyRecordKey): Promise<Replay | Failure> {
    const { idempotent } = this.#admitted;
    const found = await findIdempotencyRecord(this.#services.database, agentId, keyHash);
    const verdict = found && idempotent && verdictOn(found, idempotent, this.now);
    return verdict ?? stillRunning();
  }

  #recordOf(idempotent: IdempotentCall, answer: Answer, options: CommitOptions): IdempotencyRecord {
    const text = JSON.stringify(withoutTidings(this.whole(answer)));
    const told = { status: this.#contract.status, text, headers: this.headers };
    const record = recordOfAnswer(idempotent, this.#scopeOf(options), told, this.now, options.secret);
    this.#countAnswer(RECORD_BYTES + (record.body?.length ?? 0));
    return record;
  }

  #countAnswer(bytes: number): void {
    if (this.caller === undefined) return;
    const { budgets } = this.#services;
    budgets.countAnswer(this.caller, bytes, this.now);
    budgets.wrote(this.caller, 0, bytes, this.now);
  }

  #scopeOf({
    agentId = this.caller?.agent.id ?? (this.actor && operatorScope(this.actor.operator)),
  }: CommitOptions): IdempotencyScope {
    if (agentId === undefined) throw new Error(`${this.#contract.name} does not say whose Idempotency-Key it is`);
    return this.caller?.sitter === undefined ? { agentId } : { agentId, sitterKeyHash: this.caller.keyHash };
  }
}

/** Throws when no further answer can be stored for the caller (ROOM-3). */
export function refuseIfFull(caller: Caller, now: number, { budgets }: Pick<Services, "budgets">): void {
  if (budgets.hasRoomForAnswers(caller, now)) return;
  const retryAfterSeconds = secondsOfDayLeft(now);
  const headers = { "retry-after": String(retryAfterSeconds) };
  throw Failure.general("too_many_stored_answers", { retryAfterSeconds, headers });
}

/** Throws the stored answer, or what is wrong with asking for it. */
export function replayIfAnswered({ record }: Authenticated, idempotent: IdempotentCall | undefined, now: number): void {
  if (record === undefined || idempotent === undefined) return;
  const verdict = verdictOn(record, idempotent, now);
  if (verdict !== undefined) throw verdict;
}
