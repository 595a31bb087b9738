// Finds a caller with one statement, which checks the key and loads what the endpoint needs. An authenticated read therefore
// costs one round trip.
import type { Resident } from "@denkeeper/rules/creature/creature.ts";
import type { Schedule } from "@denkeeper/rules/foresight/silence.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { KeyKind } from "../../../platform/identity/api-key.ts";
import { AGENT_COLUMNS, AGENT_ROW, type Agent } from "./agents.ts";
import type { PresentCreature } from "../../creatures/store/creature-change.ts";
import type { PortraitRow } from "../../creatures/store/portraits.ts";
import {
  creatureValues,
  residentFromValues,
  type CreatureValues,
  type StoredCreature,
} from "../../creatures/store/creature-row.ts";
import { DATABASE_NOW } from "../../../platform/database/database-time.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import {
  IDEMPOTENCY_COLUMNS,
  IDEMPOTENCY_ROW,
  foundIdempotencyRecord,
  type FoundIdempotencyRecord,
} from "../../idempotency/store/idempotency.ts";
import { SITTER_JSON, type Sitter } from "./sitters.ts";
import { GLANCE_JSON, type ReportGlance } from "./reports.ts";

const CREATURES = `, (SELECT coalesce(json_agg(${creatureValues("c")} ORDER BY c.adopted_at DESC, c.creature_id DESC), '[]')
      FROM creatures c
      WHERE c.agent_id = $agentId AND c.died_at IS NULL AND c.released_at IS NULL) AS "creatures"`;

/** SQL: the last visit, and whether any event has been stored since. Usually none has, so no events have to be read. */
const VISIT = `, (SELECT json_build_object('at', v.at, 'hasStoredEvents',
        EXISTS (SELECT FROM events e WHERE e.agent_id = $agentId AND e.at > v.at)
        OR EXISTS (SELECT FROM passed_events p WHERE p.agent_id = $agentId AND p.at > v.at))
      FROM visits v WHERE v.agent_id = $agentId) AS "lastVisit"`;

/** SQL: the portraits of the newest resident, which a status call shows unless it names another. */
const ALBUM = `, (SELECT coalesce(json_agg(p), '[]') FROM portraits p
      WHERE p.agent_id = $agentId AND p.creature_id = (SELECT c.creature_id FROM creatures c
        WHERE c.agent_id = $agentId AND c.died_at IS NULL AND c.released_at IS NULL
        ORDER BY c.adopted_at DESC, c.creature_id DESC LIMIT 1)) AS "portraits"`;

const REPORT = `, ${GLANCE_JSON} AS "report"`;

/** SQL: the schedule that the agent declared for its job (SCHED-1). */
const SCHEDULE = `, (SELECT json_build_object('cron', l.cron, 'zone', l.zone)
      FROM pulses l WHERE l.agent_id = $agentId AND l.cron IS NOT NULL) AS "schedule"`;
const SCHEDULE_ROW = { schedule: sql.nullable(sql.json<JobSchedule>()) };

/**
 * The parts of a house that a key check can load with the agent's row (`a`), as subqueries by `$agentId`. They return json,
 * because jsonb takes PostgreSQL three times as long.
 */
const LOADS = {
  agent: { name: "agent", columns: "", row: {} },
  creatures: {
    name: "creatures",
    columns: CREATURES + SCHEDULE,
    row: { creatures: sql.json<readonly CreatureValues[]>(), ...SCHEDULE_ROW },
  },
  house: {
    name: "house",
    columns: CREATURES + REPORT + SCHEDULE,
    row: { creatures: sql.json<readonly CreatureValues[]>(), report: sql.json<ReportGlance>(), ...SCHEDULE_ROW },
  },
  visit: {
    name: "visit-report",
    columns: CREATURES + VISIT + REPORT + SCHEDULE,
    row: {
      creatures: sql.json<readonly CreatureValues[]>(),
      report: sql.json<ReportGlance>(),
      lastVisit: sql.nullable(sql.json<LastVisit>()),
      ...SCHEDULE_ROW,
    },
  },
  album: {
    name: "album",
    columns: CREATURES + VISIT + REPORT + SCHEDULE + ALBUM,
    row: {
      creatures: sql.json<readonly CreatureValues[]>(),
      report: sql.json<ReportGlance>(),
      lastVisit: sql.nullable(sql.json<LastVisit>()),
      portraits: sql.json<readonly PortraitRow[]>(),
      ...SCHEDULE_ROW,
    },
  },
};

export type CallerLoad = keyof typeof LOADS;

type JobSchedule = Pick<Schedule, "cron" | "zone">;

interface LastVisit {
  /** House time of the last visit. */
  readonly at: number;
  readonly hasStoredEvents: boolean;
}

export interface Caller<Loaded extends StoredCreature<Resident> = PresentCreature<Resident>> {
  readonly kind: KeyKind;
  readonly agent: Agent;
  /** House time when the call arrived. */
  readonly houseNow: Instant;
  /** False if the clocks of this process and the database differ by more than two seconds, in which case no death is recorded. */
  readonly clockTrusted: boolean;
  /** The residents, newest first. Empty unless the contract loads creatures. */
  readonly creatures: readonly Loaded[];
  /** Null before the first visit, or if the contract does not load it. */
  readonly lastVisit: LastVisit | null;
  /** Shows whether there is anything to report to the owner; null unless the contract loads it. */
  readonly report: ReportGlance | null;
  /** The newest resident's album; undefined without residents, or if the contract does not load it. */
  readonly album: { readonly creatureId: string; readonly portraits: readonly PortraitRow[] } | undefined;
  /** Null if no schedule was declared, or if the contract does not load it. */
  readonly schedule: JobSchedule | null;
  readonly keyHash: Buffer;
  /** Outages that count for this house. `creatures` have already been moved across them. */
  readonly outages: readonly Span[];
  /** Set for a sitter's key. `agent` is then the keeper, and `creatures` are only those that the key covers. */
  readonly sitter?: Sitter;
}

export interface FoundCaller {
  readonly caller: Omit<Caller<StoredCreature<Resident>>, "houseNow" | "clockTrusted">;
  readonly keyUsedBefore: boolean;
  /** The database's clock at the time of the key check. */
  readonly databaseNow: number;
  /** The stored answer for the call's Idempotency-Key. */
  readonly record: FoundIdempotencyRecord | undefined;
}

export interface CallerQuestion {
  readonly agentId: string;
  readonly keyHash: Buffer;
  readonly load: CallerLoad;
  /** Hash of the call's Idempotency-Key; undefined without one. */
  readonly recordKeyHash: Buffer | undefined;
  readonly now: number;
}

/** The columns of all loads. A sitter's row also has `sitter`. */
type OptionalColumns = Partial<typeof LOADS.album.row & typeof SITTER_ROW>;

const SITTER_ROW = { sitter: sql.json<Sitter>() };
const PARAMS = { agentId: sql.uuid, keyHash: sql.bytea, now: sql.int8 };
const RECORD = {
  columns: `, ${IDEMPOTENCY_COLUMNS}`,
  join: "LEFT JOIN idempotency i ON i.agent_id = $agentId AND i.key_hash = $recordKeyHash",
};
const NO_RECORD = { columns: "", join: "" };

type CallerKind = "agent" | "sitter";

function declared(kind: CallerKind, load: CallerLoad, record: { columns: string; join: string }) {
  const [name, table] = kind === "agent" ? ["caller", "agent_keys"] : ["sitting-caller", "sitter_keys"];
  const sitterColumn = kind === "agent" ? "" : `, ${SITTER_JSON} AS "sitter"`;
  const loaded: OptionalColumns = kind === "agent" ? LOADS[load].row : { ...LOADS[load].row, ...SITTER_ROW };
  return {
    name: `find-${name}-and-${LOADS[load].name}`,
    params: PARAMS,
    row: { ...AGENT_ROW, keyHash: sql.bytea, keyUsedBefore: sql.bool, databaseNow: sql.int8, ...loaded },
    text: `SELECT ${AGENT_COLUMNS}, k.key_hash AS "keyHash", k.first_used_at IS NOT NULL AS "keyUsedBefore",
        ${DATABASE_NOW} AS "databaseNow"${LOADS[load].columns}${sitterColumn}${record.columns}
      FROM ${table} k JOIN agents a ON a.agent_id = $agentId  ${record.join}
      WHERE k.agent_id = $agentId AND k.key_hash = $keyHash AND (k.expires_at IS NULL OR k.expires_at > $now)
        AND a.left_at IS NULL AND a.leaving_at IS NULL`,
    isShort: true,
  };
}

type CallerRow = sql.RowOf<ReturnType<typeof declared>["row"]>;

function byLoad<Value>(make: (load: CallerLoad) => Value): Readonly<Record<CallerLoad, Value>> {
  return {
    agent: make("agent"),
    creatures: make("creatures"),
    house: make("house"),
    visit: make("visit"),
    album: make("album"),
  };
}

/** Creates a finder of callers by keys of this kind. Each load has a statement with an idempotency record and one without. */
function callerFinder(kind: CallerKind) {
  const plain = byLoad((load) => sql.statement(declared(kind, load, NO_RECORD)));
  const withRecord = byLoad((load) => {
    const { name, params, row, ...more } = declared(kind, load, RECORD);
    return sql.statement({
      ...more,
      name: `${name}-with-record`,
      params: { ...params, recordKeyHash: sql.bytea },
      row: { ...row, ...IDEMPOTENCY_ROW },
    });
  });
  return async (db: Db, question: CallerQuestion): Promise<FoundCaller | undefined> => {
    const { agentId, keyHash, load, recordKeyHash, now } = question;
    if (recordKeyHash === undefined) {
      const [row] = await db.query(plain[load], { agentId, keyHash, now });
      return row === undefined ? undefined : { ...callerOf(row, kind), record: undefined };
    }
    const [row] = await db.query(withRecord[load], { agentId, keyHash, now, recordKeyHash });
    return row === undefined ? undefined : { ...callerOf(row, kind), record: foundIdempotencyRecord(agentId, row) };
  };
}

export const findCaller = callerFinder("agent");
export const findSitter = callerFinder("sitter");

function callerOf(row: CallerRow, kind: CallerKind): Omit<FoundCaller, "record"> {
  const { keyHash, keyUsedBefore, databaseNow, sitter } = row;
  const { creatures = [], portraits, lastVisit = null, report = null, schedule = null } = row;
  const residents = creatures.map(residentFromValues);
  const [newest] = residents;
  const album = portraits && newest && { creatureId: newest.creature.id, portraits };
  const caller = { kind, agent: row, creatures: residents, album, lastVisit, report, schedule, keyHash, outages: [] };
  return { caller: sitter === undefined ? caller : limitedTo(sitter, caller), keyUsedBefore, databaseNow };
}

/** Limits a loaded house to the creatures that the sitter's key covers. */
function limitedTo(sitter: Sitter, caller: FoundCaller["caller"]): FoundCaller["caller"] {
  const creatures = caller.creatures.filter(({ creature }) => sitter.creatureIds.includes(creature.id));
  return { ...caller, creatures, sitter };
}
