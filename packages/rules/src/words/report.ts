// What an agent has to tell its human (REPORT rules): null, or sentences to pass on. What happened stays until it was told,
// or for a day after the first visit that found it; what is wrong now stays while it is.
import type { CareAction, DeathCause } from "../creature/creature.ts";
import { troubleOf } from "../foresight/trouble.ts";
import type { VisibleLiving, VisibleNow } from "../life/shown.ts";
import { DAY_MS } from "../time/durations.ts";
import { dateWords } from "../time/spoken.ts";
import type { Instant } from "../time/units.ts";
import { costClause } from "./advice.ts";
import { OF_CAUSE } from "./verdict.ts";

/** What can be wrong now, the worst first. */
const STATE_KINDS = ["empty", "critical", "late", "alerts_off"] as const;

/** The stored events that are worth telling, the worst first, and the kinds under which they are told. */
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
/** Equal events make one line, so more are read than are told. */
export const MOST_READ = 50;
/** For so long a line stays that nobody told, and a state is silent that was told. */
export const REPORTED_FOR_MS = DAY_MS;

export interface ReportLine {
  readonly kind: ReportKind;
  readonly at: Instant;
  readonly message: string;
}

/** What a stored event says of itself. */
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
  /** Whether the creature lives: one that died was called back. */
  readonly lives?: boolean;
  /** The creature's, if it is about one. */
  readonly name: string | null;
  readonly details: ReportEventDetails;
}

/** What is known of a house beside how its creatures are. */
export interface ReportMemory {
  /** The number of the account's newest event. */
  readonly newest: number;
  /** When its human was last told. */
  readonly toldAt: Instant | null;
  /** What happened and is still to be told, the worst first: at most `MOST_READ` of `count`. */
  readonly happened: readonly ReportEvent[];
  readonly count: number;
}

export interface Report {
  /** To be sent back as `told`. */
  readonly id: number;
  readonly text: string;
  readonly lines: readonly ReportLine[];
}

/** REPORT-1: the report of an answer; `states` is what is wrong at `now`, each since its `at`. */
export function reportOf(memory: ReportMemory, states: readonly ReportLine[], now: Instant): Report | null {
  const { newest, toldAt, happened, count } = memory;
  const isSilent = ({ at }: ReportLine) => toldAt !== null && at <= toldAt && now - toldAt < REPORTED_FOR_MS;
  const wrong = states.filter((state) => !isSilent(state)).toSorted((a, b) => rankOf(a) - rankOf(b) || b.at - a.at);
  // The death that emptied the house is told by its state.
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

/** Events that say the same but for their instants make one line. */
function sayingOf({ name, details, lives, at }: ReportEvent): string {
  return `${details.type === "died" ? at : ""}${eventSentence(name ?? "It", details)}${lives ?? false}`;
}

function lineOf(alike: readonly ReportEvent[]): readonly ReportLine[] {
  const [newest] = alike;
  const oldest = alike.at(-1);
  if (newest === undefined || oldest === undefined) return [];
  const { at, name, details, lives = false } = newest;
  const [from, until] = [dateWords(oldest.at), dateWords(at)];
  const span = `${alike.length} times ${from === until ? `on ${until}` : `between ${from} and ${until}`}`;
  const said = eventSentence(name ?? "It", details, alike.length === 1 ? ` on ${dateWords(at)}` : `, ${span}`);
  const back = details.type === "died" && lives ? `${said.slice(0, -1)}, and has been called back.` : said;
  return [{ kind: KIND_OF_EVENT[details.type], at, message: back }];
}

/** One sentence; `when` is empty where the date stands beside it. */
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

/** A house in which nobody lives any more. */
export interface LastDeath {
  readonly name: string;
  readonly at: Instant;
  readonly cause: DeathCause;
}

/** What has come of it. */
function missedClause(seen: VisibleLiving): string {
  const { missedThisCycle: missed } = seen.creature;
  const cost = costClause(seen);
  const meals = missed === 1 ? "a meal" : `${missed} meals`;
  return `${missed === 0 ? "" : ` It has missed ${meals}.`}${cost === null ? "" : ` ${cost}`}`;
}

/** REPORT-2: what is wrong now. `lastDeath` emptied the house; all hooks have been off since `alertsOffAt`. */
export function currentTroubles(
  house: readonly VisibleNow[],
  lastDeath: LastDeath | null,
  alertsOffAt: Instant | null,
): readonly ReportLine[] {
  const states: ReportLine[] = [];
  if (lastDeath !== null) {
    const { name, at, cause } = lastDeath;
    const message = `Nobody lives in the house any more. ${name}, the last one, died on ${dateWords(at)}, ${OF_CAUSE[cause]}.`;
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
