// Fields of an answer about other agents. A replayed answer contains their current values, and its other bytes as stored (IDEM
// rules).
import type { AnswerJson } from "../contract/contract.ts";

/** Undefined fields are omitted. */
export interface LiveFields {
  readonly house_activity: unknown;
  readonly others: unknown;
}

/** Returns an answer in its stored form, with nulls in place of live fields. */
export function storedText(answer: object): string {
  const places: LiveFields = { house_activity: null, others: null };
  return JSON.stringify("house_activity" in answer ? { ...answer, ...places } : answer);
}

export function repeatedText(stored: AnswerJson, fields: LiveFields): string {
  return JSON.stringify({ ...stored, ...fields });
}
