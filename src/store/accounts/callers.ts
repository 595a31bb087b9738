// Finds the caller with one statement: it checks the key and loads what the endpoint needs, so an authenticated read
// costs one round trip.
import type { Kept } from "@denkeeper/rules/creature/creature.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { Agent } from "./agents.ts";
import { AGENT_COLUMNS, AGENT_ROW } from "./agents.ts";
import type { PresentCreature } from "../creatures/creature-change.ts";
import type { CreatureValues, StoredCreature } from "../creatures/creature-row.ts";
import { creatureValues, keptFromValues } from "../creatures/creature-row.ts";
import { DATABASE_NOW, STATEMENT_TIME } from "../db/database-time.ts";
import type { Db } from "../db/db.ts";
import type { RowOf } from "../db/statement.ts";
import { bool, bytea, int4, int8, json, nullable, statement, uuid } from "../db/statement.ts";
import type { FoundIdempotencyRecord } from "../idempotency/idempotency.ts";
import { IDEMPOTENCY_COLUMNS, IDEMPOTENCY_ROW, foundIdempotencyRecord } from "../idempotency/idempotency.ts";
import type { PortraitRow } from "../creatures/portraits.ts";
import type { Sitter } from "./sitters.ts";
import { SITTER_JSON } from "./sitters.ts";
import type { ReportGlance } from "./reports.ts";
import { GLANCE_JSON } from "./reports.ts";
import type { CallerRun, StoredRun } from "../trials/caller-run.ts";
import { RUN_COLUMNS, RUN_JSON, RUN_LASTS_MS } from "../trials/caller-run.ts";

const CREATURES = `, (SELECT coalesce(json_agg(${creatureValues("c")} ORDER BY c.adopted_at DESC, c.creature_id DESC), '[]')
      FROM creatures c
      WHERE c.agent_id = $agentId AND c.died_at IS NULL AND c.released_at IS NULL) AS "creatures"`;
const PORTRAITS = `, (SELECT coalesce(json_agg(p), '[]')
      FROM creatures c JOIN portraits p ON p.agent_id = $agentId AND p.creature_id = c.creature_id
      WHERE c.agent_id = $agentId AND c.died_at IS NULL AND c.released_at IS NULL) AS "portraits"`;

/** When it last came, and whether anything was written down for it since: mostly nothing was, and nothing has to be read. */
const VISIT = `, (SELECT json_build_object('at', v.at, 'hasStoredEvents',
        EXISTS (SELECT FROM events e WHERE e.agent_id = $agentId AND e.at > v.at)
        OR EXISTS (SELECT FROM passed_events p WHERE p.agent_id = $agentId AND p.at > v.at))
      FROM visits v WHERE v.agent_id = $agentId) AS "lastVisit"`;

const REPORT = `, ${GLANCE_JSON} AS "report"`;

/**
 * What comes along with the key check. Each load adds columns to the same statement; the row it finds is the agent's
 * (`a`), and whatever is added is a subquery by `$agentId`. Rows come as json: as jsonb they take PostgreSQL three times
 * as long.
 */
const LOADS = {
  agent: { name: "agent", columns: "", row: {} },
  creatures: { name: "creatures", columns: CREATURES, row: { creatures: json<readonly CreatureValues[]>() } },
  house: {
    name: "house",
    columns: CREATURES + REPORT,
    row: { creatures: json<readonly CreatureValues[]>(), report: json<ReportGlance>() },
  },
  visit: {
    name: "visit-report",
    columns: CREATURES + PORTRAITS + VISIT + REPORT,
    row: {
      creatures: json<readonly CreatureValues[]>(),
      report: json<ReportGlance>(),
      portraits: json<readonly PortraitRow[]>(),
      lastVisit: nullable(json<LastVisit>()),
    },
  },
};

export type Load = keyof typeof LOADS;

interface LastVisit {
  /** By the house's time. */
  readonly at: number;
  /** Whether events were written down since. */
  readonly hasStoredEvents: boolean;
}

/** What is different in the house that a key opens. Handlers ask this, not what kind of key it is. */
export interface HouseRules {
  /** Whether its clock stands still while it is called, and says nothing of real time. */
  readonly clockStandsStill: boolean;
  /** Whether the dead can be called back. */
  readonly callsBack: boolean;
  /** Whether a model may judge an item. */
  readonly judgesItems: boolean;
  /** Whether its keeper is told what happened meanwhile. */
  readonly tellsKeeper: boolean;
  /** Whether it is noted what was called, for those who ask why a visit was late. */
  readonly keepsTrail: boolean;
  /** Whether the words said with care are kept. */
  readonly keepsWords: boolean;
  /** Whether the budgets of a day count for what it stores. */
  readonly hasBudgets: boolean;
  /** Entries that its log has room for, of a creature at one instant and of all; care that changes nothing adds none again. */
  readonly logRoom?: { readonly atOnce: number; readonly inAll: number };
  /** A kind of event that it does not show. */
  readonly hiddenEvent?: "feeding_due";
}

const ORDINARY_HOUSE: HouseRules = {
  clockStandsStill: false,
  callsBack: true,
  judgesItems: true,
  tellsKeeper: true,
  keepsTrail: true,
  keepsWords: true,
  hasBudgets: true,
};

export interface Caller<Held extends StoredCreature<Kept> = PresentCreature<Kept>> {
  readonly agent: Agent;
  /** The living creatures and eggs of the house, the newest first. Empty unless the contract loads them. */
  readonly creatures: readonly Held[];
  /** The portraits of these creatures, in no order. Empty unless the contract loads them. */
  readonly portraits: readonly PortraitRow[];
  /** When it last looked after its house; null before, and unless the contract loads it. */
  readonly lastVisit: LastVisit | null;
  /** Whether its human should know of anything; null unless the contract loads it. */
  readonly report: ReportGlance | null;
  /** What is stored of the key that was shown. */
  readonly keyHash: Buffer;
  /** When the service was away, as far as it counts for this house; the creatures have been moved across it already. */
  readonly outages: readonly Span[];
  readonly house: HouseRules;
  /** The account that answers for what is stored here: the agent's own, or the one that plays. */
  readonly ownerId: string;
  /** Set when the key is a sitter's: `agent` is whose house it is, and `creatures` are only those that the key is for. */
  readonly sitter?: Sitter;
  /** Set when the key is a run's: `agent` is the run's own account. */
  readonly run?: CallerRun;
}

export interface FoundCaller {
  readonly caller: Caller<StoredCreature<Kept>>;
  /** The run, when the key is a run's. */
  readonly run: StoredRun | undefined;
  readonly keyUsedBefore: boolean;
  /** The database's clock when it looked. */
  readonly databaseNow: number;
  /** The answer under the Idempotency-Key that was asked for. */
  readonly record: FoundIdempotencyRecord | undefined;
}

export interface CallerQuestion {
  readonly agentId: string;
  readonly keyHash: Buffer;
  /** Without it: an agent's own. */
  readonly kind?: CallerKind;
  /** Whether this counts as a call of the run, when the key is a run's. */
  readonly counts?: boolean;
  readonly load: Load;
  /** The hash of the call's Idempotency-Key, when it has one. */
  readonly recordKeyHash: Buffer | undefined;
  readonly now: number;
}

/** A call of a run gets its number with the key check, so that no two calls have the same one. */
const COUNT_CALL = `WITH counted AS (
    UPDATE trial_runs SET calls = calls + CASE WHEN state = 'open' AND started_at + ${RUN_LASTS_MS} > $now
      THEN $counted::integer ELSE 0 END
    WHERE agent_id = $agentId AND EXISTS (SELECT FROM agent_keys k WHERE k.agent_id = $agentId AND k.key_hash = $keyHash)
    RETURNING ${RUN_COLUMNS}
  ) `;

/** The kinds of keys: the prefix of a key says where to look. */
const KEYS = {
  agent: { name: "caller", before: "", table: "agent_keys", join: "", columns: "", row: {} },
  sitter: {
    name: "sitting-caller",
    before: "",
    table: "sitter_keys",
    join: "",
    columns: `, ${SITTER_JSON} AS "sitter"`,
    row: { sitter: json<Sitter>() },
  },
  run: {
    name: "counted-run-caller",
    before: COUNT_CALL,
    table: "agent_keys",
    join: "CROSS JOIN counted",
    columns: `, ${RUN_JSON} AS run`,
    row: { run: json<StoredRun>() },
  },
};

export type CallerKind = keyof typeof KEYS;

/** What every load and every kind of key may add. */
type Added = Partial<typeof LOADS.visit.row & typeof KEYS.sitter.row & typeof KEYS.run.row>;

const PARAMS = { agentId: uuid, keyHash: bytea, now: int8 };
const RECORD = {
  columns: `, ${IDEMPOTENCY_COLUMNS}`,
  join: "LEFT JOIN idempotency i ON i.agent_id = $agentId AND i.key_hash = $recordKeyHash",
};
const NO_RECORD = { columns: "", join: "" };

function declared(kind: keyof typeof KEYS, load: Load, record: { columns: string; join: string }) {
  const { name, before, table, join, columns, row } = KEYS[kind];
  const added: Added = { ...LOADS[load].row, ...row };
  return {
    name: `find-${name}-and-${LOADS[load].name}`,
    row: { ...AGENT_ROW, keyHash: bytea, keyUsedBefore: bool, databaseNow: int8, ...added },
    text: `${before}SELECT ${AGENT_COLUMNS}, k.key_hash AS "keyHash", k.first_used_at IS NOT NULL AS "keyUsedBefore",
        ${before === "" ? DATABASE_NOW : STATEMENT_TIME} AS "databaseNow"${LOADS[load].columns}${columns}${record.columns}
      FROM ${table} k JOIN agents a ON a.agent_id = $agentId ${join} ${record.join}
      WHERE k.agent_id = $agentId AND k.key_hash = $keyHash AND (k.expires_at IS NULL OR k.expires_at > $now)
        AND a.left_at IS NULL AND a.leaving_at IS NULL`,
  };
}

type CallerRow = RowOf<ReturnType<typeof declared>["row"]>;

type Counted = "agent" | "sitter";

function plain(kind: Counted, load: Load) {
  return statement({ ...declared(kind, load, NO_RECORD), params: PARAMS, isShort: true });
}

function withRecord(kind: Counted, load: Load) {
  const { name, row, text } = declared(kind, load, RECORD);
  const params = { ...PARAMS, recordKeyHash: bytea };
  return statement({ name: `${name}-with-record`, params, row: { ...row, ...IDEMPOTENCY_ROW }, text, isShort: true });
}

function ofRun(_kind: "run", load: Load) {
  return statement({ ...declared("run", load, NO_RECORD), params: { ...PARAMS, counted: int4 } });
}

function ofRunWithRecord(_kind: "run", load: Load) {
  const { name, row, text } = declared("run", load, RECORD);
  const params = { ...PARAMS, counted: int4, recordKeyHash: bytea };
  return statement({ name: `${name}-with-record`, params, row: { ...row, ...IDEMPOTENCY_ROW }, text });
}

function byLoad<Kind, Each>(kind: Kind, make: (kind: Kind, load: Load) => Each): Readonly<Record<Load, Each>> {
  return {
    agent: make(kind, "agent"),
    creatures: make(kind, "creatures"),
    house: make(kind, "house"),
    visit: make(kind, "visit"),
  };
}

const PLAIN = { agent: byLoad("agent", plain), sitter: byLoad("sitter", plain), run: byLoad("run", ofRun) } as const;
const WITH_RECORD = {
  agent: byLoad("agent", withRecord),
  sitter: byLoad("sitter", withRecord),
  run: byLoad("run", ofRunWithRecord),
} as const;

/** The agent whose key has this hash at `now`, or undefined. */
export async function findCaller(db: Db, question: CallerQuestion): Promise<FoundCaller | undefined> {
  const { agentId, keyHash, kind = "agent", counts, load, recordKeyHash, now } = question;
  const key = { agentId, keyHash, now };
  const counted = counts === true ? 1 : 0;
  if (recordKeyHash === undefined) {
    const [row] = await (kind === "run"
      ? db.query(PLAIN.run[load], { ...key, counted })
      : db.query(PLAIN[kind][load], key));
    return row === undefined ? undefined : { ...callerOf(row), record: undefined };
  }
  const [row] = await (kind === "run"
    ? db.query(WITH_RECORD.run[load], { ...key, counted, recordKeyHash })
    : db.query(WITH_RECORD[kind][load], { ...key, recordKeyHash }));
  return row === undefined ? undefined : { ...callerOf(row), record: foundIdempotencyRecord(agentId, row) };
}

function callerOf(row: CallerRow): Omit<FoundCaller, "record"> {
  const { keyHash, keyUsedBefore, databaseNow } = row;
  const { creatures = [], portraits = [], lastVisit = null, report = null, sitter, run } = row;
  const found = { agent: row, creatures: creatures.map(keptFromValues), portraits, lastVisit, report };
  const caller = { ...found, keyHash, outages: [], house: ORDINARY_HOUSE, ownerId: row.id };
  return {
    caller: sitter === undefined ? caller : limitedTo(sitter, caller),
    run,
    keyUsedBefore,
    databaseNow,
  };
}

/** What a sitter gets to see of a house. */
function limitedTo(sitter: Sitter, caller: Caller<StoredCreature<Kept>>): Caller<StoredCreature<Kept>> {
  const isTheirs = (creatureId: string) => sitter.creatureIds.includes(creatureId);
  return {
    ...caller,
    creatures: caller.creatures.filter(({ creature }) => isTheirs(creature.id)),
    portraits: caller.portraits.filter(({ creature_id }) => isTheirs(creature_id)),
    sitter,
  };
}
