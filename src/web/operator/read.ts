// Everything that the operator's view shows. Each part is read separately: if one is slow or fails, only that part is
// missing from the page.
import { DAY_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import { notesOf } from "../../app/log/notes.ts";
import type { Writer } from "../../http/guard/budgets.ts";
import type { Needs } from "../../http/request/services.ts";
import { agentIdOf } from "../../identity/agent-id.ts";
import type { AuditState } from "../../store/rollups/shapes.ts";
import type { Figures } from "../../store/rollups/figures-shapes.ts";
import { isRegistrationOpen, listAuditEntries, type AuditEntry } from "../../store/moderation/audit.ts";
import {
  findModeratedAgent,
  listNewestNotes,
  listNewestSpecies,
  type DesignedSpecies,
  type FoundAgent,
  type WrittenNote,
} from "../../store/moderation/moderation.ts";
import {
  listDays,
  listOddPayments,
  listQueues,
  type DayCounts,
  type OddPayment,
  type QueueState,
} from "../../store/operations/operator.ts";
import { findSigns, findUnmovedSince } from "../../store/operations/signs.ts";
import type { Html } from "../html.ts";

export const DAYS_SHOWN = 30;
/** Reconciliation looks after two minutes; what is still settling after fifteen is stuck. */
const STUCK_AFTER_MS = 15 * MINUTE_MS;
const ROWS = 20;
export const AUDITED_SHOWN = 50;
const WRITERS_SHOWN = 10;

interface Health {
  /** How long the longest due death or stage change has been due. */
  readonly sweeperLagMs: number;
  /** Since the last sign of life of any worker; null when there never was one. */
  readonly workerAgeMs: number | null;
  readonly clockOffsetMs: number;
  /** Since when the oldest job has waited in the outbox. */
  readonly unmovedSince: number | null;
  readonly queues: readonly QueueState[];
}

export interface OperatorView {
  readonly health: Health | undefined;
  readonly limits: {
    readonly mode: "shared" | "alone" | "only" | "none";
    readonly running: number;
    readonly slots: number;
  };
  /** Who stored most today, as far as this process counted. */
  readonly writers: readonly Writer[];
  readonly connections: { readonly inUse: number; readonly limit: number; readonly waiting: number };
  readonly days: readonly DayCounts[] | undefined;
  readonly figures: Figures;
  readonly payments: readonly OddPayment[] | undefined;
  readonly audit: AuditState | null;
  readonly notes: readonly WrittenNote[] | undefined;
  readonly species: readonly DesignedSpecies[] | undefined;
  readonly audited: readonly AuditEntry[] | undefined;
  readonly registrationOpen: boolean | undefined;
  /** The agent that was looked up: undefined without a lookup, null if there is no such agent. */
  readonly agent: FoundAgent | null | undefined;
}

export async function readOperatorView(
  services: Needs<
    "budgets" | "coldLog" | "concurrency" | "config" | "database" | "directDatabase" | "limiter" | "log" | "rollups"
  >,
  { agent: username, auditBefore }: { readonly agent: string; readonly auditBefore: string | null },
  now: number,
): Promise<OperatorView> {
  const { database, limiter, concurrency, config, rollups, log } = services;
  const found = async <Value>(what: string, read: Promise<Value>): Promise<Value | undefined> =>
    read.catch((thrown: unknown) => {
      log.warn({ err: thrown, what }, "a part of the operator's view could not be read");
      return undefined;
    });
  const agentId = username === "" ? null : agentIdOf(username);
  const { connections } = database;
  return {
    health: await found("health", readHealth(services, now)),
    limits: {
      mode: limiter.shared ? "shared" : config.redisUrl !== undefined ? "alone" : config.mustBeAlone ? "only" : "none",
      running: concurrency.running,
      slots: concurrency.slots,
    },
    writers: services.budgets.topWriters(WRITERS_SHOWN),
    connections: { inUse: connections.in_use, limit: connections.limit, waiting: connections.waiting },
    days: await found("days", listDays(database, { since: dayOf(now) - (DAYS_SHOWN - 1) * DAY_MS })),
    figures: await rollups.get("figures"),
    payments: await found(
      "payments",
      listOddPayments(database, { stuckBefore: now - STUCK_AFTER_MS, since: now - 30 * DAY_MS, limit: ROWS }),
    ),
    audit: await rollups.get("audit"),
    notes: await found(
      "notes",
      agentId === null ? listNewestNotes(database, { limit: ROWS }) : notesOf(services, agentId, ROWS),
    ),
    species: await found("species", listNewestSpecies(database, { agentId, limit: ROWS })),
    audited: await found("audit log", listAuditEntries(database, { before: auditBefore, limit: AUDITED_SHOWN })),
    registrationOpen: await found("registration", isRegistrationOpen(database)),
    agent: agentId === null ? undefined : ((await findModeratedAgent(database, { agentId })) ?? null),
  };
}

async function readHealth({ directDatabase }: Needs<"directDatabase">, now: number): Promise<Health> {
  const signs = await findSigns(directDatabase, {});
  if (signs === undefined) throw new Error("the database gave no sign");
  const { databaseNow, nextEventAt, heartbeatAt, hasQueue } = signs;
  return {
    sweeperLagMs: nextEventAt === null ? 0 : Math.max(0, databaseNow - nextEventAt),
    workerAgeMs: heartbeatAt === null ? null : Math.max(0, databaseNow - heartbeatAt),
    clockOffsetMs: now - databaseNow,
    unmovedSince: await findUnmovedSince(directDatabase),
    queues: hasQueue ? await listQueues(directDatabase, {}) : [],
  };
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS) * DAY_MS;
}
