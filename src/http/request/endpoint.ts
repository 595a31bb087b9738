// Types of handlers: the call as its contract describes it, and the answers that the contract allows.
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { Actor } from "../../model/visibility/store/audit.ts";
import type { Tx } from "../../platform/database/db.ts";
import type { IdempotencyRecord, IdempotencyRecordKey } from "../../model/idempotency/store/idempotency.ts";
import type { Warning } from "../contract/body-fields.ts";
import type {
  BodyOf,
  Contract,
  ErrorCodeOf,
  NextStep,
  ParamsOf,
  QueryOf,
  ResponseOf,
  AnswerJson,
  FailureMore,
} from "../contract/contract.ts";
import type { Failure } from "../respond/errors.ts";
import type { Reservation } from "../guard/count-address.ts";
import type { Body, Reply, RequestContext } from "../message/request-context.ts";
import type { Services } from "./services.ts";
import type { LiveFields } from "./live-fields.ts";

type CallerOf<C extends Contract> = C["auth"] extends "required"
  ? Caller
  : C["auth"] extends "optional"
    ? Caller | undefined
    : C["auth"] extends "admin"
      ? Actor
      : undefined;

export interface CommitOptions {
  /** The agent that owns the Idempotency-Key. Defaults to the caller. */
  readonly agentId?: string;
  /** Hashes of the API key in the answer and of the key it replaces. */
  readonly secret?: { readonly issued?: Buffer; readonly replaced?: Buffer };
}

/** One part of a call, executed as a call of another endpoint. */
export interface CallPart<C extends Contract> {
  readonly index: number;
  readonly caller: Caller;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
}

/** An answer in the contract's alternative content type. */
export class TextAnswer {
  readonly text: Reply["text"];

  constructor(text: Reply["text"]) {
    this.text = text;
  }
}

/** A streamed answer in the contract's alternative content type, generated at the caller's pace. */
export class StreamAnswer {
  readonly chunks: AsyncIterable<string>;

  constructor(chunks: AsyncIterable<string>) {
    this.chunks = chunks;
  }
}

export interface ReplyNotes {
  /**
   * Header names are lowercase. If an `etag` is set, a caller with this version gets a 304, so the contract must be
   * `conditional`.
   */
  readonly headers: Record<string, string>;
  /** Only for contracts with a body. */
  readonly warnings: Warning[];
}

export interface Call<C extends Contract> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** The house of the key, or an operator's name for the audit log. */
  readonly caller: CallerOf<C>;
  readonly request: RequestContext;
  /** Real time at which the call arrived. House time is `caller.houseNow`. */
  readonly now: RealInstant;
  /** Creates a declared error for the handler to throw. */
  fail(code: ErrorCodeOf<C>, more?: FailureMore): Failure;
  /**
   * Runs a change in one transaction and stores its answer under the call's Idempotency-Key, if any. A repeated call never runs
   * its change. The handler must return the result unchanged.
   */
  commit(change: (tx: Tx) => Promise<ResponseOf<C>>, options?: CommitOptions): Promise<ResponseOf<C>>;
  readonly idempotency: {
    /**
     * Builds the record for a change made by one statement, without `commit`. Returns undefined without an Idempotency-Key. If
     * the statement finds stale state, `reload` answers a repeated call.
     */
    record(answer: { readonly next_steps: NextStep[] }): IdempotencyRecord | undefined;
    /** Returns the key of the stored answer, or undefined without an Idempotency-Key. */
    recordKey(): IdempotencyRecordKey | undefined;
  };
  /** Loads the caller again. Throws the stored answer if another call has used the Idempotency-Key since. */
  reload(): Promise<CallerOf<C>>;
  /**
   * Runs one part of this call as a call of another endpoint, with its own idempotency record. A repeated part throws its first
   * answer as a `Replay`.
   */
  part<Other extends Contract, Result>(
    contract: Other,
    part: CallPart<Other>,
    work: (call: Call<Other>) => Promise<Result>,
  ): Promise<Result>;
  readonly reply: ReplyNotes;
}

export type Handler<C extends Contract, Names extends keyof Services = keyof Services> = (
  call: Call<C>,
  services: Pick<Services, Names>,
) => Promise<ResponseOf<C> | TextAnswer | StreamAnswer>;

interface RepeatedCall {
  readonly caller: Caller;
  readonly now: RealInstant;
  readonly body: unknown;
}

/** Reads the live fields of a replayed answer, or returns undefined if it has none. */
type ReadLiveFields<Names extends keyof Services = keyof Services> = (
  stored: AnswerJson,
  repeated: RepeatedCall,
  services: Pick<Services, Names>,
) => Promise<LiveFields | undefined>;

/** The part of a call that is known before it is counted. */
export interface UncountedCall {
  readonly request: RequestContext;
  readonly services: Services;
  /** Resources to release when the call ends. */
  readonly held: { reservation: Reservation | undefined };
  body: Body;
}

export interface Endpoint {
  readonly contract: Contract;
  /** Replaces the default count by address where a limit is not sufficient. */
  readonly countByAddress?: (call: UncountedCall) => Promise<void>;
  readonly handler: Handler<Contract>;
  readonly liveFields?: ReadLiveFields | undefined;
}

/**
 * Combines a contract with its handler. The handler names the services it needs: `(call, { database }: Needs<"database">)`. The
 * result erases the contract's types, so that all endpoints fit into one list.
 */
export function endpoint<
  C extends Contract,
  Names extends keyof Services = never,
  LiveNames extends keyof Services = never,
>(contract: C, handler: Handler<C, Names>, liveFields?: ReadLiveFields<LiveNames>): Endpoint {
  return { contract, handler, liveFields };
}
