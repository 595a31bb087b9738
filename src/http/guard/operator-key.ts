// Finds the operator who owns a key. Compares every key in constant time, so that timing reveals nothing.
import type { IncomingHttpHeaders } from "node:http";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { isSameSecret } from "../../platform/secret-compare.ts";
import { bearerToken } from "./key-check.ts";

/** An operator listed in the settings. */
export interface KnownOperator {
  readonly name: string;
  readonly operatorKey: string;
}

function operatorWithKey<Known extends KnownOperator>(key: string, operators: readonly Known[]): Known | undefined {
  const matches = operators.map(({ operatorKey }) => isSameSecret(key, operatorKey));
  return operators[matches.indexOf(true)];
}

/** Returns the operator whose key is in `x-admin-key` or the bearer token. */
export function operatorIn(
  headers: IncomingHttpHeaders,
  operators: readonly KnownOperator[],
): KnownOperator | undefined {
  const header = headers["x-admin-key"];
  const key = typeof header === "string" ? header : bearerToken(headers);
  return key === undefined ? undefined : operatorWithKey(key, operators);
}

/** Returns the scope of an operator's Idempotency-Keys. Usernames contain no dot, so the scope never equals an agent's. */
export function operatorScope(name: string): string {
  return agentIdOf(`operator.${name}`);
}
