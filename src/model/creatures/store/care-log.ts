// Stores the log of a life: care, and other events that a replay needs. Rows are written with the change that they describe
// (creatures.ts, settled-creatures.ts).
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type {
  CareAction,
  Creature,
  Effectiveness,
  ItemCategory,
  Stats,
  Timing,
} from "@denkeeper/rules/creature/creature.ts";
import { loggedStatsOf } from "@denkeeper/rules/creature/visibility.ts";
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { lister, type RowFrom } from "../../../platform/database/calls.ts";
import type { Db } from "../../../platform/database/db.ts";
import * as sql from "../../../platform/database/statement.ts";
import { publicNote } from "../../visibility/store/public-visibility.ts";
import { entryIdOf } from "./entry-id.ts";
import { decodeOutcome, encodeOutcome, type LoggedOutcome } from "./logged-outcome.ts";
import type { PrivateText } from "./private-text.ts";

export type LogKind =
  | "care"
  | "adopt"
  | "hatch"
  | "check"
  | "death"
  | "release"
  | "take_back"
  /** A release that can no longer be undone, because the creature would have died since. */
  | "lost"
  | "resurrect"
  | PauseLogKind;

/** Beginnings and ends of pauses. `at` is the beginning, except for `return`. */
type PauseLogKind = "board" | "suspend" | "leave" | "return" | "amnesty" | "restore";

const LOG_ROW = {
  agent_id: sql.uuid,
  creature_id: sql.uuid,
  recorded_at: sql.int8,
  entry_id: sql.uuid,
  kind: sql.textOf<LogKind>(),
  version: sql.int4,
  at: sql.int8,
  action: sql.nullable(sql.textOf<CareAction>()),
  item: sql.nullable(sql.textOf<PrivateText>()),
  is_task: sql.nullable(sql.bool),
  category: sql.nullable(sql.textOf<ItemCategory>()),
  score: sql.nullable(sql.float8),
  notes: sql.nullable(sql.textOf<PrivateText>()),
  timing: sql.nullable(sql.textOf<Timing>()),
  unchecked_since: sql.nullable(sql.int8),
  /** Set only for adoptions and hatchings. Other entries use the creature's species. */
  family: sql.nullable(sql.text),
  species_slug: sql.nullable(sql.text),
  until: sql.nullable(sql.int8),
  rules_version: sql.int2,
};

/** A log entry with its decoded outcome. */
export type LogRow = sql.RowOf<typeof LOG_ROW> & LoggedOutcome;

/** The columns of `care_log` as stored. `logRowFrom` decodes `outcome`. */
export const STORED_LOG_ROW = { ...LOG_ROW, outcome: sql.nullable(sql.bytea) };
export const LOG_COLUMNS = Object.keys(STORED_LOG_ROW).join(", ");

type StoredLogRow = sql.RowOf<typeof STORED_LOG_ROW>;

/** Returns the row to insert for an entry. Omitted columns become null. */
export function newLogRow(row: LogRow) {
  return {
    agent_id: row.agent_id,
    creature_id: row.creature_id,
    recorded_at: row.recorded_at,
    entry_id: row.entry_id,
    kind: row.kind,
    version: row.version,
    at: row.at,
    action: row.action ?? undefined,
    item: row.item ?? undefined,
    is_task: row.is_task === true ? true : undefined,
    category: row.category ?? undefined,
    score: row.score ?? undefined,
    notes: row.notes ?? undefined,
    timing: row.timing ?? undefined,
    unchecked_since: row.unchecked_since ?? undefined,
    family: row.family ?? undefined,
    species_slug: row.species_slug ?? undefined,
    until: row.until ?? undefined,
    rules_version: row.rules_version,
    outcome: byteaText(encodeOutcome(row)),
  };
}

export type NewLogRow = ReturnType<typeof newLogRow>;

function byteaText(bytes: Buffer | undefined): string | undefined {
  return bytes === undefined ? undefined : `\\x${bytes.toString("hex")}`;
}

export function logRowFrom({ outcome, ...row }: StoredLogRow): LogRow {
  if (outcome === null) return { ...row, ...loggedStatsOf(), effectiveness: null };
  return { ...row, ...decodeOutcome(outcome), is_task: row.is_task ?? false };
}

export interface LogEvent {
  readonly kind: LogKind;
  readonly recordedAt: RealInstant;
  readonly at: number;
  /** The end of a pause; for food, the house check-in that the meal answers (RESP-3). */
  readonly until?: number;
  /** The instant since which a social creature was unchecked, if that was more than three hours earlier. */
  readonly uncheckedSince?: number | null;
  readonly care?: {
    readonly action: CareAction;
    readonly item: PrivateText | null;
    readonly isTask: boolean;
    readonly category: ItemCategory | null;
    readonly score: number | null;
    readonly notes: PrivateText | null;
    readonly timing: Timing | null;
    readonly effectiveness: Effectiveness;
    readonly before: Stats;
    readonly after: Stats;
  };
}

/** Builds the row of an event. `ordinal` is the event's position within its change. */
export function logRow(
  agentId: string,
  { id, species }: Pick<Creature, "id" | "species">,
  version: number,
  event: LogEvent,
  ordinal = 0,
): LogRow {
  const { kind, care } = event;
  const isBeginning = kind === "adopt" || kind === "hatch";
  return {
    agent_id: agentId,
    creature_id: id,
    recorded_at: event.recordedAt,
    entry_id: entryIdOf(id, version, ordinal),
    kind,
    version,
    at: event.at,
    action: care?.action ?? null,
    item: care?.item ?? null,
    is_task: care?.isTask ?? null,
    category: care?.category ?? null,
    score: care?.score ?? null,
    notes: care?.notes ?? null,
    timing: care?.timing ?? null,
    effectiveness: care?.effectiveness ?? null,
    unchecked_since: event.uncheckedSince ?? null,
    family: isBeginning ? species.family : null,
    species_slug: isBeginning ? species.slug : null,
    ...loggedStatsOf(care),
    until: event.until ?? null,
    rules_version: RULES_VERSION,
  };
}

/** Maximum difference between the clocks of processes that record rows. */
export const CLOCKS_DIFFER_MS = 60_000;

/** Returns the earliest real time of a life's entries. House time may be ahead of real time. */
export function logSince(adoptedAt: number, clockOffsetMs = 0): number {
  return Math.max(0, adoptedAt - clockOffsetMs - CLOCKS_DIFFER_MS);
}

/** Identifies a life and the real time that its log covers. */
export interface LifeSpan {
  readonly agentId: string;
  readonly creatureId: string;
  /** Real time before which the life has no entries (`logSince`). */
  readonly since: number;
  readonly now: RealInstant;
}

/** Days that the first statement reads. Each later statement reads four times as many. */
const FIRST_DAYS = 14;

/** Lists the last rows of a life, newest first, without opening the partitions of all its days. */
async function listNewest<Row>(
  { agentId, creatureId, since, now }: LifeSpan,
  most: number,
  read: (part: sql.RowOf<typeof PART>) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const found: Row[] = [];
  let until = now + CLOCKS_DIFFER_MS;
  for (let length = FIRST_DAYS * DAY_MS; until > since && found.length < most; length *= 4) {
    const from = Math.max(since, until - length);
    found.push(...(await read({ agentId, creatureId, from, until, limit: most - found.length })));
    until = from;
  }
  return found;
}

const PART = { agentId: sql.uuid, creatureId: sql.uuid, from: sql.int8, until: sql.int8, limit: sql.int8 };
const IN_PART = "creature_id = $creatureId AND recorded_at >= $from AND recorded_at < $until";
/** SQL: newest first. Within one change, a death, which has no action, precedes the care that caused it. */
const NEWEST_FIRST = "ORDER BY recorded_at DESC, version DESC, action DESC LIMIT $limit";

const LIST_CARE = sql.statement({
  name: "list-care-of-days",
  params: PART,
  row: STORED_LOG_ROW,
  text: `SELECT ${LOG_COLUMNS} FROM care_log WHERE agent_id = $agentId AND ${IN_PART} AND kind = 'care' ${NEWEST_FIRST}`,
});

/** Lists care entries of a creature, newest first. */
export async function listCare(
  db: Db,
  span: LifeSpan,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<readonly LogRow[]> {
  const rows = await listNewest(span, offset + limit, (part) => db.query(LIST_CARE, part));
  return rows.slice(offset).map(logRowFrom);
}

export type ReturnRow = RowFrom<typeof listReturns>;

/** Lists the undone deaths of a creature, the earliest first. */
export const listReturns = lister({
  name: "list-returns",
  params: { agentId: sql.uuid, creatureId: sql.uuid, since: sql.int8 },
  row: {
    at: sql.int8,
    /** A resurrection cost credits. A restoration followed an outage. */
    kind: sql.textOf<"resurrect" | "restore">(),
  },
  text: `SELECT at, kind FROM care_log
    WHERE agent_id = $agentId AND creature_id = $creatureId AND recorded_at >= $since
      AND kind IN ('resurrect', 'restore')
    ORDER BY at`,
});

/** SQL: the name of the sitter that wrote the entry's notes, or null. */
const SITTER = `(SELECT s.name FROM sitter_care s WHERE care_log.action = 'reflect' AND s.agent_id = $agentId
      AND s.creature_id = care_log.creature_id AND s.entry_id = care_log.entry_id) AS sitter`;

/** A log entry with the columns that the story of a life uses. */
export type LifeRow = Omit<LogRow, "item" | "is_task" | "category" | "score" | "unchecked_since" | "rules_version"> & {
  readonly sitter?: string | null;
};

const LIST_LIFE = sql.statement({
  name: "list-life-by-days",
  params: PART,
  row: { ...STORED_LOG_ROW, sitter: sql.nullable(sql.text) },
  // `notes` is selected twice. The second column wins, and omits hidden notes.
  text: `SELECT ${LOG_COLUMNS}, CASE WHEN notes IS NOT NULL AND ${publicNote("care_log", "$agentId")} THEN notes END AS notes,
      ${SITTER}
    FROM care_log WHERE agent_id = $agentId AND ${IN_PART} AND kind <> 'check' ${NEWEST_FIRST}`,
});

/** Lists the last events of a life, newest first, without checks. */
export async function listLife(db: Db, span: LifeSpan, limit: number): Promise<readonly LifeRow[]> {
  const rows = await listNewest(span, limit, (part) => db.query(LIST_LIFE, part));
  return rows.map(({ sitter, ...row }) => Object.assign(logRowFrom(row), { sitter }));
}

/** Lists an agent's care for all its creatures since a real instant, newest first. */
export const listVisits = lister({
  name: "list-care-visits",
  params: { agentId: sql.uuid, since: sql.int8, limit: sql.int8 },
  row: {
    at: sql.int8,
    creatureId: sql.uuid,
    action: sql.notNull(sql.textOf<CareAction>()),
    timing: sql.nullable(sql.textOf<Timing>()),
    notes: sql.nullable(sql.text),
    /** The name of the sitter that wrote the notes; null for the keeper. */
    sitter: sql.nullable(sql.text),
  },
  text: `SELECT recorded_at AS at, creature_id AS "creatureId", action, timing,
      CASE WHEN action = 'reflect' AND ${publicNote("care_log", "$agentId")} THEN notes END AS notes, ${SITTER}
    FROM care_log WHERE agent_id = $agentId AND recorded_at >= $since AND kind = 'care'
    ORDER BY recorded_at DESC LIMIT $limit`,
});

export type LoggedVisit = RowFrom<typeof listVisits>;

const MAKE_DAY = sql.statement({
  name: "make-care-log-day",
  params: { day: sql.int8 },
  row: { make_care_log_day: sql.unread },
  text: "SELECT make_care_log_day($day)",
});
const LOCK_DAYS = sql.statement({
  name: "lock-log-days",
  params: {},
  row: { pg_advisory_xact_lock: sql.unread },
  text: "SELECT pg_advisory_xact_lock(7312046)",
});
/** SQL: limits the wait for a lock. Creating a partition waits for readers of the log, and writers wait for the creation. */
const DAYS_LOCK_TIMEOUT = sql.statement({
  name: "log-days-lock-timeout",
  params: {},
  row: {},
  text: "SET LOCAL lock_timeout = '3s'",
});

/** Prevents other processes from creating partitions during the transaction. */
export async function lockLogDays(tx: Db): Promise<void> {
  await tx.query(LOCK_DAYS, {});
  await tx.query(DAYS_LOCK_TIMEOUT, {});
}

/** Creates the partitions for the day of `now` and the following `days` days. */
export async function makeLogDays(db: Db, now: RealInstant, days: number): Promise<void> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  for (let ahead = 0; ahead <= days; ahead++) await db.query(MAKE_DAY, { day: today + ahead * DAY_MS });
}
