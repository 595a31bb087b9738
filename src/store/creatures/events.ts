// Events of a house. Those that a change brings are written by the statement of that change, numbered under the lock of
// the agent's row; those that follow from the rules are written only when the change makes them untellable. Both come out
// by one statement.
import type { Happening, News } from "@denkeeper/rules/foresight/happenings.ts";
import { newsOf, passedHappenings } from "@denkeeper/rules/foresight/happenings.ts";
import type { AccountEvent } from "../events/account-events.ts";
import type { CreatureChange } from "./creatures.ts";
import { DATABASE_NOW } from "../db/database-time.ts";
import type { Db, Statement } from "../db/db.ts";
import type { PostingKind } from "../money/ledger.ts";
import type { PortraitStage } from "./portrait-jobs.ts";

/** How long events are kept. */
export const EVENTS_KEPT_MS = 30 * 24 * 3_600_000;

type Detailed =
  | News
  | { readonly type: "portrait_ready"; readonly stage: PortraitStage; readonly sha256: string }
  | { readonly type: AccountEvent["kind"]; readonly about: string | null }
  | { readonly type: "credits"; readonly kind: PostingKind; readonly credits: number; readonly balance: number };
type Details<Event> = Event extends unknown ? Omit<Event, "at"> : never;

/** What a stored event tells, by its type. */
export type EventDetails = Details<Detailed>;

/** A row of `events`. */
export interface EventRow {
  readonly seq: number;
  readonly at: number;
  readonly creature_id: string | null;
  readonly creature_name: string | null;
  readonly details: EventDetails;
}

/** A row of `passed_events`. */
export interface PassedRow {
  readonly at: number;
  readonly type: Happening["type"];
  readonly creature_id: string;
  readonly creature_name: string;
}

/** The news of a change, as JSON for `NEWS_COLUMNS`. */
export function newsRows({ from, to }: Pick<CreatureChange, "from" | "to">): readonly object[] {
  return newsOf(from.creature, to.creature).map(({ at, ...details }) => ({
    agent_id: to.agentId,
    creature_id: to.creature.id,
    creature_name: to.creature.name,
    at,
    type: details.type,
    details,
  }));
}

/** What a change makes untellable, as JSON for `passed_events`; its time of recording is set in SQL. */
export function passedRows({ from, to }: Pick<CreatureChange, "from" | "to">): readonly object[] {
  return passedHappenings(from.creature, to.creature).map(({ at, type }) => ({
    agent_id: to.agentId,
    at,
    creature_id: to.creature.id,
    type,
    creature_name: to.creature.name,
  }));
}

/** SQL: news as rows, from a parameter with JSON. */
function newsFrom(parameter: string): string {
  return `jsonb_to_recordset(${parameter}::jsonb) AS news
    (agent_id uuid, creature_id uuid, creature_name text, at bigint, type text, details jsonb)`;
}

/** SQL of the CTEs that write the news of those changes that were `saved`, each agent's with its next numbers. */
export function tellingNews(parameter: string): string {
  return `numbered AS (
      UPDATE agents a SET event_seq = a.event_seq + counted.count
      FROM (SELECT news.agent_id, count(*) AS count FROM ${newsFrom(parameter)}
        JOIN saved ON saved.agent_id = news.agent_id AND saved.creature_id = news.creature_id
        GROUP BY news.agent_id) counted
      WHERE a.agent_id = counted.agent_id
      RETURNING a.agent_id, a.event_seq - counted.count AS before
    ), told AS (
      INSERT INTO events (agent_id, seq, at, recorded_at, type, creature_id, creature_name, details)
      SELECT news.agent_id, numbered.before + row_number() OVER (PARTITION BY news.agent_id ORDER BY news.at),
        news.at, ${DATABASE_NOW}, news.type, news.creature_id, news.creature_name, news.details
      FROM numbered JOIN ${newsFrom(parameter)} ON news.agent_id = numbered.agent_id
    )`;
}

/** SQL of the CTE that writes down what those changes that were `saved` make untellable. */
export function tellingPassed(parameter: string): string {
  return `passed AS (
      INSERT INTO passed_events (agent_id, at, creature_id, type, creature_name, recorded_at)
      SELECT row.agent_id, row.at, row.creature_id, row.type, row.creature_name, ${DATABASE_NOW}
      FROM saved JOIN jsonb_to_recordset(${parameter}::jsonb) AS row
        (agent_id uuid, at bigint, creature_id uuid, type text, creature_name text)
        ON row.agent_id = saved.agent_id AND row.creature_id = saved.creature_id
      ON CONFLICT DO NOTHING
    )`;
}

export interface EventQuestion {
  readonly agentId: string;
  /** The last number that is known; null for all that lies behind `since`. */
  readonly seq: number | null;
  /** The time of the house up to which, and from which on, passed events are known and wanted. */
  readonly since: number;
  readonly until: number;
  readonly limit: number;
}

export interface FoundEvents {
  /** The number behind which `stored` begins. */
  readonly after: number;
  readonly stored: readonly EventRow[];
  readonly passed: readonly PassedRow[];
}

/** Of those with the same instant all come or none: a cursor could not tell them apart. */
const LIST: Statement = {
  name: "list-events",
  text: `WITH start AS (
      SELECT coalesce($2::bigint, (SELECT min(seq) - 1 FROM events WHERE agent_id = $1 AND at > $3),
        (SELECT max(seq) FROM events WHERE agent_id = $1), 0) AS after
    )
    SELECT start.after,
      (SELECT coalesce(json_agg(e ORDER BY e.seq), '[]') FROM (
        SELECT seq, at, creature_id, creature_name, details FROM events
        WHERE agent_id = $1 AND seq > start.after ORDER BY seq LIMIT $5) e) AS stored,
      (SELECT coalesce(json_agg(p ORDER BY p.at), '[]') FROM (
        SELECT at, type, creature_id, creature_name FROM passed_events
        WHERE agent_id = $1 AND at > $3 AND at <= $4 ORDER BY at FETCH FIRST $5 ROWS WITH TIES) p) AS passed
    FROM start`,
};

export async function listEvents(db: Db, question: EventQuestion): Promise<FoundEvents> {
  const { agentId, seq, since, until, limit } = question;
  const [found] = await db.query<FoundEvents>(LIST, [agentId, seq, since, until, limit]);
  if (found === undefined) throw new Error("a list of events has one row");
  return found;
}

const FORGET: readonly Statement[] = ["events", "passed_events"].map((table) => ({
  name: `delete-old-${table.replace("_", "-")}`,
  text: `DELETE FROM ${table} WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${table} WHERE recorded_at < $1 LIMIT $2))
    RETURNING 1`,
}));

const FORGOTTEN_AT_A_TIME = 5_000;

/** Deletes events recorded before an instant, in small pieces. */
export async function deleteOldEvents(db: Db, before: number): Promise<void> {
  for (const statement of FORGET) {
    let deleted = FORGOTTEN_AT_A_TIME;
    while (deleted === FORGOTTEN_AT_A_TIME) {
      deleted = (await db.query(statement, [before, FORGOTTEN_AT_A_TIME])).length;
    }
  }
}
