// One house at the present: what happened to its creatures, and what its people are to hear about the agent (ALERT rules).
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

/** A watched creature, as a look found it. */
export interface ObservedCreature extends ExplainedCreature {
  readonly watched: WatchedCreature;
  readonly shown: VisibleCreature;
  readonly look: WatchObservation;
}

/** A call is written down within so long. */
const WRITTEN_AFTER_MS = 15 * SECOND_MS;
/** When to look again at a house of which nobody hears for now. */
const STILL_MS = HOUR_MS;
const RUNS_READ_MS = 14 * DAY_MS;

export interface HouseAlerts {
  readonly alerted: AlertState;
  readonly nextAt: number | null;
  readonly events: readonly HookOccurrence[];
}

/** ALERT-1: what the people of a house are to hear about its agent now. */
export async function houseAlerts(
  db: Db,
  pulse: Pulse,
  seen: readonly ObservedCreature[],
  present: JudgingHorizon,
): Promise<HouseAlerts> {
  const { alerted, period, lookAt } = pulse;
  const { outages } = present;
  if (pulse.isStill) return { alerted, nextAt: lookAt === null ? null : present.now + STILL_MS, events: [] };
  const at = asHouseInstant(present.now);
  const living = seen.filter(({ creature }) => isLiving(creature));
  const isJobAlone = isAlone(pulse);
  const { runs, sign } = await signOf(db, pulse, at);
  const waitedSince = isJobAlone ? sign.at : Math.max(sign.at, homeSince(living));
  const silent = period && silentAt(period, waitedSince, outages, runAfter);
  const { open, closedAt, messages, nextAt } = alertsAfter(alerted, {
    at,
    lastSignAt: sign.at,
    signOpenUntil: sign.openUntil,
    provenSignAt: sign.provenAt,
    silentAt: silent === null ? null : silent + WRITTEN_AFTER_MS,
    creatures: living.map(({ creature: { id, streak }, look: { state, isAsleep, isDue } }) => {
      return { id, state, isAsleep, isDue, ateOnTime: streak > 0 };
    }),
    isJobAlone,
    died: seen.flatMap(diedOf),
    newId: randomUUIDv7(),
  });
  const events: HookOccurrence[] = [];
  for (const message of messages) events.push(await eventOf(db, pulse, message, seen, { at, runs, alerted }));
  const [{ payload } = { payload: undefined }] = events;
  const cause = payload?.incident?.cause;
  return { alerted: { open: open && (cause === undefined ? open : { ...open, cause }), closedAt }, nextAt, events };
}

/** SILENT-4: whether a job is waited for where no creature lives. */
function isAlone({ hasCreatures, hasRuns, period }: Pulse): boolean {
  return !hasCreatures && hasRuns && period !== null;
}

/** SILENT-1: the last good sign of life. Only who tells of runs can have calls that are none. */
async function signOf(
  db: Db,
  pulse: Pulse,
  now: number,
): Promise<{ readonly runs: readonly RunRow[]; readonly sign: Sign }> {
  const { agentId, lastAt, hasRuns } = pulse;
  if (!hasRuns) return { runs: [], sign: signAt(lastAt) };
  const runs = await listRuns(db, { agentId, since: now - RUNS_READ_MS, limit: MOST_RUNS });
  const since = Math.min(lastAt, ...runs.map(({ startedAt }) => startedAt));
  if (isAlone(pulse)) return { runs, sign: lastGoodRun(runs, since) };
  const trail = (await listCallTrail(db, { agentId })).filter((row) => !row.by_sitter && row.code !== OLD_KEY);
  const calls = [...trail.flatMap((row) => [row.first_at, row.last_at]), lastAt].filter((at) => at <= lastAt);
  return { runs, sign: lastSign(calls, runs, since, now) };
}

/** SILENT-4: while nobody is at home an agent may stay away. */
function homeSince(living: readonly ObservedCreature[]): number {
  const home = living.filter(({ look }) => look.state !== "away");
  return Math.min(
    ...home.map(({ creature }) => creature.pauses.findLast(({ kind }) => kind !== "amnesty")?.until ?? 0),
  );
}

function diedOf({ watched, shown }: ObservedCreature): readonly IncidentCreature[] {
  return watched.events.flatMap(({ details }) => {
    return details.type === "died" ? [{ ...about(shown), state: "died" as const, cause: details.cause }] : [];
  });
}

function about({ id, name, species, stage }: VisibleCreature): IncidentCreature {
  return { id, name, species: species.name, stage };
}

/** A living creature in a message, with the times that matter while it lives at home. */
function livingOf({ shown, look }: ObservedCreature, wasLate: boolean): IncidentCreature {
  const { state, windowEndsAt, diesAt } = look;
  const troubled = state === "late" || state === "critical" ? state : wasLate ? "late" : undefined;
  return {
    ...about(shown),
    ...(troubled === undefined ? {} : { state: troubled }),
    ...(windowEndsAt === null ? {} : { windowEndsAt }),
    ...(diesAt === null ? {} : { diesAt }),
  };
}

const URGENCY = ["died", "critical", "late", undefined];

/** Whom a message is about, the worst first. One about the agent alone names whoever is at home. */
function creaturesOf(
  { event, creatures, died }: AlertMessage,
  seen: readonly ObservedCreature[],
): readonly IncidentCreature[] {
  const living = seen.filter(({ creature }) => isLiving(creature));
  const isMeant = ({ creature }: ObservedCreature) => creatures.includes(creature.id);
  const isOfAgent =
    event === "agent.silent" || event === "agent.still" || (creatures.length === 0 && died.length === 0);
  const wasLate = event === "creature.late" || event === "agent.recovered";
  const meant = living.filter((one) => (isOfAgent ? one.look.state !== "away" : isMeant(one)));
  return [...died, ...meant.map((one) => livingOf(one, wasLate && isMeant(one)))].toSorted((a, b) => {
    const byState = URGENCY.indexOf(a.state) - URGENCY.indexOf(b.state);
    const [first, second] = [a, b].map(({ state, diesAt, windowEndsAt }) =>
      state === "critical" ? diesAt : windowEndsAt,
    );
    return byState === 0 ? (first ?? 0) - (second ?? 0) : byState;
  });
}

async function eventOf(
  db: Db,
  pulse: Pulse,
  message: AlertMessage,
  seen: readonly ObservedCreature[],
  { at, runs, alerted }: { readonly at: number; readonly runs: readonly RunRow[]; readonly alerted: AlertState },
): Promise<HookOccurrence> {
  const { agentId, keeper, period } = pulse;
  const { event, incident } = message;
  const creatures = creaturesOf(message, seen);
  const [worst] = creatures;
  if (worst === undefined && !isAlone(pulse)) throw new Error(`a message about nobody: ${event}`);
  const { silentSince, backAt } = incident;
  const { windowEndsAt, diesAt, cause } = worst ?? {};
  const when =
    period && ("cron" in period ? { schedule: scheduleWords(period) } : { everyMinutes: period.everyMinutes });
  const explained = seen.find(({ creature }) => creature.id === worst?.id);
  const isAgain = incident.isAgain || (event === "agent.silent" && alerted.open?.isSilenceTold === true);
  const facts: IncidentFacts = {
    ...(await causeOf(db, pulse, message, explained, { at, runs })),
    id: incident.id,
    level: incident.level,
    openedAt: incident.openedAt,
    creatures,
    ...(silentSince === null
      ? {}
      : {
          silence: {
            since: silentSince,
            ...when,
            ...(backAt !== null && { backAt }),
            ...(isAgain && { again: true as const }),
            ...(incident.nightly && { nightly: incident.nightly }),
          },
        }),
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

/** Why: while the agent is silent, that. What is over, or was collected, has the cause that was told before. */
async function causeOf(
  db: Db,
  pulse: Pulse,
  { event, incident: { cause = null, silentSince, backAt } }: AlertMessage,
  worst: ObservedCreature | undefined,
  { at, runs }: { readonly at: number; readonly runs: readonly RunRow[] },
): Promise<Pick<IncidentFacts, "cause" | "calls" | "runs">> {
  const { agentId } = pulse;
  if (event !== "agent.recovered" && isAlone(pulse)) return causeAlone(runs, silentSince);
  if (event === "agent.recovered" || worst === undefined) return { cause };
  const isHarm = worst.shown.death?.cause === "harm";
  if (silentSince === null || backAt !== null || isHarm) return causeFromActivity(db, agentId, worst, at);
  const known = await silenceCause(db, agentId, silentSince);
  const vain = known.cause === "no_call" ? uselessRuns(runs, silentSince, at - SEEN_AFTER_MS) : null;
  return vain === null ? known : { cause: vain.kind, runs: vain };
}

/** Where no creature lives nobody has to call: a run is in vain only when it says so. */
function causeAlone(runs: readonly RunRow[], since: number | null): Pick<IncidentFacts, "cause" | "runs"> {
  const said = runs.map((run) => Object.assign({}, run, { calls: null }));
  const vain = since === null ? null : uselessRuns(said, since, Infinity);
  return vain === null ? { cause: null } : { cause: vain.kind, runs: vain };
}

/** What happened to one creature, in the order in which it did. Its death is told with the others of its house. */
export function lifeEventsOf({ watched, shown, look }: ObservedCreature): readonly HookOccurrence[] {
  const { agentId, creatureId, keeper } = watched;
  const { name, species } = shown;
  const stored = watched.events.flatMap(({ at, details }) => storedEvent(details, at));
  const back = look.backAt.map((at): ReportedEvent => ({
    event: "creature.back",
    at,
    facts: { backFrom: "boarding" },
  }));
  return [...stored, ...back]
    .toSorted((a, b) => a.at - b.at)
    .map(({ event, at, facts, stage = shown.stage }) => ({
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
  /** Where it is another than the present one. */
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
