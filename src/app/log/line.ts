// A line of the cold log: what one creature went through on one day, in columns. It has only what the rules cannot derive:
// timing, effectiveness and stats come from a replay that goes on where the line before ended. Where the rules give
// something else, the line says what was logged.
import { hash } from "node:crypto";
import { CARE_ACTIONS, STATS, type CareAction, type ItemCategory } from "@denkeeper/rules/creature/creature.ts";
import { logged, type LoggedStats } from "@denkeeper/rules/creature/visibility.ts";
import type { PackedLife } from "@denkeeper/rules/replay/packed-life.ts";
import { replayEvent, type Replaying } from "@denkeeper/rules/replay/replay.ts";
import type { LogKind, LogRow } from "../../store/creatures/care-log.ts";
import type { PrivateText } from "../../store/creatures/private-text.ts";
import { lifeEventOf } from "../life/life-lines.ts";

/** A column with few values: pairs of an entry's place in the line and its value. */
export type Sparse<Value> = readonly (readonly [index: number, value: Value])[];
export type Judged = readonly [
  item: PrivateText | null,
  category: ItemCategory | null,
  score: number | null,
  task: boolean | null,
];

export interface LogLine {
  /** Creature and agent. */
  readonly c: string;
  readonly a: string;
  /** How many days before this one the line of this creature is that this one goes on from. */
  readonly p?: number;
  /** The life as it was before the first entry, so that a replay can begin here; null when the rules cannot follow it. */
  readonly s?: PackedLife | null;
  /** Who it is, where the first entry is its adoption. */
  readonly b?: PackedLife[0];
  /** A letter an entry: of its kind, or of its action. */
  readonly k: string;
  /** When each was recorded, after the one before. */
  readonly t: readonly number[];
  /** The version of the first, and how much the others add, unless they all add one. */
  readonly v: number | readonly number[];
  /** How far `at` is from `recorded_at`, where that changes. */
  readonly o?: Sparse<number>;
  readonly u?: Sparse<number>;
  /** How long it was unchecked at `at`, or null, where the life before does not say it. */
  readonly q?: Sparse<number | null>;
  readonly i?: Sparse<Judged>;
  readonly n?: Sparse<PrivateText>;
  /** Ids that do not follow from versions. */
  readonly e?: Sparse<string>;
  /** Versions of the rules, where they are not those of the file. */
  readonly r?: Sparse<number | null>;
  /** What was logged and is not what the rules give. */
  readonly x?: Sparse<Partial<LogRow>>;
  /** Of the life after the last entry; absent when the rules cannot follow it. */
  readonly d?: string;
}

/** What holds for all lines of an object. */
export interface LineFrame {
  readonly day: number;
  readonly rules: number;
}

export const DAY_MS = 86_400_000;

const CARE_LETTERS: Readonly<Record<CareAction, string>> = {
  feed: "f",
  play: "p",
  clean: "c",
  medicine: "m",
  discipline: "d",
  sleep: "s",
  reflect: "r",
};

const KIND_LETTERS: readonly (readonly [string, LogKind, CareAction | null])[] = [
  ...CARE_ACTIONS.map((action) => [CARE_LETTERS[action], "care", action] as const),
  ["A", "adopt", null],
  ["H", "hatch", null],
  ["C", "check", null],
  ["D", "death", null],
  ["R", "release", null],
  ["T", "take_back", null],
  ["L", "lost", null],
  ["U", "resurrect", null],
  ["B", "board", null],
  ["S", "suspend", null],
  ["E", "return", null],
  ["Y", "amnesty", null],
  ["Z", "restore", null],
];
export const KIND_OF = new Map(KIND_LETTERS.map(([letter, kind, action]) => [letter, { kind, action }]));
export const LETTER_OF = new Map(KIND_LETTERS.map(([letter, kind, action]) => [`${kind}/${action}`, letter]));

/** Kinds whose `at` is the present of the house: the next entry is most likely as far from real time as they are. */
const IN_PRESENT: ReadonlySet<LogKind> = new Set<LogKind>(["care", "adopt", "hatch", "check", "return", "resurrect"]);
/** Kinds that say when it was last checked on, which most often is what the life before says. */
const SAY_CHECKED: ReadonlySet<LogKind> = new Set<LogKind>([
  "care",
  "death",
  "release",
  "board",
  "suspend",
  "amnesty",
  "restore",
]);

/** Columns that a replay gives. */
export type Derived = Pick<LogRow, "timing" | "effectiveness"> & LoggedStats;
const STAT_COLUMNS = STATS.flatMap((stat) => [`${stat}_before`, `${stat}_after`] as const);
export const DERIVED = ["timing", "effectiveness", ...STAT_COLUMNS] as const;

export function derivedFrom(life: Replaying | null): Derived {
  const care = life?.care ?? null;
  if (care === null) return { ...logged(), timing: null, effectiveness: null };
  const { timing, effectiveness, before, creature } = care;
  return { timing, effectiveness, ...logged({ before: before.stats, after: creature.stats }) };
}

export function uncheckedBefore(life: Replaying | null, kind: LogKind): number | null {
  if (life === null || !SAY_CHECKED.has(kind)) return null;
  return (kind === "restore" ? life.beforeDeath : life.creature).lastCheckedAt;
}

/** The life after an entry; null when the rules do not allow it. */
export function lived(life: Replaying | null, row: Parameters<typeof lifeEventOf>[0]): Replaying | null {
  return life === null ? null : replayEvent(life, lifeEventOf(row));
}

export function digestOf(packed: PackedLife): string {
  return hash("sha256", JSON.stringify(packed), "base64url").slice(0, 6);
}

/** What an entry is told from beside its own values. */
export interface Previous {
  readonly recordedAt: number;
  readonly version: number;
  readonly ordinal: number;
  readonly offset: number;
}

export function beforeLine({ day }: LineFrame): Previous {
  return { recordedAt: day, version: 0, ordinal: 0, offset: 0 };
}

export function placeOf(
  { recorded_at, version, at, kind }: Pick<LogRow, "recorded_at" | "version" | "at" | "kind">,
  before: Previous,
): Previous {
  const ordinal = version === before.version ? before.ordinal + 1 : 0;
  return { recordedAt: recorded_at, version, ordinal, offset: IN_PRESENT.has(kind) ? at - recorded_at : before.offset };
}

/** An entry with care has no task unless it says so; others have nothing to say about it. */
export function taskOf(kind: LogKind): false | null {
  return kind === "care" ? false : null;
}
