// The report that an agent passes on to its owner (REPORT rules), or null. An event remains in the report until it was reported,
// or for a day after the first visit that followed it. A current trouble remains while it lasts.
import type { CareAction, DeathCause } from "../creature/creature.ts";
import { troubleOf } from "../foresight/trouble.ts";
import type { VisibleLiving, VisibleNow } from "../life/shown.ts";
import { DAY_MS } from "../time/durations.ts";
import { dateWords } from "../time/spoken.ts";
import type { Instant } from "../time/units.ts";
import { costClause } from "./advice.ts";
import { OF_CAUSE } from "./verdict.ts";

/** Current troubles, worst first. */
const STATE_KINDS = ["empty", "critical", "late", "alerts_off"] as const;

/** Stored events that are reported, worst first, with the kind of each in the report. */
const KIND_OF_EVENT = {
  died: "died",
  harmed: "harmed",
  missed: "missed",
  fed_late: "fed_late",
  recovered: "key_recovered",
  key_rotated: "key_rotated",
  old_key: "old_key",
  sitter_added: "sitter_added",
  channel_added: "channel_added",
  channel_removed: "channel_removed",
} as const;

export const REPORTED_EVENTS: readonly string[] = Object.keys(KIND_OF_EVENT);
export const REPORT_KINDS = [...STATE_KINDS, ...Object.values(KIND_OF_EVENT)] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const MOST_LINES = 5;
/** Exceeds `MOST_LINES`, because equal events share a line. */
export const MOST_READ = 50;
/** How long an unreported event remains, and how long a reported trouble is omitted. */
export const REPORTED_FOR_MS = DAY_MS;

export interface ReportLine {
  readonly kind: ReportKind;
  readonly at: Instant;
  readonly message: string;
}

export type ReportEventDetails =
  | { readonly type: "died"; readonly cause: DeathCause }
  | { readonly type: "harmed"; readonly action: CareAction }
  | { readonly type: "missed"; readonly meals: number }
  | { readonly type: "fed_late" }
  | {
      readonly type: "recovered" | "key_rotated" | "old_key" | "sitter_added" | "channel_added" | "channel_removed";
      readonly about: string | null;
    };

export interface ReportEvent {
  readonly at: Instant;
  /** Whether the creature lives now. After a death, true means that it was called back. */
  readonly lives?: boolean;
  /** The creature's name, or null for an event of the account. */
  readonly name: string | null;
  readonly details: ReportEventDetails;
}

/** A report's input in addition to the creatures' states. */
export interface ReportMemory {
  /** The number of the account's newest event. */
  readonly newest: number;
  /** When the owner last received a report. */
  readonly toldAt: Instant | null;
  /** Unreported events, worst first: at most `MOST_READ` of `count`. */
  readonly happened: readonly ReportEvent[];
  readonly count: number;
}

export interface Report {
  /** The agent returns this id as `told`. */
  readonly id: number;
  readonly text: string;
  readonly lines: readonly ReportLine[];
}

/** REPORT-1: builds an answer's report. `states` are the troubles at `now`, each since its `at`. */
export function reportOf(memory: ReportMemory, states: readonly ReportLine[], now: Instant): Report | null {
  const { newest, toldAt, happened, count } = memory;
  const isSilent = ({ at }: ReportLine) => toldAt !== null && at <= toldAt && now - toldAt < REPORTED_FOR_MS;
  const wrong = states.filter((state) => !isSilent(state)).toSorted((a, b) => rankOf(a) - rankOf(b) || b.at - a.at);
  // The trouble "empty" already includes the death that emptied the house.
  const isTold = ({ at, details }: ReportEvent) =>
    details.type === "died" && wrong.some((state) => state.kind === "empty" && state.at === at);
  const alike = Object.values(
    Object.groupBy(
      happened.filter((each) => !isTold(each)),
      sayingOf,
    ),
  );
  const groups = alike.flatMap((each) => (each === undefined ? [] : [each]));
  const told = groups.slice(0, Math.max(0, MOST_LINES - wrong.length));
  const lines = [...wrong.slice(0, MOST_LINES), ...told.flatMap(lineOf)];
  if (lines.length === 0) return null;
  const more =
    wrong.length + count - happened.filter(isTold).length - (lines.length - told.length) - told.flat().length;
  const text = [...lines.map(({ message }) => message), ...(more === 0 ? [] : [`And ${more} more: see events.`])];
  return { id: newest, text: text.join(" "), lines };
}

function rankOf({ kind }: ReportLine): number {
  return REPORT_KINDS.indexOf(kind);
}

/** Returns a key for an event. Events that differ only in their instants have the same key and share a line. */
function sayingOf({ name, details, lives, at }: ReportEvent): string {
  return `${details.type === "died" ? at : ""}${eventSentence(name ?? "It", details)}${lives ?? false}`;
}

function lineOf(alike: readonly ReportEvent[]): readonly ReportLine[] {
  const [newest] = alike;
  const oldest = alike.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const { at, name, details, lives = false } = newest;
  const [from, until] = [dateWords(oldest.at), dateWords(at)];
  const times = alike.length === 2 ? " twice" : ` ${alike.length} times`;
  const span = `${times} ${from === until ? `on ${until}` : `between ${from} and ${until}`}`;
  const said = eventSentence(
    name ?? "It",
    details,
    alike.length === 1 ? ` on ${until}` : `${details.type === "missed" ? "," : ""}${span}`,
  );
  const back = details.type === "died" && lives ? `${said.slice(0, -1)}, and has been called back.` : said;
  return [{ kind: KIND_OF_EVENT[details.type], at, message: back }];
}

/** Describes an event in one sentence. `when` is empty where the date is shown separately. */
export function eventSentence(name: string, details: ReportEventDetails, when = ""): string {
  switch (details.type) {
    case "died":
      return `${name} died ${OF_CAUSE[details.cause]}${when}.`;
    case "harmed":
      return `${name} was given something harmful (${details.action})${when}.`;
    case "missed": {
      const meals = details.meals === 1 ? "a meal" : `${details.meals} meals`;
      return `${name} missed ${meals} before it was fed${when}.`;
    }
    case "fed_late":
      return `${name} was fed late${when}.`;
    case "recovered":
      return `The account was recovered${when}. Earlier keys no longer work.`;
    case "key_rotated":
      return `The key was replaced${when}. The old one no longer works.`;
    case "old_key":
      return `A call with a replaced key was refused${when}. Something still uses the old key.`;
    case "sitter_added":
      return `${details.about ?? "A sitter"} got a key to the house${when}.`;
    case "channel_added":
      return `A channel for messages to ${details.about ?? "somebody"} was added on the owner page${when}.`;
    case "channel_removed":
      return `The channel for messages to ${details.about ?? "somebody"} was removed on the owner page${when}.`;
  }
}

/** The death that emptied a house. */
export interface LastDeath {
  readonly name: string;
  readonly at: Instant;
  readonly cause: DeathCause;
}

/** Describes the meals missed so far, and the cost of waiting. */
function missedClause(seen: VisibleLiving): string {
  const { missedThisCycle: missed } = seen.creature;
  const cost = costClause(seen);
  const meals = missed === 1 ? "a meal" : `${missed} meals`;
  return `${missed === 0 ? "" : ` It has missed ${meals}.`}${cost === null ? "" : ` ${cost}`}`;
}

/** REPORT-2: returns the current troubles. `lastDeath` emptied the house; all hooks have been off since `alertsOffAt`. */
export function currentTroubles(
  house: readonly VisibleNow[],
  lastDeath: LastDeath | null,
  alertsOffAt: Instant | null,
): readonly ReportLine[] {
  const states: ReportLine[] = [];
  if (lastDeath !== null) {
    const { name, at, cause } = lastDeath;
    const message = `The house is empty. ${name}, the last one, died on ${dateWords(at)}, ${OF_CAUSE[cause]}.`;
    states.push({ kind: "empty", at, message });
  }
  for (const seen of house) {
    const trouble = seen.kind === "living" ? troubleOf(seen) : null;
    if (seen.kind !== "living" || trouble === null) continue;
    const { kind, at } = trouble;
    const { name } = seen.creature;
    const dies = `${name} is in danger of dying: without care, it dies on ${dateWords(seen.deathClock.diesAt)}.`;
    const ended = at < seen.clock ? `: its feeding window ended on ${dateWords(at)}` : "";
    const waits = `${name} was not fed in time${ended}.${missedClause(seen)}`;
    states.push({ kind, at, message: kind === "critical" ? dies : waits });
  }
  if (alertsOffAt !== null) {
    const message = `Alerts are off: every hook failed, the last one on ${dateWords(alertsOffAt)}.`;
    states.push({ kind: "alerts_off", at: alertsOffAt, message });
  }
  return states;
}
