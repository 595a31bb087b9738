// Determines why a feeding was late or missed, from a house's recorded calls and the care it received while food was due.
import type { CareAction } from "../creature/creature.ts";
import { ENDS_AT, MISSED_AT, OPENS_AT } from "../life/feeding.ts";
import { MINUTE_MS } from "../time/durations.ts";
import type { Span } from "../time/span.ts";
import type { Instant, Millis } from "../time/units.ts";
import { positionAtEnd, windowOf, type FeedingCycle, type FeedingWindow } from "./feeding-cycle.ts";

export const INCIDENT_KINDS = [
  "no_call",
  "refused",
  "too_early",
  "other_creature",
  "asleep",
  "did_not_feed",
  /** A harmful item killed the creature. */
  "harm",
  /** The calls of that time are no longer on record. */
  "not_recorded",
] as const;
export type IncidentKind = (typeof INCIDENT_KINDS)[number];

export const INCIDENT_OUTCOMES = ["late", "missed", "died"] as const;

/** Equal calls within a minute, if refused, or within an hour, if accepted. Instants are in house time. */
export interface TracedCall {
  readonly operation: string;
  readonly isCare: boolean;
  readonly status: number;
  /** The error code of a refused call, or null for an accepted one. */
  readonly code: string | null;
  /** Null if the call named no creature of the house. */
  readonly creatureId: string | null;
  readonly bySitter: boolean;
  readonly count: number;
  readonly first: CallReference;
  readonly last: CallReference;
}

interface CallReference {
  readonly at: Instant;
  readonly requestId: string;
}

export interface AcceptedCare {
  readonly creatureId: string;
  readonly action: CareAction;
  readonly at: Instant;
}

export interface Incident {
  readonly kind: IncidentKind;
  readonly outcome: (typeof INCIDENT_OUTCOMES)[number];
  readonly cycle: FeedingCycle;
  readonly window: FeedingWindow;
  /** FEED-6: the number of missed windows. */
  readonly missedWindows: number;
  readonly lateMs: Millis;
  /** The calls that show the cause, oldest first. If there are none, the last call before food was due, if known. */
  readonly calls: readonly TracedCall[];
  /** Care that was given instead: to other creatures, or other than food. */
  readonly care: readonly AcceptedCare[];
}

/** Calls within this time before a feeding belong to the visit that fed the creature. */
const SAME_VISIT_MS: Millis = 10 * MINUTE_MS;

/** A house's recorded calls and care. */
export interface HouseActivity {
  readonly calls: readonly TracedCall[];
  readonly care: readonly AcceptedCare[];
}

/** Returns a feeding cycle's incident, or null if the feeding was not late and not deadly. */
export function incidentOf(cycle: FeedingCycle, { calls, care }: HouseActivity): Incident | null {
  const position = positionAtEnd(cycle);
  if (position <= ENDS_AT && cycle.end.harmBy === undefined) return null;
  const window = windowOf(cycle);
  const missedWindows = Math.max(0, Math.floor(position - OPENS_AT));
  const outcome = cycle.end.kind === "died" ? "died" : position < MISSED_AT ? "late" : "missed";
  const facts = { cycle, window, outcome, missedWindows, lateMs: cycle.end.at - window.endsAt } as const;
  return { ...facts, ...causeOf(facts, calls, care) };
}

type CycleFacts = Pick<Incident, "cycle" | "window" | "outcome" | "missedWindows">;
type CycleCause = Pick<Incident, "kind" | "calls" | "care">;

function causeOf(facts: CycleFacts, calls: readonly TracedCall[], care: readonly AcceptedCare[]): CycleCause {
  const { cycle, window, outcome } = facts;
  if (cycle.end.harmBy !== undefined) return { kind: "harm", calls: callsAt(cycle.end.at, calls), care: [] };
  const { id } = cycle.creature;
  // Calls and care in the open window explain a late feeding. Those until the end of the cycle explain a missed one.
  const due = { from: window.opensAt, until: outcome === "late" ? window.endsAt : cycle.end.at };
  const visitFrom = cycle.end.kind === "fed" ? cycle.end.at - SAME_VISIT_MS : cycle.end.at;
  const visits = { from: due.from, until: Math.min(due.until, visitFrom) };
  const refused = callsIn({ ...due, from: window.halfAt }, calls).filter(({ code }) => code !== null);
  const accepted = callsIn(visits, calls).filter(({ code }) => code === null);
  const given = care.filter(({ at }) => at >= visits.from && at < visits.until);

  const own = refused.filter(({ isCare, creatureId }) => isCare && (creatureId === null || creatureId === id));
  if (own.length > 0) {
    return { kind: own.every(({ code }) => code === "asleep") ? "asleep" : "refused", calls: own, care: [] };
  }
  const toOthers = given.filter(({ creatureId }) => creatureId !== id);
  const triedOthers = refused.filter(({ isCare }) => isCare);
  if (toOthers.length === given.length && (toOthers.length > 0 || triedOthers.length > 0)) {
    const caring = accepted.filter(({ isCare }) => isCare);
    return { kind: "other_creature", calls: inOrder([...caring, ...triedOthers]), care: toOthers };
  }
  const toOwn = given.filter(({ creatureId }) => creatureId === id);
  if (accepted.length > 0 || toOwn.length > 0) {
    return { kind: "did_not_feed", calls: inOrder([...accepted, ...refused]), care: toOwn };
  }
  if (refused.length > 0) return { kind: "refused", calls: refused, care: [] };
  return absence(facts, calls);
}

/** Explains a cycle without calls while food was due: the keeper came too early or not at all, or its calls are not recorded. */
function absence({ cycle, window, missedWindows }: CycleFacts, calls: readonly TracedCall[]): CycleCause {
  const before = callsIn({ from: -Infinity, until: window.opensAt }, calls).toSorted((a, b) => a.last.at - b.last.at);
  const latest = before.slice(-1);
  const began = callsAt(cycle.startedAt, calls);
  if (before.length === 0) return { kind: "not_recorded", calls: [], care: [] };
  // An agent that misses several windows has stopped visiting, whenever its last call was.
  if (missedWindows > 1) return { kind: "no_call", calls: latest, care: [] };
  // A call in the first half of the wait belongs to the previous visit rather than to an attempt at this one.
  const attemptsFrom = (cycle.startedAt + window.halfAt) / 2;
  if (latest.some(({ last }) => last.at >= attemptsFrom)) return { kind: "too_early", calls: latest, care: [] };
  if (cycle.startedEarly) return { kind: "too_early", calls: began, care: [] };
  return { kind: "no_call", calls: latest, care: [] };
}

/** Returns the accepted care calls at an instant, if they were the first or the last of their hour. */
function callsAt(at: Instant, calls: readonly TracedCall[]): readonly TracedCall[] {
  return callsIn({ from: at, until: at + 1 }, calls).filter(({ isCare, code }) => isCare && code === null);
}

/**
 * Returns the calls in a span. Of equal calls that were only partly in the span, only the first or the last is known to be in it,
 * so one is returned.
 */
function callsIn({ from, until }: Span, calls: readonly TracedCall[]): readonly TracedCall[] {
  return calls.flatMap((call) => {
    const inside = [call.first, call.last].filter(({ at }) => at >= from && at < until);
    const [only] = inside;
    if (only === undefined) return [];
    return inside.length === 2 ? [call] : [{ ...call, count: 1, first: only, last: only }];
  });
}

function inOrder(calls: readonly TracedCall[]): readonly TracedCall[] {
  return calls.toSorted((a, b) => a.first.at - b.first.at);
}

/** Merges calls with the same operation and error, separately for the keeper and its sitters. */
export function groupCalls(calls: readonly TracedCall[]): readonly TracedCall[] {
  const groups = new Map<string, TracedCall>();
  for (const call of inOrder(calls)) {
    const key = [call.operation, call.code, call.bySitter].join(" ");
    const known = groups.get(key);
    const last = known !== undefined && known.last.at > call.last.at ? known.last : call.last;
    groups.set(key, known === undefined ? call : { ...known, count: known.count + call.count, last });
  }
  return [...groups.values()];
}
