// Reads a keeper's track record, for the endpoint and the pages. The record is computed from the log at most once a minute;
// visibility is checked more often.
import { isAssisted } from "@denkeeper/rules/foresight/assisted.ts";
import type { Expected } from "@denkeeper/rules/foresight/silence.ts";
import {
  LEAVE_SHOWN_HOURS,
  trackRecord,
  type TrackRecord,
  type TrackRecordPeriod,
} from "@denkeeper/rules/reliability/track-record.ts";
import { scheduleWords } from "@denkeeper/rules/words/period.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { ResponseOf } from "../../../http/contract/contract.ts";
import type { Needs } from "../../../model/services.ts";
import { agentIdOf } from "../../../platform/identity/agent-id.ts";
import { isUsername } from "../../../platform/identity/username.ts";
import { iso } from "../../../platform/clock.ts";
import { cacheForEachApp } from "../../../platform/single-flight.ts";
import { findPublicAgent, type Agent } from "../../../model/agents/store/agents.ts";
import { findPeriod } from "../../../model/silence/store/pulses.ts";
import { findLastAlert, listLoggedLives } from "../store/reliability-log.ts";
import type { reliability } from "./contract.ts";

export type ReliabilityAnswer = Omit<ResponseOf<typeof reliability>, "next_steps">;

const MOST_DAYS = 365;

const agents = cacheForEachApp<Agent | undefined>(2_000);
const records = cacheForEachApp<ReliabilityAnswer>(60_000);

export async function readReliability(
  services: Needs<"database" | "outages">,
  username: string,
  now: RealInstant,
): Promise<ReliabilityAnswer | undefined> {
  if (!isUsername(username)) return undefined;
  const id = agentIdOf(username.toLowerCase());
  const agent = await agents(services).get(id, now, () => findPublicAgent(services.database, { agentId: id }));
  return agent === undefined ? undefined : reliabilityOf(services, agent, now);
}

/** Returns any agent's track record, including a non-public one, for the agent itself and its owner. */
export async function reliabilityOf(
  services: Needs<"database" | "outages">,
  agent: Pick<Agent, "id" | "username" | "createdAt">,
  now: RealInstant,
): Promise<ReliabilityAnswer> {
  return records(services).get(agent.id, now, () => compute(services, agent, now));
}

async function compute(
  services: Needs<"database" | "outages">,
  { id, username, createdAt }: Pick<Agent, "id" | "username" | "createdAt">,
  now: RealInstant,
): Promise<ReliabilityAnswer> {
  const { database, outages: service } = services;
  const yearAgo = (Math.floor(now / DAY_MS) - MOST_DAYS) * DAY_MS;
  const from = Math.max(createdAt, yearAgo);
  const [log, outages, lastAlertAt, expected] = await Promise.all([
    listLoggedLives(database, id, { since: from, now }),
    service.known(),
    findLastAlert(database, id),
    findPeriod(database, { agentId: id }),
  ]);
  const record = trackRecord(log.lives, { now, since: log.since, outages });
  return {
    username,
    at: iso(record.at),
    last_30_days: periodView(record.last_30_days),
    last_24_hours: record.last_24_hours,
    all_time: periodView(record.all_time),
    days: record.days.map(({ start, ...counts }) => ({ day: iso(start).slice(0, 10), ...counts })),
    assisted: {
      hooks: isAssisted(lastAlertAt, now),
      boarded_hours: record.boarded_hours,
      sitter_feedings: record.last_30_days.by_others,
      ...leaveView(record, expected),
    },
  };
}

/** Includes leave only if there was any in the last week (LEAVE-2). */
function leaveView({ leave_hours: hours }: TrackRecord, expected: Expected | undefined) {
  const schedule = expected !== undefined && "cron" in expected ? scheduleWords(expected) : null;
  return hours === 0 ? {} : { leave: { schedule, hours, of_hours: LEAVE_SHOWN_HOURS } };
}

function periodView(period: TrackRecordPeriod) {
  return { ...period, since: iso(period.since) };
}
