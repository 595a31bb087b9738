// Finds the operator whose key was shown. Every key is compared, in constant time, so timing says nothing about any.
import type { IncomingHttpHeaders } from "node:http";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { isSameSecret } from "../../platform/secret-compare.ts";
import { bearerToken } from "./key-check.ts";

/** As the settings list them. */
export interface KnownOperator {
  readonly name: string;
  readonly operatorKey: string;
}

function operatorWithKey<Known extends KnownOperator>(shown: string, operators: readonly Known[]): Known | undefined {
  const matches = operators.map(({ operatorKey }) => isSameSecret(shown, operatorKey));
  return operators[matches.indexOf(true)];
}

/** Whose key the request shows, in its own header or as a bearer token. */
export function operatorIn(
  headers: IncomingHttpHeaders,
  operators: readonly KnownOperator[],
): KnownOperator | undefined {
  const header = headers["x-admin-key"];
  const shown = typeof header === "string" ? header : bearerToken(headers);
  return shown === undefined ? undefined : operatorWithKey(shown, operators);
}

/** Under what an operator's Idempotency-Keys are stored. A username has no dot, so this is never an agent's. */
export function operatorScope(name: string): string {
  return agentIdOf(`operator.${name}`);
}
