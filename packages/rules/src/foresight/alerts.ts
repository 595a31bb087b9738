// Decides the messages about an agent's trouble, which is one incident at a time (ALERT rules). Each observation judges the
// current house, so a late or repeated observation reports nothing false or twice.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import type { Span } from "../time/span.ts";
import type { Instant, Millis } from "../time/units.ts";
import { INCIDENT_LEVELS, type IncidentCreature, type IncidentCause, type IncidentLevel } from "./hook-events.ts";

type AlertEvent = `agent.${"silent" | "still" | "recovered"}` | `creature.${"late" | "critical" | "died"}`;

/** A living creature at the instant of an observation. */
export interface HouseMember {
  readonly id: string;
  readonly state: "away" | "well" | "late" | "critical";
  readonly isAsleep: boolean;
  /** Food is due, and the creature would accept it now. */
  readonly isDue: boolean;
  /** Whether the last meal was on time. */
  readonly ateOnTime: boolean;
}

export interface HouseObservation {
  readonly at: Instant;
  /** The last good sign of life (SILENT-1). */
  readonly lastSignAt: Instant;
  /** When the last sign counts even if the run that contains it is still open, or null if it counts already (SILENT-1). */
  readonly signOpenUntil?: Instant | null;
  /** The last sign that no failed run can revoke. */
  readonly provenSignAt?: Instant;
  /** When the agent counts as silent, or null without a declared period or schedule. */
  readonly silentAt: Instant | null;
  readonly creatures: readonly HouseMember[];
  /** The house is empty, but its job is still expected (SILENT-4). */
  readonly isJobAlone?: boolean;
  /** Deaths since the last observation. */
  readonly died: readonly IncidentCreature[];
  /** The id for an incident that opens now. */
  readonly newId: string;
}

/** An open incident, stored as JSON. */
export interface OpenIncident {
  readonly id: string;
  readonly openedAt: Instant;
  /** The worst level so far. */
  readonly level: IncidentLevel;
  /** The last sign of life before the silence. */
  readonly silentSince: Instant | null;
  /** The first sign of life after the silence. */
  readonly backAt: Instant | null;
  readonly isSilenceTold: boolean;
  /** The level and the instant of the last message, or null before the first message. */
  readonly told: { readonly level: IncidentLevel; readonly at: Instant } | null;
  /** Ids of creatures that were late or critical. */
  readonly creatures: readonly string[];
  readonly died: readonly IncidentCreature[];
  readonly deathsTold: number;
  /** The previous incident ended less than a day before this one. This incident ends only after a day without trouble. */
  readonly isAgain: boolean;
  readonly wellSince: Instant | null;
  /** The start of the current trouble. */
  readonly badSince: Instant | null;
  /** The last silence that has ended, from the sign before it to the sign after it. */
  readonly pause: Span | null;
  /** A pause that recurs every night, set once it has been reported as such (ALERT-6). */
  readonly nightly: Span | null;
  /** The cause in the last message. */
  readonly cause?: IncidentCause | null;
}

export interface AlertState {
  readonly open: OpenIncident | null;
  /** The end of the last incident. */
  readonly closedAt: Instant | null;
}

export interface AlertMessage {
  readonly event: AlertEvent;
  readonly incident: OpenIncident;
  /** Ids of the living creatures that the message concerns. */
  readonly creatures: readonly string[];
  readonly died: readonly IncidentCreature[];
}

interface AlertResult extends AlertState {
  readonly messages: readonly AlertMessage[];
  /** When to observe again if nothing changes before, or null if time alone changes nothing. */
  readonly nextAt: Instant | null;
}

/** Creatures that become late within this time share a message. */
const COLLECT_MS: Millis = 10 * MINUTE_MS;
/** After the first death, further deaths are collected for this long. */
const COLLECT_DEATHS_MS: Millis = 2 * HOUR_MS;
/** ALERT-6: the tolerance for the time of day and for the length of a nightly pause. */
const SAME_HOUR_MS: Millis = HOUR_MS;
/** The maximum number of deaths stored with an incident. */
const MOST_DEATHS = 100;

/** ALERT-1 to ALERT-6: returns the incident and the messages after an observation. */
export function alertsAfter({ open, closedAt }: AlertState, observation: HouseObservation): AlertResult {
  const house = withProvenSign(open, observation);
  const { at, died, silentAt } = house;
  const isSilent = isSilentIn(open, house);
  const troubled = house.creatures.filter(({ state, isAsleep }) => isTroubled(state) && !isAsleep);
  const isBad = isSilent || troubled.length > 0 || died.length > 0;
  if (open === null && !isBad) return { open, closedAt, messages: [], nextAt: nextOf(house, [silentAt]) };
  const base = open ?? openIncident(house, closedAt !== null && at - closedAt < DAY_MS);
  const incident: OpenIncident = {
    ...base,
    ...silenceOf(base, house, isSilent),
    ...deathsOf(base, died),
    level: worst(base.level, ...troubled.map(({ state }) => state), ...died.map(() => "died")),
    creatures: [...new Set([...base.creatures, ...troubled.map(({ id }) => id)])],
    wellSince: isBad ? null : (base.wellSince ?? at),
    badSince: isBad ? (base.wellSince === null ? (base.badSince ?? base.openedAt) : at) : null,
  };
  const event = dueEvent(incident, house, { isSilent, isBad });
  const messages =
    event === undefined ? [] : [messageOf(event, { ...incident, nightly: nightlyAfter(incident, event) }, house)];
  const after = event === undefined ? incident : withAlertSent(incident, event, house);
  // Trouble that ends before the first message leaves no incident.
  if (!isBad && after.told === null) return { open: null, closedAt, messages: [], nextAt: nextOf(house, [silentAt]) };
  const next = isBad ? after : calmed(after);
  if (!isOver(next, house)) return { open: next, closedAt, messages, nextAt: nextLook(next, house, isSilent) };
  return {
    open: null,
    closedAt: at,
    messages: [...messages, ...closingMessages(next, house)],
    nextAt: nextOf(house, [silentAt]),
  };
}

/** SILENT-1: during a silence, ignores a sign from an open run, which may still fail. */
function withProvenSign(open: OpenIncident | null, house: HouseObservation): HouseObservation {
  const { silentSince = null, backAt = null } = open ?? {};
  if (silentSince === null || backAt !== null || house.silentAt === null) return house;
  const isOpen = (house.signOpenUntil ?? null) !== null && (house.provenSignAt ?? 0) <= silentSince;
  return isOpen ? { ...house, lastSignAt: silentSince, silentAt: house.at } : house;
}

function isTroubled(state: HouseMember["state"]): boolean {
  return state === "late" || state === "critical";
}

/** SILENT-2: a silence lasts until the next sign of life. SILENT-4: without a creature at home there is none. */
function isSilentIn(open: OpenIncident | null, house: HouseObservation): boolean {
  const { at, lastSignAt, silentAt, creatures, isJobAlone } = house;
  if (silentAt === null || (isJobAlone !== true && creatures.every(({ state }) => state === "away"))) return false;
  return at >= silentAt || open?.silentSince === lastSignAt;
}

function openIncident({ at, newId }: HouseObservation, isAgain: boolean): OpenIncident {
  return {
    id: newId,
    openedAt: at,
    level: "silent",
    silentSince: null,
    backAt: null,
    isSilenceTold: false,
    told: null,
    creatures: [],
    died: [],
    deathsTold: 0,
    isAgain,
    wellSince: null,
    badSince: null,
    pause: null,
    nightly: null,
  };
}

function silenceOf(base: OpenIncident, { lastSignAt, silentAt }: HouseObservation, isSilent: boolean) {
  const silentSince = isSilent ? lastSignAt : silentAt === null ? null : base.silentSince;
  const isBack = silentSince !== null && lastSignAt > silentSince;
  const pause = isBack && base.backAt === null ? { from: silentSince, until: lastSignAt } : base.pause;
  return { silentSince, backAt: isBack ? (base.backAt ?? lastSignAt) : null, pause };
}

/** ALERT-6: checks whether a silence starts at nearly the same time of day as an earlier pause, a day or more later. */
function isLike({ from }: Span, since: Instant): boolean {
  const days = Math.round((since - from) / DAY_MS);
  return days > 0 && Math.abs(since - from - days * DAY_MS) <= SAME_HOUR_MS;
}

/** Returns the instant at which a silence becomes too long for a nightly pause. */
function nightlyUntil({ from, until }: Span, since: Instant): Instant {
  return since + (until - from) + SAME_HOUR_MS;
}

/**
 * Checks whether to report a silence now. The first is reported immediately, and a new one when the last message is a day old, or
 * earlier if it is like the last pause. One like the nightly pause is reported when it becomes too long for that (ALERT-6).
 */
function isSilenceDue(
  { isSilenceTold, silentSince, nightly, pause, badSince, told }: OpenIncident,
  at: Instant,
): boolean {
  if (!isSilenceTold || told === null || silentSince === null) return true;
  if ((badSince ?? told.at) <= told.at) return false;
  if (nightly !== null && isLike(nightly, silentSince)) return at >= nightlyUntil(nightly, silentSince);
  return at - told.at >= DAY_MS || (pause !== null && isLike(pause, silentSince));
}

function nightlyAfter({ nightly, isSilenceTold, silentSince, pause }: OpenIncident, event: AlertEvent): Span | null {
  if (event !== "agent.silent" || silentSince === null || pause === null) return nightly;
  return isSilenceTold && nightly === null && isLike(pause, silentSince) ? pause : nightly;
}

function deathsOf({ died, deathsTold }: OpenIncident, more: readonly IncidentCreature[]) {
  const all = [...died, ...more];
  const forgotten = Math.max(0, all.length - MOST_DEATHS);
  return { died: all.slice(forgotten), deathsTold: Math.max(0, deathsTold - forgotten) };
}

function worst(...states: readonly string[]): IncidentLevel {
  return INCIDENT_LEVELS.findLast((level) => states.includes(level)) ?? "silent";
}

/** Returns the event to report after an observation, if any. */
function dueEvent(
  incident: OpenIncident,
  house: HouseObservation,
  { isSilent, isBad }: { readonly isSilent: boolean; readonly isBad: boolean },
): AlertEvent | undefined {
  const { at, creatures } = house;
  const { told, died, deathsTold } = incident;
  const waitedMs = told === null ? Infinity : at - told.at;
  const awake = creatures.filter(({ isAsleep }) => !isAsleep);
  const isCritical = awake.some(({ state }) => state === "critical");
  if (died.length > deathsTold) {
    const isCollected = !isCritical && waitedMs >= COLLECT_DEATHS_MS;
    if (deathsTold === 0 || creatures.length === 0 || isCollected || waitedMs >= DAY_MS) return "creature.died";
  }
  if (isCritical && (told === null || told.level === "silent" || told.level === "late")) return "creature.critical";
  if (isSilent && (house.signOpenUntil ?? null) !== null) return undefined;
  if (isSilent && isSilenceDue(incident, at)) return "agent.silent";
  const isLate = awake.some(({ state }) => state === "late");
  if (isLate && !isSilent && at >= latenessDueAt(incident, house)) return "creature.late";
  if (!isBad || told === null || waitedMs < DAY_MS) return undefined;
  // ALERT-5: `agent.still` requires trouble that has lasted since the last message.
  if ((incident.badSince ?? told.at) <= told.at) return "agent.still";
  return isLate && !isSilent ? "creature.late" : undefined;
}

/** ALERT-1, ALERT-2: returns when lateness is reported. After a silence, the agent first has another period and its grace. */
function latenessDueAt({ told, openedAt, backAt }: OpenIncident, { silentAt, lastSignAt }: HouseObservation): Instant {
  if (told === null) return openedAt + COLLECT_MS;
  if (told.level !== "silent" || backAt === null || silentAt === null) return Infinity;
  return backAt + (silentAt - lastSignAt);
}

function withAlertSent(incident: OpenIncident, event: AlertEvent, { at }: HouseObservation): OpenIncident {
  const { told, died, level, deathsTold, isSilenceTold } = incident;
  return {
    ...incident,
    nightly: nightlyAfter(incident, event),
    told: { level: event === "agent.still" ? (told?.level ?? level) : worst(event.split(".")[1] ?? ""), at },
    deathsTold: event === "creature.died" ? died.length : deathsTold,
    isSilenceTold: isSilenceTold || event === "agent.silent",
  };
}

/** ALERT-5: lets new trouble be reported again: critical creatures, and silence unless the incident recurs. */
function calmed(incident: OpenIncident): OpenIncident {
  const { told, isAgain, isSilenceTold } = incident;
  return {
    ...incident,
    told: told === null ? null : { ...told, level: worst(told.level === "silent" ? "silent" : "late") },
    isSilenceTold: isSilenceTold && isAgain,
  };
}

/** Checks whether an incident has ended (ALERT-4, ALERT-5). In an empty house, it ends when all deaths are reported. */
function isOver(incident: OpenIncident, house: HouseObservation): boolean {
  const { at, lastSignAt, creatures, isJobAlone } = house;
  const { wellSince, silentSince, isAgain, died, deathsTold } = incident;
  const isEmpty = creatures.length === 0 && isJobAlone !== true;
  if (wellSince === null) return isEmpty && died.length === deathsTold;
  if (isEmpty || at - wellSince >= DAY_MS) return true;
  if (isAgain) return false;
  if (silentSince !== null) {
    return lastSignAt > silentSince && creatures.every(({ isDue, state }) => !isDue && !isTroubled(state));
  }
  const isWell = ({ id, state, ateOnTime }: HouseMember) =>
    !incident.creatures.includes(id) || state === "away" || (state === "well" && ateOnTime);
  return creatures.every(isWell);
}

/** Returns the last messages: unreported deaths, and the recovery of a survivor or a lone job if the trouble was reported. */
function closingMessages(incident: OpenIncident, house: HouseObservation): readonly AlertMessage[] {
  const { told, died, deathsTold, silentSince, backAt } = incident;
  const isBack = silentSince !== null && backAt !== null;
  const hasRecovered =
    (isBack && house.isJobAlone === true) ||
    house.creatures.some(({ id }) => isBack || (silentSince === null && incident.creatures.includes(id)));
  return [
    ...(died.length > deathsTold ? [messageOf("creature.died", incident, house)] : []),
    ...(told !== null && hasRecovered ? [messageOf("agent.recovered", incident, house)] : []),
  ];
}

function messageOf(event: AlertEvent, incident: OpenIncident, { creatures }: HouseObservation): AlertMessage {
  const { died, deathsTold } = incident;
  const isAlive = (id: string) => creatures.some((creature) => creature.id === id);
  const troubled = creatures.filter(({ state }) => isTroubled(state)).map(({ id }) => id);
  const isPast = event === "creature.late" || event === "agent.recovered";
  return {
    event,
    incident,
    creatures: isPast ? incident.creatures.filter(isAlive) : troubled,
    died: event === "creature.died" ? died.slice(deathsTold) : event === "agent.recovered" ? died : [],
  };
}

function nextLook(incident: OpenIncident, house: HouseObservation, isSilent: boolean): Instant | null {
  const { told, wellSince, died, deathsTold, nightly, silentSince } = incident;
  return nextOf(house, [
    isSilent ? null : house.silentAt,
    latenessDueAt(incident, house),
    told && told.at + DAY_MS,
    told && died.length > deathsTold ? told.at + COLLECT_DEATHS_MS : null,
    wellSince === null ? null : wellSince + DAY_MS,
    house.signOpenUntil ?? null,
    nightly === null || silentSince === null ? null : nightlyUntil(nightly, silentSince),
  ]);
}

function nextOf({ at }: HouseObservation, instants: readonly (Instant | null)[]): Instant | null {
  const next = Math.min(...instants.filter((instant) => instant !== null && instant > at).map(Number));
  return next === Infinity ? null : next;
}
