// Finds the caller with one statement: it checks the key and loads what the endpoint needs, so an authenticated read
// costs one round trip.
import type { Resident } from "@denkeeper/rules/creature/creature.ts";
import type { Schedule } from "@denkeeper/rules/foresight/silence.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Instant } from "@denkeeper/rules/time/units.ts";
import type { KeyKind } from "../../../platform/identity/api-key.ts";
import { AGENT_COLUMNS, AGENT_ROW, type Agent } from "./agents.ts";
import type { PresentCreature } from "../../creatures/store/creature-change.ts";
import {
  creatureValues,
  residentFromValues,
  type CreatureValues,
  type StoredCreature,
} from "../../creatures/store/creature-row.ts";
import { DATABASE_NOW, STATEMENT_TIME } from "../../../platform/database/database-time.ts";
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

/** When it last came, and whether anything was written down for it since: mostly nothing was, and nothing has to be read. */
const VISIT = `, (SELECT json_build_object('at', v.at, 'hasStoredEvents',
        EXISTS (SELECT FROM events e WHERE e.agent_id = $agentId AND e.at > v.at)
        OR EXISTS (SELECT FROM passed_events p WHERE p.agent_id = $agentId AND p.at > v.at))
      FROM visits v WHERE v.agent_id = $agentId) AS "lastVisit"`;

const REPORT = `, ${GLANCE_JSON} AS "report"`;

/** When its job runs, if that was declared (SCHED-1). */
const SCHEDULE = `, (SELECT json_build_object('cron', l.cron, 'zone', l.zone)
      FROM pulses l WHERE l.agent_id = $agentId AND l.cron IS NOT NULL) AS "schedule"`;
const SCHEDULE_ROW = { schedule: sql.nullable(sql.json<Runs>()) };

/**
 * What comes along with the key check. Each load adds columns to the same statement; the row it finds is the agent's
 * (`a`), and whatever is added is a subquery by `$agentId`. Rows come as json: as jsonb they take PostgreSQL three times
 * as long.
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
};

export type CallerLoad = keyof typeof LOADS;

type Runs = Pick<Schedule, "cron" | "zone">;

interface LastVisit {
  /** By the house's time. */
  readonly at: number;
  /** Whether events were written down since. */
  readonly hasStoredEvents: boolean;
}

export interface Caller<Held extends StoredCreature<Resident> = PresentCreature<Resident>> {
  /** Of the key that was shown. */
  readonly kind: KeyKind;
  readonly agent: Agent;
  /** What its house calls now: when the call arrived, by a clock that may have been moved. */
  readonly houseNow: Instant;
  /** False when this process's clock and the database's are more than two seconds apart: then no death is written. */
  readonly clockTrusted: boolean;
  /** The living creatures and eggs of the house, the newest first. Empty unless the contract loads them. */
  readonly creatures: readonly Held[];
  /** When it last looked after its house; null before, and unless the contract loads it. */
  readonly lastVisit: LastVisit | null;
  /** Whether its human should know of anything; null unless the contract loads it. */
  readonly report: ReportGlance | null;
  /** When its job runs; null where none was declared, and unless the contract loads it. */
  readonly schedule: Runs | null;
  /** What is stored of the key that was shown. */
  readonly keyHash: Buffer;
  /** When the service was away, as far as it counts for this house; the creatures have been moved across it already. */
  readonly outages: readonly Span[];
  /** Set when the key is a sitter's: `agent` is whose house it is, and `creatures` are only those that the key is for. */
  readonly sitter?: Sitter;
}

export interface FoundCaller<Own = unknown> {
  readonly caller: Omit<Caller<StoredCreature<Resident>>, "houseNow" | "clockTrusted">;
  /** What is stored with keys of this kind alone. */
  readonly own: Own;
  readonly keyUsedBefore: boolean;
  /** The database's clock when it looked. */
  readonly databaseNow: number;
  /** The answer under the Idempotency-Key that was asked for. */
  readonly record: FoundIdempotencyRecord | undefined;
}

export interface CallerQuestion {
  readonly agentId: string;
  readonly keyHash: Buffer;
  /** Whether this is a call of its own, where keys of a kind count theirs. */
  readonly counts?: boolean;
  readonly load: CallerLoad;
  /** The hash of the call's Idempotency-Key, when it has one. */
  readonly recordKeyHash: Buffer | undefined;
  readonly now: number;
}

/** How keys of one kind are looked up, with the statement that also loads what the endpoint needs. */
interface KeyLookup<Own> {
  readonly kind: KeyKind;
  readonly name: string;
  /** What happens with the check. It takes `$counted`: 1 for a call that counts, 0 for another look. */
  readonly before?: string;
  readonly table: "agent_keys" | "sitter_keys";
  readonly join?: string;
  /** The column that only this kind has. */
  readonly own?: { readonly name: string; readonly column: string; readonly type: sql.SqlType<Own> };
}

/** What every load may add. */
type VisitColumns = Partial<typeof LOADS.visit.row>;

const PARAMS = { agentId: sql.uuid, keyHash: sql.bytea, now: sql.int8 };
const RECORD = {
  columns: `, ${IDEMPOTENCY_COLUMNS}`,
  join: "LEFT JOIN idempotency i ON i.agent_id = $agentId AND i.key_hash = $recordKeyHash",
};
const NO_RECORD = { columns: "", join: "" };

function declared<Own>(key: KeyLookup<Own>, load: CallerLoad, record: { columns: string; join: string }) {
  const { name, before, table, join = "", own } = key;
  const added: VisitColumns = LOADS[load].row;
  const ownRow: object = own === undefined ? {} : { [own.name]: own.type };
  const params: typeof PARAMS & { readonly counted?: typeof sql.int4 } =
    before === undefined ? PARAMS : { ...PARAMS, counted: sql.int4 };
  return {
    name: `find-${name}-and-${LOADS[load].name}`,
    params,
    row: { ...AGENT_ROW, keyHash: sql.bytea, keyUsedBefore: sql.bool, databaseNow: sql.int8, ...added, ...ownRow },
    text: `${before ?? ""}SELECT ${AGENT_COLUMNS}, k.key_hash AS "keyHash", k.first_used_at IS NOT NULL AS "keyUsedBefore",
        ${before === undefined ? DATABASE_NOW : STATEMENT_TIME} AS "databaseNow"${LOADS[load].columns}${own === undefined ? "" : `, ${own.column}`}${record.columns}
      FROM ${table} k JOIN agents a ON a.agent_id = $agentId ${join} ${record.join}
      WHERE k.agent_id = $agentId AND k.key_hash = $keyHash AND (k.expires_at IS NULL OR k.expires_at > $now)
        AND a.left_at IS NULL AND a.leaving_at IS NULL`,
    isShort: before === undefined,
  };
}

type CallerRow = sql.RowOf<ReturnType<typeof declared>["row"]>;

function byLoad<Each>(make: (load: CallerLoad) => Each): Readonly<Record<CallerLoad, Each>> {
  return { agent: make("agent"), creatures: make("creatures"), house: make("house"), visit: make("visit") };
}

/** Finds the agent whose key of this kind has a hash at an instant. */
function callerFinder<Own = undefined>(key: KeyLookup<Own>) {
  const plain = byLoad((load) => sql.statement(declared(key, load, NO_RECORD)));
  const withRecord = byLoad((load) => {
    const { name, params, row, ...more } = declared(key, load, RECORD);
    return sql.statement({
      ...more,
      name: `${name}-with-record`,
      params: { ...params, recordKeyHash: sql.bytea },
      row: { ...row, ...IDEMPOTENCY_ROW },
    });
  });
  return async (db: Db, question: CallerQuestion): Promise<FoundCaller<Own> | undefined> => {
    const { agentId, keyHash, counts, load, recordKeyHash, now } = question;
    const counted = key.before === undefined ? {} : { counted: counts === true ? 1 : 0 };
    const asked = { agentId, keyHash, now, ...counted };
    if (recordKeyHash === undefined) {
      const [row] = await db.query(plain[load], asked);
      return row === undefined ? undefined : { ...callerOf(row, key), record: undefined };
    }
    const [row] = await db.query(withRecord[load], { ...asked, recordKeyHash });
    return row === undefined ? undefined : { ...callerOf(row, key), record: foundIdempotencyRecord(agentId, row) };
  };
}

function callerOf<Own>(row: CallerRow, { kind, own }: KeyLookup<Own>): Omit<FoundCaller<Own>, "record"> {
  const { keyHash, keyUsedBefore, databaseNow } = row;
  const { creatures = [], lastVisit = null, report = null, schedule = null } = row;
  const found = { agent: row, creatures: creatures.map(residentFromValues), lastVisit, report, schedule };
  const caller = { kind, ...found, keyHash, outages: [] };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: the column is of the type that the kind declares
  const value = (own === undefined ? undefined : Reflect.get(row, own.name)) as Own;
  return { caller, own: value, keyUsedBefore, databaseNow };
}

/** With a key of an agent's own. */
export const findCaller = callerFinder({ kind: "agent", name: "caller", table: "agent_keys" });

const findSitting = callerFinder({
  kind: "sitter",
  name: "sitting-caller",
  table: "sitter_keys",
  own: { name: "sitter", column: `${SITTER_JSON} AS "sitter"`, type: sql.json<Sitter>() },
});

/** With a sitter's key. */
export async function findSitter(db: Db, question: CallerQuestion): Promise<FoundCaller | undefined> {
  const found = await findSitting(db, question);
  return found && { ...found, caller: limitedTo(found.own, found.caller) };
}

/** What a sitter gets to see of a house. */
function limitedTo(sitter: Sitter, caller: FoundCaller["caller"]): FoundCaller["caller"] {
  const isTheirs = (creatureId: string) => sitter.creatureIds.includes(creatureId);
  return {
    ...caller,
    creatures: caller.creatures.filter(({ creature }) => isTheirs(creature.id)),
    sitter,
  };
}
