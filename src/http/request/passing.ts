// A call on its way through the stages of the pipeline (src/http/request/pipeline.ts).
import type { Caller } from "../../model/agents/store/callers.ts";
import type { Contract, NextStep } from "../contract/contract.ts";
import type { Reservation } from "../guard/count-address.ts";
import type { IdempotentCall } from "../guard/idempotency.ts";
import type { Authenticated } from "../guard/key-check.ts";
import type { KnownOperator } from "../guard/operator-key.ts";
import type { Body, RequestContext } from "../message/request-context.ts";
import type { Failure } from "../respond/errors.ts";
import type { CallContext } from "./call-context.ts";
import type { Endpoint, StreamAnswer, TextAnswer } from "./endpoint.ts";
import type { Role } from "./role.ts";
import type { Services } from "./services.ts";
import type { Input } from "./validate.ts";

/** What stages have acquired for a call. It is there from the start and released at the end, whichever stage that was. */
interface Held {
  /** A place in a window that counts only calls that take effect. */
  reservation: Reservation | undefined;
  tookEffect: boolean;
}

/** Every stage reads what those before it have found out, and adds to it. */
export interface Passing {
  readonly endpoint: Endpoint;
  readonly contract: Contract;
  readonly request: RequestContext;
  readonly params: Readonly<Record<string, string>>;
  readonly services: Services;
  /** Whether the call is made by an agent. */
  readonly keyed: boolean;
  readonly held: Held;
  operator: KnownOperator | undefined;
  body: Body;
  /** A failure when the Idempotency-Key is bad. */
  idempotent: IdempotentCall | Failure | undefined;
  /** Set once the key matched. */
  authenticated: Authenticated | undefined;
  role: Role | undefined;
  /** Whether the answer gets lost, whatever it is. */
  isAnswerLost: boolean;
  input: Input | undefined;
  /** Set by the stage that handles the call. */
  handled: { readonly call: CallContext; readonly answer: Answer } | undefined;
}

type Answer = { readonly next_steps: NextStep[] } | TextAnswer | StreamAnswer;

/** One stage of the way. One that throws ends it. Those that wait for nothing return nothing. */
export type Stage = (passing: Passing) => Promise<void> | undefined;

/** A stage for calls with a good key. The others pass. */
export function forCaller(stage: (passing: Passing, caller: Caller) => Promise<void> | undefined): Stage {
  return (passing) => passing.authenticated && stage(passing, passing.authenticated.caller);
}

/** What happens once a call is answered: with which status, and with which error, if any. */
export type Ending = (passing: Passing, status: number, code: string | null) => void;
