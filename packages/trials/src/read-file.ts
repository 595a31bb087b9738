// Reads the lines of a run's file, whoever wrote it. Whether it can be what happened is decided in verify.ts.
import { CARE_ACTIONS, TIMINGS } from "@denkeeper/rules/creature/creature.ts";
import { LIFE_EVENTS } from "@denkeeper/rules/replay/replay.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { Hashes } from "./chance.ts";
import type { TrialEvent } from "./record.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface TrialHead {
  readonly format: number;
  readonly rulesVersion: number;
  readonly scenario: string;
  readonly season: string;
  readonly entry: string;
  readonly number: number;
  readonly seed: string;
  /** The digest of the book of a run with letters. */
  readonly book?: string;
}

export interface ReadFile {
  readonly head: TrialHead;
  readonly visits: readonly Instant[];
  readonly events: readonly { readonly creatureId: string; readonly event: TrialEvent }[];
  /** By the id of the creature. */
  readonly lastCheckedAt: ReadonlyMap<string, Instant>;
  readonly calls: number;
  /** The lines as they are written, by type. */
  readonly rows: (type: string) => readonly string[];
}

/** Why a file is refused. */
export class Refused extends Error {
  override readonly name = "Refused";
}

export function holds(condition: boolean, reason: string): asserts condition {
  if (!condition) throw new Refused(reason);
}

export function readFile(text: string, hashes: Hashes): ReadFile {
  const rows = text.split("\n").slice(0, -1);
  const lines = rows.map((row) => ({ row, fields: fieldsOf(row) }));
  const end = lines.at(-1)?.fields;
  holds(end?.["type"] === "end" && end["lines"] === rows.length - 1, "the file is not complete");
  const before = text.slice(0, text.length - 1 - (rows.at(-1)?.length ?? 0));
  holds(end["sha256"] === hashes.sha256(before), "the digest does not match: something was changed");
  const of = (type: string) => lines.filter(({ fields }) => fields["type"] === type);
  const [head] = of("trial");
  const [result] = of("result");
  holds(head !== undefined && result !== undefined, "the file contains no run");
  return {
    head: headOf(head.fields),
    visits: of("visit").map(({ fields }) => instantIn(fields, "at")),
    events: of("entry").map(({ fields }) => ({ creatureId: textIn(fields, "creature_id"), event: eventOf(fields) })),
    lastCheckedAt: new Map(
      of("state").map(({ fields }) => [textIn(fields, "creature_id"), instantIn(fields, "last_checked_at")]),
    ),
    calls: numberIn(result.fields, "calls"),
    rows: (type) => of(type).map(({ row }) => row),
  };
}

function fieldsOf(row: string): Fields {
  try {
    const value: unknown = JSON.parse(row);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {
    // Told below.
  }
  throw new Refused("a line is not a JSON object");
}

function textIn(fields: Fields, name: string): string {
  const value = fields[name];
  holds(typeof value === "string", `${name} is not a text`);
  return value;
}

function numberIn(fields: Fields, name: string): number {
  const value = fields[name];
  holds(typeof value === "number" && Number.isSafeInteger(value) && value >= 0, `${name} is not a count`);
  return value;
}

function instantIn(fields: Fields, name: string): Instant {
  const value = numberIn(fields, name);
  holds(value < 8.64e15, `${name} is not an instant`);
  return value;
}

function optionalInstantIn(fields: Fields, name: string): Instant | null {
  return fields[name] === null ? null : instantIn(fields, name);
}

function oneOf<Value extends string>(list: readonly Value[], value: unknown, name: string): Value {
  const found = list.find((each) => each === value);
  holds(found !== undefined, `there is no ${name} ${String(value)}`);
  return found;
}

function headOf(fields: Fields): TrialHead {
  return {
    format: numberIn(fields, "format"),
    rulesVersion: numberIn(fields, "rules_version"),
    scenario: textIn(fields, "scenario"),
    season: textIn(fields, "season"),
    entry: textIn(fields, "entry"),
    number: numberIn(fields, "number"),
    seed: textIn(fields, "seed"),
    ...("book" in fields ? { book: textIn(fields, "book") } : {}),
  };
}

function eventOf(fields: Fields): TrialEvent {
  const { kind, action, timing } = fields;
  holds(!("category" in fields), "items are not judged in a run");
  holds(kind === "amnesty" || fields["until"] === null, "only a pause has an end");
  const isCare = kind === "care";
  holds(isCare || (action === null && timing === null && fields["is_task"] === false), "only care has an action");
  return {
    kind: oneOf(LIFE_EVENTS, kind, "event"),
    at: instantIn(fields, "at"),
    until: optionalInstantIn(fields, "until"),
    uncheckedSince: optionalInstantIn(fields, "unchecked_since"),
    action: action === null ? null : oneOf(CARE_ACTIONS, action, "action"),
    isTask: fields["is_task"] === true,
    timing: timing === null ? null : oneOf(TIMINGS, timing, "timing"),
    ...("item" in fields ? { item: textIn(fields, "item") } : {}),
  };
}
