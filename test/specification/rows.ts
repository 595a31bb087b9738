// Checks answers row by row. A row names a field and its expected value. All rows of an answer are checked, so that a failure
// lists every fault.
import { expect } from "vitest";
import { freshAddress, type Answer, type House } from "../harness.ts";

export const ACTIONS = ["feed", "play", "clean", "medicine", "discipline", "sleep", "reflect"] as const;
export const STATS = ["hunger", "happiness", "health", "trust", "discipline"] as const;
export const FAMILIES = ["cat", "dog", "exotic", "ai-native"] as const;

/** Fields of a gravestone. */
export const STONE = [
  "id",
  "name",
  "species",
  "stage_reached",
  "lived",
  "caretaker",
  "feedings",
  "missed_feedings",
  "last_care_action",
  "cause",
  "epitaph",
  "died_at",
] as const;

/** An id that no creature has. */
export const UNKNOWN_ID = "01890a5d-ac96-774b-bcce-b302099a8057";
export const PUBLIC_CACHE = "public, s-maxage=60, stale-while-revalidate=30";
export const INVALID_KEY = "Invalid API key";

export const TEXT: unknown = expect.stringMatching(/\S/);
export const NUMBER: unknown = expect.any(Number);
export const INSTANT: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
export const UUID: unknown = expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/);
export const ABSENT = undefined;
export const LIST: unknown = expect.any(Array);

export function oneOf(...values: readonly unknown[]): unknown {
  return expect.toBeOneOf([...values]);
}

/** Matches a displayed number. The default tolerance allows for the difference of two rounded stats, which may be off by 0.1. */
export function near(value: number, by = 0.11): unknown {
  return expect.toSatisfy((given: unknown) => typeof given === "number" && Math.abs(given - value) <= by, `${value}`);
}

export function within(low: number, high: number): unknown {
  return expect.toSatisfy(
    (given: unknown) => typeof given === "number" && given >= low && given <= high,
    `${low} to ${high}`,
  );
}

export function containing(...texts: readonly string[]): unknown {
  return expect.toSatisfy(
    (given: unknown) => texts.every((text) => JSON.stringify(given ?? null).includes(text)),
    texts.join(", "),
  );
}

/** Matches `next_steps` that include a call, with or without a query. */
export function leadsTo(method: string, endpoint: string, body?: object): unknown {
  const step = { method, endpoint: expect.stringMatching(new RegExp(`^${endpoint}(?:\\?|$)`)) };
  const entry = body === undefined ? step : { ...step, body: expect.objectContaining(body) };
  return expect.arrayContaining([expect.objectContaining(entry)]);
}

export function entriesWith(...fields: readonly string[]): unknown {
  return expect.toSatisfy(
    (given: unknown) =>
      Array.isArray(given) &&
      given.length > 0 &&
      given.every((entry) => fields.every((field) => Object.hasOwn(entry, field))),
    `entries with ${fields.join(", ")}`,
  );
}

/** Path of a field with dots between names, and its expected value or a matcher. */
export type Row = readonly [path: string, expected: unknown];

/** Returns rows that only require fields to exist. */
export function fieldsOf(path: string, ...names: readonly string[]): readonly Row[] {
  return names.map((name) => [
    path === "" ? name : `${path}.${name}`,
    expect.toSatisfy((value) => value !== undefined),
  ]);
}

function valueAt(json: unknown, path: string): unknown {
  // oxlint-disable-next-line typescript/no-explicit-any -- edge: tests look into answers freely
  return path.split(".").reduce((value: any, name) => value?.[name], json);
}

/** Expects a status and the rows of an answer, and reports all failures of a test together. */
export function holds(answer: Answer, status: number, rows: readonly Row[] = []): void {
  expect.soft(answer.status, answer.text.slice(0, 500)).toBe(status);
  for (const [path, expected] of rows) expect.soft(valueAt(answer.json, path), path).toEqual(expected);
}

/** Expects an error with this text, a suggestion and next steps, and further rows. */
export function refuses(answer: Answer, status: number, error: string, rows: readonly Row[] = []): void {
  holds(answer, status, [["error", error], ["suggestion", TEXT], ["next_steps", LIST], ...rows]);
}

/** Returns a function that calls without a key, each time from an unused address. */
export function strangerTo(house: House) {
  return (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    house.call(method, path, body, headers, freshAddress());
}

export type Columns = Readonly<Record<string, string | number | boolean>>;

/** Sets columns of a stored creature to values that calls would take days to reach. */
export async function setColumns(house: House, creatureId: string, columns: Columns): Promise<void> {
  const set = Object.keys(columns).map((name, index) => `${name} = $${index + 2}`);
  const text = `UPDATE creatures SET ${set.join(", ")} WHERE creature_id = $1`;
  await house.app.services.database.adHoc(text, [creatureId, ...Object.values(columns)]);
}

/** Returns the change of each stat that an accepted action affected. */
export function movedBy({ json }: Answer): Readonly<Record<string, number>> {
  const changes: [string, { before: number; after: number }][] = Object.entries(json.action_result.changes);
  return Object.fromEntries(
    changes
      .map(([stat, { before, after }]) => [stat, Math.round(10 * (after - before)) / 10] as const)
      .filter(([, by]) => by !== 0),
  );
}
