// Decides what to report about one house: events of its creatures, and alerts about its agent (ALERT rules).
import { randomUUIDv7 } from "node:crypto";
import { isLiving, type Stage } from "@denkeeper/rules/creature/creature.ts";
import type { VisibleCreature } from "@denkeeper/rules/creature/visibility.ts";
import { alertsAfter, type AlertMessage, type AlertState } from "@denkeeper/rules/foresight/alerts.ts";
import type {
  IncidentCreature,
  HookPayload,
  HookOccurrence,
  IncidentFacts,
} from "@denkeeper/rules/foresight/hook-events.ts";
import { silentAt } from "@denkeeper/rules/foresight/silence.ts";
import { lastGoodRun, lastSign, signAt, uselessRuns, type Sign } from "@denkeeper/rules/foresight/signs.ts";
import type { WatchObservation } from "@denkeeper/rules/foresight/watch.ts";
import { scheduleWords } from "@denkeeper/rules/words/period.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "@denkeeper/rules/time/durations.ts";
import { asHouseInstant } from "@denkeeper/rules/time/units.ts";
import type { JudgingHorizon } from "../../model/outages/outages.ts";
import { runAfter } from "../../platform/cron.ts";
import { OLD_KEY, listCallTrail } from "../../model/agents/store/call-trail.ts";
import { MOST_RUNS, SEEN_AFTER_MS, listRuns, type RunRow } from "../../model/agents/store/runs.ts";
import { causeFromActivity, silenceCause, type ExplainedCreature } from "../incidents/causes.ts";
import type { EventDetails } from "../../model/creatures/store/events.ts";
import type { WatchedCreature } from "./store/watched.ts";
import type { Db } from "../../platform/database/db.ts";
import type { Pulse } from "../../model/silence/store/pulses.ts";

/** A watched creature and its state at the time of observation. */
export interface ObservedCreature extends ExplainedCreature {
  readonly watched: WatchedCreature;
  readonly visible: VisibleCreature;
  readonly observation: WatchObservation;
}

/** Allowance for the delay between a call and its record. */
const RECORD_DELAY_MS = 15 * SECOND_MS;
/** Delay before an account that may not be alerted is checked again: one suspended, leaving, or with a moved clock. */
const STILL_MS = HOUR_MS;
const RUNS_READ_MS = 14 * DAY_MS;

export interface HouseAlerts {
  readonly alerted: AlertState;
  readonly nextAt: number | null;
  readonly events: readonly HookOccurrence[];
}

/** ALERT-1: returns the alerts about an agent that are due now. */
export async function houseAlerts(
  db: Db,
  pulse: Pulse,
  observed: readonly ObservedCreature[],
  present: JudgingHorizon,
): Promise<HouseAlerts> {
  const { alerted, period, lookAt } = pulse;
  const { outages } = present;
  if (pulse.isStill) return { alerted, nextAt: lookAt === null ? null : present.now + STILL_MS, events: [] };
  const at = asHouseInstant(present.now);
  const living = observed.filter(({ creature }) => isLiving(creature));
  const isJobAlone = isLoneJob(pulse);
  const { runs, sign } = await signOfLife(db, pulse, at);
  const expectedSince = isJobAlone ? sign.at : Math.max(sign.at, homeSince(living));
  const silent = period && silentAt(period, expectedSince, outages, runAfter);
  const { open, closedAt, messages, nextAt } = alertsAfter(alerted, {
    at,
    lastSignAt: sign.at,
    signOpenUntil: sign.openUntil,
    provenSignAt: sign.provenAt,
    silentAt: silent === null ? null : silent + RECORD_DELAY_MS,
    creatures: living.map(({ creature: { id, streak }, observation: { state, isAsleep, isDue } }) => {
      return { id, state, isAsleep, isDue, ateOnTime: streak > 0 };
    }),
    isJobAlone,
    died: observed.flatMap(deathsIn),
    newId: randomUUIDv7(),
  });
  const context = { db, pulse, observed, at, runs, wasSilent: alerted.open?.isSilenceTold === true };
  const events: HookOccurrence[] = [];
  for (const message of messages) events.push(await alertEvent(message, context));
  const [{ payload } = { payload: undefined }] = events;
  const cause = payload?.incident?.cause;
  return { alerted: { open: open && (cause === undefined ? open : { ...open, cause }), closedAt }, nextAt, events };
}

/** SILENT-4: a job is watched even without any creature. */
function isLoneJob({ hasCreatures, hasRuns, period }: Pulse): boolean {
  return !hasCreatures && hasRuns && period !== null;
}

/** SILENT-1: returns the last good sign of life. If an agent reports runs, only calls of good runs count. */
async function signOfLife(
  db: Db,
  pulse: Pulse,
  now: number,
): Promise<{ readonly runs: readonly RunRow[]; readonly sign: Sign }> {
  const { agentId, lastAt, hasRuns } = pulse;
  if (!hasRuns) return { runs: [], sign: signAt(lastAt) };
  const runs = await listRuns(db, { agentId, since: now - RUNS_READ_MS, limit: MOST_RUNS });
  const since = Math.min(lastAt, ...runs.map(({ startedAt }) => startedAt));
  if (isLoneJob(pulse)) return { runs, sign: lastGoodRun(runs, since) };
  const trail = (await listCallTrail(db, { agentId })).filter((row) => !row.by_sitter && row.code !== OLD_KEY);
  const calls = [...trail.flatMap((row) => [row.first_at, row.last_at]), lastAt].filter((at) => at <= lastAt);
  return { runs, sign: lastSign(calls, runs, since, now) };
}

/** SILENT-4: returns since when a creature has been at home. Until then, the agent may stay away. Infinity means none is at home. */
function homeSince(living: readonly ObservedCreature[]): number {
  const home = living.filter(({ observation }) => observation.state !== "away");
  return Math.min(
    ...home.map(({ creature }) => creature.pauses.findLast(({ kind }) => kind !== "amnesty")?.until ?? 0),
  );
}

function deathsIn({ watched, visible }: ObservedCreature): readonly IncidentCreature[] {
  return watched.events.flatMap(({ details }) => {
    return details.type === "died" ? [{ ...identityOf(visible), state: "died" as const, cause: details.cause }] : [];
  });
}

function identityOf({ id, name, species, stage }: VisibleCreature): IncidentCreature {
  return { id, name, species: species.name, stage };
}

/** Describes a living creature for a message. `wasLate` marks it as late even if it is not late any longer. */
function livingCreature({ visible, observation }: ObservedCreature, wasLate: boolean): IncidentCreature {
  const { state, windowEndsAt, diesAt } = observation;
  const trouble = state === "late" || state === "critical" ? state : wasLate ? "late" : undefined;
  return {
    ...identityOf(visible),
    ...(trouble === undefined ? {} : { state: trouble }),
    ...(windowEndsAt === null ? {} : { windowEndsAt }),
    ...(diesAt === null ? {} : { diesAt }),
  };
}

const URGENCY = ["died", "critical", "late", undefined];

/** Lists the creatures of a message, worst off first. A message about the agent names all living creatures that are at home. */
function creaturesOf(
  { event, creatures, died }: AlertMessage,
  observed: readonly ObservedCreature[],
): readonly IncidentCreature[] {
  const living = observed.filter(({ creature }) => isLiving(creature));
  const isNamed = ({ creature }: ObservedCreature) => creatures.includes(creature.id);
  const isAboutAgent =
    event === "agent.silent" || event === "agent.still" || (creatures.length === 0 && died.length === 0);
  const wasLate = event === "creature.late" || event === "agent.recovered";
  const subjects = living.filter((subject) => (isAboutAgent ? subject.observation.state !== "away" : isNamed(subject)));
  const described = subjects.map((subject) => livingCreature(subject, wasLate && isNamed(subject)));
  return [...died, ...described].toSorted((a, b) => {
    const byState = URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state);
    const [first, second] = [a, b].map(({ state, diesAt, windowEndsAt }) =>
      state === "critical" ? diesAt : windowEndsAt,
    );
    return byState === 0 ? (first ?? 0) - (second ?? 0) : byState;
  });
}

interface AlertContext {
  readonly db: Db;
  readonly pulse: Pulse;
  readonly observed: readonly ObservedCreature[];
  readonly at: number;
  readonly runs: readonly RunRow[];
  /** True if the owner was already notified of this silence. */
  readonly wasSilent: boolean;
}

async function alertEvent(message: AlertMessage, context: AlertContext): Promise<HookOccurrence> {
  const { pulse, observed, at } = context;
  const { agentId, keeper } = pulse;
  const { event, incident } = message;
  const creatures = creaturesOf(message, observed);
  const [worst] = creatures;
  if (worst === undefined && !isLoneJob(pulse)) throw new Error(`${event} of agent ${agentId} has no creature`);
  const { windowEndsAt, diesAt, cause } = worst ?? {};
  const explained = observed.find(({ creature }) => creature.id === worst?.id);
  const facts: IncidentFacts = {
    ...(await causeOf(message, explained, context)),
    id: incident.id,
    level: incident.level,
    openedAt: incident.openedAt,
    creatures,
    ...silenceOf(message, context),
  };
  const payload: HookPayload = {
    ...(worst === undefined
      ? { job: { keeper } }
      : { creature: { name: worst.name, species: worst.species, stage: worst.stage, keeper } }),
    incident: facts,
    ...(windowEndsAt !== undefined && event !== "creature.critical" && { windowEndsAt }),
    ...(diesAt !== undefined && { diesAt }),
    ...(cause !== undefined && { cause }),
  };
  return { agentId, creatureId: null, about: creatures.map(({ id }) => id), event, at, payload };
}

function silenceOf(
  { event, incident }: AlertMessage,
  { pulse, wasSilent }: AlertContext,
): Pick<IncidentFacts, "silence"> {
  const { silentSince, backAt, nightly } = incident;
  const { period } = pulse;
  if (silentSince === null) return {};
  const isAgain = incident.isAgain || (event === "agent.silent" && wasSilent);
  return {
    silence: {
      since: silentSince,
      ...(period && ("cron" in period ? { schedule: scheduleWords(period) } : { everyMinutes: period.everyMinutes })),
      ...(backAt !== null && { backAt }),
      ...(isAgain && { again: true as const }),
      ...(nightly && { nightly }),
    },
  };
}

type IncidentCauseFacts = Pick<IncidentFacts, "cause" | "calls" | "runs">;

/** Finds the cause of an incident. A silence has its own causes, and a recovery repeats the cause reported before. */
async function causeOf(
  { event, incident: { cause = null, silentSince, backAt } }: AlertMessage,
  worst: ObservedCreature | undefined,
  { db, pulse, at, runs }: AlertContext,
): Promise<IncidentCauseFacts> {
  const { agentId } = pulse;
  if (event !== "agent.recovered" && isLoneJob(pulse)) return loneJobCause(runs, silentSince);
  if (event === "agent.recovered" || worst === undefined) return { cause };
  const isHarm = worst.visible.death?.cause === "harm";
  if (silentSince === null || backAt !== null || isHarm) return causeFromActivity(db, agentId, worst, at);
  const known = await silenceCause(db, agentId, silentSince);
  const idle = known.cause === "no_call" ? uselessRuns(runs, silentSince, at - SEEN_AFTER_MS) : null;
  return idle === null ? known : { cause: idle.kind, runs: idle };
}

/** Considers only exit codes, because a job without a creature has no call to make. */
function loneJobCause(runs: readonly RunRow[], since: number | null): IncidentCauseFacts {
  const withoutCalls = runs.map((run) => Object.assign({}, run, { calls: null }));
  const failed = since === null ? null : uselessRuns(withoutCalls, since, Infinity);
  return failed === null ? { cause: null } : { cause: failed.kind, runs: failed };
}

/** Lists the events of one creature in order, except its death, which is an alert of the house. */
export function lifeEventsOf({ watched, visible, observation }: ObservedCreature): readonly HookOccurrence[] {
  const { agentId, creatureId, keeper } = watched;
  const { name, species } = visible;
  const stored = watched.events.flatMap(({ at, details }) => storedEvent(details, at));
  const back = observation.backAt.map((at): ReportedEvent => ({
    event: "creature.back",
    at,
    facts: { backFrom: "boarding" },
  }));
  return [...stored, ...back]
    .toSorted((a, b) => a.at - b.at)
    .map(({ event, at, facts, stage = visible.stage }) => ({
      agentId,
      creatureId,
      about: [creatureId],
      event,
      at,
      payload: { creature: { name, species: species.name, stage, keeper }, ...facts },
    }));
}

interface ReportedEvent {
  readonly event: HookOccurrence["event"];
  readonly at: number;
  readonly facts: Omit<HookPayload, "creature">;
  /** Stage at the time of the event; defaults to the current stage. */
  readonly stage?: Stage;
}

function storedEvent(details: EventDetails, at: number): readonly ReportedEvent[] {
  if (details.type === "born") return [{ event: "creature.born", at, facts: {}, stage: "baby" }];
  if (details.type === "returned") return [{ event: "creature.back", at, facts: { backFrom: "death" } }];
  if (details.type === "taken_back") return [{ event: "creature.back", at, facts: { backFrom: "release" } }];
  if (details.type !== "stage_changed") return [];
  const facts = details.path === null ? {} : { path: details.path };
  return [{ event: "creature.grown", at, facts, stage: details.stage }];
}
