// Finds the operator with a key. Every key is compared, in constant time, so the timing reveals nothing.
import type { IncomingHttpHeaders } from "node:http";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { isSameSecret } from "../../platform/secret-compare.ts";
import { bearerToken } from "./key-check.ts";

/** An operator in the settings. */
export interface KnownOperator {
  readonly name: string;
  readonly operatorKey: string;
}

function operatorWithKey<Known extends KnownOperator>(key: string, operators: readonly Known[]): Known | undefined {
  const matches = operators.map(({ operatorKey }) => isSameSecret(key, operatorKey));
  return operators[matches.indexOf(true)];
}

/** The operator whose key the request has, in `x-admin-key` or as a bearer token. */
export function operatorIn(
  headers: IncomingHttpHeaders,
  operators: readonly KnownOperator[],
): KnownOperator | undefined {
  const header = headers["x-admin-key"];
  const key = typeof header === "string" ? header : bearerToken(headers);
  return key === undefined ? undefined : operatorWithKey(key, operators);
}

/** The scope of an operator's Idempotency-Keys. A username has no dot, so this is never an agent's. */
export function operatorScope(name: string): string {
  return agentIdOf(`operator.${name}`);
}
