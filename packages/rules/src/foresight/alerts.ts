// Which messages people get about trouble (ALERT rules): one incident for each agent, a message when it opens, one for each
// step that it gets worse, one a day while it lasts, and one when it is over. A look judges the house as it stands, so one
// that comes late or twice says nothing false and nothing twice.
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import type { Span } from "../time/span.ts";
import type { Instant, Millis } from "../time/units.ts";
import { INCIDENT_LEVELS, type IncidentCreature, type IncidentCause, type IncidentLevel } from "./hook-events.ts";

export type AlertEvent = `agent.${"silent" | "still" | "recovered"}` | `creature.${"late" | "critical" | "died"}`;

/** A living creature of the house at the instant of a look. */
export interface HouseMember {
  readonly id: string;
  readonly state: "away" | "well" | "late" | "critical";
  readonly isAsleep: boolean;
  /** Whether it waits for a meal that it would take now. */
  readonly isDue: boolean;
  /** Whether its last meal was on time. */
  readonly ateOnTime: boolean;
}

export interface HouseObservation {
  readonly at: Instant;
  /** The last good sign of life (SILENT-1). */
  readonly lastSignAt: Instant;
  /** It lies in a run that has not ended, so until then it may turn out to be none. */
  readonly signOpenUntil?: Instant | null;
  /** The last one that stays a sign. */
  readonly provenSignAt?: Instant;
  /** Null without a declared period. */
  readonly silentAt: Instant | null;
  readonly creatures: readonly HouseMember[];
  /** No creature lives there, and a job is waited for all the same (SILENT-4). */
  readonly isJobAlone?: boolean;
  /** Since the last look. */
  readonly died: readonly IncidentCreature[];
  /** For an incident that opens now. */
  readonly newId: string;
}

/** What is remembered of an incident. It is stored as JSON. */
export interface OpenIncident {
  readonly id: string;
  readonly openedAt: Instant;
  /** The worst so far. */
  readonly level: IncidentLevel;
  /** The last sign of life before the silence, and the first one after it. */
  readonly silentSince: Instant | null;
  readonly backAt: Instant | null;
  readonly isSilenceTold: boolean;
  /** How bad it was in the last message, and when that was sent; null before the first. */
  readonly told: { readonly level: IncidentLevel; readonly at: Instant } | null;
  /** Who was late or critical. */
  readonly creatures: readonly string[];
  readonly died: readonly IncidentCreature[];
  readonly deathsTold: number;
  /** The last one was over less than a day before: this one is over only after a day without trouble. */
  readonly isAgain: boolean;
  readonly wellSince: Instant | null;
  /** Since when there has been trouble without an end. */
  readonly badSince: Instant | null;
  /** The last silence that is over. */
  readonly pause: Span | null;
  /** The pause that comes every night, once people were told so (ALERT-6). */
  readonly nightly: Span | null;
  /** What the last message gave as its cause. */
  readonly cause?: IncidentCause | null;
}

export interface AlertState {
  readonly open: OpenIncident | null;
  /** When the last one was over. */
  readonly closedAt: Instant | null;
}

export interface AlertMessage {
  readonly event: AlertEvent;
  readonly incident: OpenIncident;
  /** The living whom it is about, and the dead. */
  readonly creatures: readonly string[];
  readonly died: readonly IncidentCreature[];
}

export interface AlertResult extends AlertState {
  readonly messages: readonly AlertMessage[];
  /** When to look again if nothing changes before; null when time brings nothing. */
  readonly nextAt: Instant | null;
}

/** Those who are late within so short a time are told together. */
const COLLECT_MS: Millis = 10 * MINUTE_MS;
/** After the first death, further ones wait so long for each other. */
const COLLECT_DEATHS_MS: Millis = 2 * HOUR_MS;
/** Pauses of one night and the next begin so near to the same hour, and end no later than the last one by more. */
const SAME_HOUR_MS: Millis = HOUR_MS;
/** Of one incident no more are remembered. */
const MOST_DEATHS = 100;

/** ALERT-1 to ALERT-5: the incident after a look, and what is to be sent. */
export function alertsAfter({ open, closedAt }: AlertState, seen: HouseObservation): AlertResult {
  const look = proven(open, seen);
  const { at, died, silentAt } = look;
  const isSilent = isSilentIn(open, look);
  const troubled = look.creatures.filter(({ state, isAsleep }) => isTroubled(state) && !isAsleep);
  const isBad = isSilent || troubled.length > 0 || died.length > 0;
  if (open === null && !isBad) return { open, closedAt, messages: [], nextAt: nextOf(look, [silentAt]) };
  const base = open ?? opened(look, closedAt !== null && at - closedAt < DAY_MS);
  const incident: OpenIncident = {
    ...base,
    ...silenceOf(base, look, isSilent),
    ...deathsOf(base, died),
    level: worst(base.level, ...troubled.map(({ state }) => state), ...died.map(() => "died")),
    creatures: [...new Set([...base.creatures, ...troubled.map(({ id }) => id)])],
    wellSince: isBad ? null : (base.wellSince ?? at),
    badSince: isBad ? (base.wellSince === null ? (base.badSince ?? base.openedAt) : at) : null,
  };
  const event = dueEvent(incident, look, { isSilent, isBad });
  const messages =
    event === undefined ? [] : [messageOf(event, { ...incident, nightly: nightlyAfter(incident, event) }, look)];
  const after = event === undefined ? incident : withAlertSent(incident, event, look);
  // What passed before anybody was told was no trouble.
  if (!isBad && after.told === null) return { open: null, closedAt, messages: [], nextAt: nextOf(look, [silentAt]) };
  const next = isBad ? after : calmed(after);
  if (!isOver(next, look)) return { open: next, closedAt, messages, nextAt: nextLook(next, look, isSilent) };
  return {
    open: null,
    closedAt: at,
    messages: [...messages, ...farewell(next, look)],
    nextAt: nextOf(look, [silentAt]),
  };
}

/** A silence is not over before the run that may end it. */
function proven(open: OpenIncident | null, seen: HouseObservation): HouseObservation {
  const { silentSince = null, backAt = null } = open ?? {};
  if (silentSince === null || backAt !== null || seen.silentAt === null) return seen;
  const isOpen = (seen.signOpenUntil ?? null) !== null && (seen.provenSignAt ?? 0) <= silentSince;
  return isOpen ? { ...seen, lastSignAt: silentSince, silentAt: seen.at } : seen;
}

function isTroubled(state: HouseMember["state"]): boolean {
  return state === "late" || state === "critical";
}

/** Silent until the next sign of life; and nobody is silent to an empty house (SILENT-4). */
function isSilentIn(open: OpenIncident | null, look: HouseObservation): boolean {
  const { at, lastSignAt, silentAt, creatures, isJobAlone } = look;
  if (silentAt === null || (isJobAlone !== true && creatures.every(({ state }) => state === "away"))) return false;
  return at >= silentAt || open?.silentSince === lastSignAt;
}

function opened({ at, newId }: HouseObservation, isAgain: boolean): OpenIncident {
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

/** ALERT-6: whether a silence since then is the pause of another night. */
function isLike({ from }: Span, since: Instant): boolean {
  const days = Math.round((since - from) / DAY_MS);
  return days > 0 && Math.abs(since - from - days * DAY_MS) <= SAME_HOUR_MS;
}

/** When a silence since then is no nightly pause any more. */
function nightlyUntil({ from, until }: Span, since: Instant): Instant {
  return since + (until - from) + SAME_HOUR_MS;
}

/** Whether a silence is to be told: the first, one that is not the pause of every night, and others once a day. */
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

/** What is due to be said at a look, if anything. */
function dueEvent(
  incident: OpenIncident,
  look: HouseObservation,
  { isSilent, isBad }: { readonly isSilent: boolean; readonly isBad: boolean },
): AlertEvent | undefined {
  const { at, creatures } = look;
  const { told, died, deathsTold } = incident;
  const waitedMs = told === null ? Infinity : at - told.at;
  const awake = creatures.filter(({ isAsleep }) => !isAsleep);
  const isCritical = awake.some(({ state }) => state === "critical");
  if (died.length > deathsTold) {
    const isCollected = !isCritical && waitedMs >= COLLECT_DEATHS_MS;
    if (deathsTold === 0 || creatures.length === 0 || isCollected || waitedMs >= DAY_MS) return "creature.died";
  }
  if (isCritical && (told === null || told.level === "silent" || told.level === "late")) return "creature.critical";
  if (isSilent && (look.signOpenUntil ?? null) !== null) return undefined;
  if (isSilent && isSilenceDue(incident, at)) return "agent.silent";
  const isLate = awake.some(({ state }) => state === "late");
  if (isLate && !isSilent && at >= latenessDueAt(incident, look)) return "creature.late";
  if (!isBad || told === null || waitedMs < DAY_MS) return undefined;
  // What has been better since the last message is not still so.
  if ((incident.badSince ?? told.at) <= told.at) return "agent.still";
  return isLate && !isSilent ? "creature.late" : undefined;
}

/** ALERT-2: when lateness is told. Whoever was silent has as long to make up for it as it had before that. */
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

/** Once nobody is in trouble, it can get worse again. Where it comes and goes, only what is critical is told once more. */
function calmed(incident: OpenIncident): OpenIncident {
  const { told, isAgain, isSilenceTold } = incident;
  return {
    ...incident,
    told: told === null ? null : { ...told, level: worst(told.level === "silent" ? "silent" : "late") },
    isSilenceTold: isSilenceTold && isAgain,
  };
}

/** ALERT-4: who was silent comes and leaves nobody due; who was late eats on time; or a day passes without trouble. */
function isOver(incident: OpenIncident, look: HouseObservation): boolean {
  const { at, lastSignAt, creatures, isJobAlone } = look;
  const { wellSince, silentSince, isAgain, died, deathsTold } = incident;
  const isNobodyLeft = creatures.length === 0 && isJobAlone !== true;
  if (wellSince === null) return isNobodyLeft && died.length === deathsTold;
  if (isNobodyLeft || at - wellSince >= DAY_MS) return true;
  if (isAgain) return false;
  if (silentSince !== null) {
    return lastSignAt > silentSince && creatures.every(({ isDue, state }) => !isDue && !isTroubled(state));
  }
  const isWell = ({ id, state, ateOnTime }: HouseMember) =>
    !incident.creatures.includes(id) || state === "away" || (state === "well" && ateOnTime);
  return creatures.every(isWell);
}

/** Deaths that were not told yet, and the good news: not for those who heard of no trouble, nor where nobody is left. */
function farewell(incident: OpenIncident, look: HouseObservation): readonly AlertMessage[] {
  const { told, died, deathsTold, silentSince, backAt } = incident;
  const isBack = silentSince !== null && backAt !== null;
  const isLeft =
    (isBack && look.isJobAlone === true) ||
    look.creatures.some(({ id }) => isBack || (silentSince === null && incident.creatures.includes(id)));
  return [
    ...(died.length > deathsTold ? [messageOf("creature.died", incident, look)] : []),
    ...(told !== null && isLeft ? [messageOf("agent.recovered", incident, look)] : []),
  ];
}

function messageOf(event: AlertEvent, incident: OpenIncident, { creatures }: HouseObservation): AlertMessage {
  const { died, deathsTold } = incident;
  const isHere = (id: string) => creatures.some((one) => one.id === id);
  const troubled = creatures.filter(({ state }) => isTroubled(state)).map(({ id }) => id);
  const isPast = event === "creature.late" || event === "agent.recovered";
  return {
    event,
    incident,
    creatures: isPast ? incident.creatures.filter(isHere) : troubled,
    died: event === "creature.died" ? died.slice(deathsTold) : event === "agent.recovered" ? died : [],
  };
}

function nextLook(incident: OpenIncident, look: HouseObservation, isSilent: boolean): Instant | null {
  const { told, wellSince, died, deathsTold, nightly, silentSince } = incident;
  return nextOf(look, [
    isSilent ? null : look.silentAt,
    latenessDueAt(incident, look),
    told && told.at + DAY_MS,
    told && died.length > deathsTold ? told.at + COLLECT_DEATHS_MS : null,
    wellSince === null ? null : wellSince + DAY_MS,
    look.signOpenUntil ?? null,
    nightly === null || silentSince === null ? null : nightlyUntil(nightly, silentSince),
  ]);
}

function nextOf({ at }: HouseObservation, instants: readonly (Instant | null)[]): Instant | null {
  const next = Math.min(...instants.filter((instant) => instant !== null && instant > at).map(Number));
  return next === Infinity ? null : next;
}
