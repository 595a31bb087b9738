// What a kind of key changes about its calls. A keeper's own key changes nothing and has no role.
import type { Caller } from "../../model/agents/store/callers.ts";
import type { Contract, NextStep } from "../contract/contract.ts";
import type { Body, RequestContext } from "../message/request-context.ts";
import type { Failure } from "../respond/errors.ts";
import type { Services } from "./services.ts";
import type { Input } from "./validate.ts";

export interface Role {
  /** Counts the call in a window of the key's own kind, in place of the contract's. */
  count?(request: RequestContext, body: Body, services: Services): Promise<void>;
  /** The input as the key may give it. Throws for what is out of its scope. */
  input?(contract: Contract, input: Input): Input;
  /** The text of an answer, new or repeated. */
  answer?(answer: { readonly next_steps?: readonly NextStep[] }): string;
  failure?(failure: Failure): Failure;
  /** Those headers of the handler that it may see. */
  headers?(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Throws when the caller, read again, may not make the call any more. */
  readmit?(contract: Contract, caller: Caller): void;
}
