// Whether a caller whose key is good may make this call at all.
import type { Caller } from "../../store/accounts/callers.ts";
import type { Contract } from "../contract/contract.ts";
import { refuseSuspended } from "../guard/key-check.ts";
import { sitterRefused } from "./sitter-scope.ts";

export function authorize(contract: Contract, caller: Caller, operatorContact: string | undefined): void {
  refuseSuspended(caller, operatorContact);
  if (caller.sitter !== undefined && contract.sitter === undefined) throw sitterRefused(caller.sitter);
}
