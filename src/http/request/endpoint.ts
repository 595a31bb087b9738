// What a handler gets: the input described by its contract, the caller, and the answers that the contract allows.
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
  /** Whose Idempotency-Key it is. Without it: the caller's. */
  readonly agentId?: string;
  /** The hash of the API key that the answer holds, and of the one that it replaces. */
  readonly secret?: { readonly issued?: Buffer; readonly replaced?: Buffer };
}

/** One part of a call: which one it is, and what it asks of another endpoint. */
export interface CallPart<C extends Contract> {
  readonly index: number;
  readonly caller: Caller;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
}

/** An answer that is no JSON, of the content type that the contract offers. */
export class TextAnswer {
  readonly text: Reply["text"];

  constructor(text: Reply["text"]) {
    this.text = text;
  }
}

/** An answer that is no JSON and is sent while it is made, as fast as the caller takes it. */
export class StreamAnswer {
  readonly chunks: AsyncIterable<string>;

  constructor(chunks: AsyncIterable<string>) {
    this.chunks = chunks;
  }
}

/** What a handler says beside its answer. */
export interface ReplyNotes {
  /** By names in lower case. An `etag` makes a caller that has it get 304 and no body; the contract must be `conditional`. */
  readonly headers: Record<string, string>;
  /** Of the answer. The contract must have a body. */
  readonly warnings: Warning[];
}

export interface Call<C extends Contract> {
  readonly params: ParamsOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  /** The house of the key; of an operator, its name for the audit log. */
  readonly caller: CallerOf<C>;
  /** The HTTP request, for what no schema describes. */
  readonly request: RequestContext;
  /** Real time when the call arrived. The time of a house is this plus the agent's `clockOffsetMs`. */
  readonly now: RealInstant;
  /** An error that the contract declares, to be thrown. */
  fail(code: ErrorCodeOf<C>, more?: FailureMore): Failure;
  /**
   * Runs a change in one transaction and keeps its answer under the call's Idempotency-Key, if it has one. A repeated
   * call never gets to run its change. Return what it returns, as it is.
   */
  commit(change: (tx: Tx) => Promise<ResponseOf<C>>, options?: CommitOptions): Promise<ResponseOf<C>>;
  readonly idempotency: {
    /**
     * For a change that is one statement and needs no `commit`: the record to write in it, or undefined without an
     * Idempotency-Key. When the statement finds its state stale, `reload` answers the repeated call.
     */
    record(answer: { readonly next_steps: NextStep[] }): IdempotencyRecord | undefined;
    /** Under what the answer of this call is kept; undefined without an Idempotency-Key. */
    recordKey(): IdempotencyRecordKey | undefined;
  };
  /** The caller as stored now. Answers the call at once when its Idempotency-Key has an answer meanwhile. */
  reload(): Promise<CallerOf<C>>;
  /**
   * Runs one part of this call as a call of another endpoint. It has its own idempotency record: a repeated part throws
   * its first answer as a `Replay`.
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

/** A repeated call: who makes it, when, and the body that was sent. */
interface RepeatedCall {
  readonly caller: Caller;
  readonly now: RealInstant;
  readonly body: unknown;
}

/** The live fields for a repeated call; undefined where its stored answer has none. */
type ReadLiveFields<Names extends keyof Services = keyof Services> = (
  stored: AnswerJson,
  repeated: RepeatedCall,
  services: Pick<Services, Names>,
) => Promise<LiveFields | undefined>;

/** As much of a call as is known before it is counted. */
export interface UncountedCall {
  readonly request: RequestContext;
  readonly services: Services;
  /** What stages have acquired for the call. */
  readonly held: { reservation: Reservation | undefined };
  body: Body;
}

export interface Endpoint {
  readonly contract: Contract;
  /** Counts calls by address in the endpoint's own way, where its limit alone would not do. */
  readonly countByAddress?: (call: UncountedCall) => Promise<void>;
  readonly handler: Handler<Contract>;
  readonly liveFields?: ReadLiveFields | undefined;
}

/**
 * A contract with its handler. A handler gets only the services that it names: `(call, { database }: Needs<"database">)`.
 * Inside the list of endpoints their types no longer matter.
 */
export function endpoint<
  C extends Contract,
  Names extends keyof Services = never,
  LiveNames extends keyof Services = never,
>(contract: C, handler: Handler<C, Names>, liveFields?: ReadLiveFields<LiveNames>): Endpoint {
  return { contract, handler, liveFields };
}
