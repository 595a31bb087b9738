// The fields of an answer that tell of other agents. They are not stored for repeated calls, which get those of now; the
// rest of a stored answer stays as it was, byte by byte (IDEM rules).
import type { AnswerJson } from "../contract/contract.ts";

/** JSON leaves out what is undefined. */
export interface LiveFields {
  readonly house_activity: unknown;
  readonly others: unknown;
}

/** An answer as it is stored: nulls keep the places of these fields. */
export function storedText(answer: object): string {
  const places: LiveFields = { house_activity: null, others: null };
  return JSON.stringify("house_activity" in answer ? { ...answer, ...places } : answer);
}

export function repeatedText(stored: AnswerJson, fields: LiveFields): string {
  return JSON.stringify({ ...stored, ...fields });
}
