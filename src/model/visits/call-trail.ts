// Buffers calls for the stored trail. A request only appends to a queue. Equal calls are counted and saved in batches, outside of
// requests. If a process is killed, the last seconds of its trail are lost.
import type { Millis, RealInstant } from "@denkeeper/rules/time/units.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import type { Logger } from "pino";
import { StateLog } from "../../platform/observability/state-log.ts";
import { TRAIL_ROWS, listCallTrail, saveCallTrail, type NewCalls, type TrailRow } from "../agents/store/call-trail.ts";
import type { TransactionalDb } from "../../platform/database/db.ts";
import { saveForAgents } from "../../platform/database/nodes.ts";

/** One answered call of an authenticated caller, without its body. */
export interface TrailCall {
  readonly agentId: string;
  readonly clockOffsetMs: Millis;
  readonly operation: string;
  readonly status: number;
  /** The error code; null for a successful call. */
  readonly code: string | null;
  readonly creatureId: string | null;
  readonly bySitter: boolean;
  readonly requestId: string;
  readonly now: RealInstant;
}

const COUNT_EVERY_MS = 1_000;
const SAVE_EVERY_MS = 5_000;
const SAVED_AT_A_TIME = 2_000;
/** Limits of the queue and of the counted rows. Further calls are dropped, which bounds the memory. */
export const MOST_QUEUED = 20_000;
const MOST_COUNTED = 50_000;
/** Maximum number of instants stored for equal calls in one batch. It exceeds the calls that an agent may make in that time. */
const MOST_INSTANTS = 200;

export const NO_CREATURE = "00000000-0000-0000-0000-000000000000";

type CallCounts = Map<string, NewCalls>;

export class CallTrail {
  /** Recently answered calls. Requests append to it only while it is shorter than `MOST_QUEUED`. */
  readonly queue: TrailCall[] = [];
  readonly #db: TransactionalDb;
  readonly #state: StateLog;
  readonly #counted = new Map<string, CallCounts>();
  readonly #timers: readonly NodeJS.Timeout[];
  #size = 0;
  #saving: Promise<void> = Promise.resolve();

  constructor(db: TransactionalDb, log: Logger) {
    this.#db = db;
    this.#state = new StateLog(log, "saving the trail of calls");
    this.#timers = [
      setInterval(() => this.#count(), COUNT_EVERY_MS).unref(),
      setInterval(() => void this.save(), SAVE_EVERY_MS).unref(),
    ];
  }

  /** Returns an agent's stored trail with the calls that this process has buffered, oldest first. */
  async of(agentId: string): Promise<readonly TrailRow[]> {
    await this.#saving;
    this.#count();
    const unsaved = [...(this.#counted.get(agentId)?.values() ?? [])];
    const saved = await listCallTrail(this.#db, { agentId });
    return [...saved, ...unsaved].toSorted((a, b) => a.first_at - b.first_at);
  }

  /** Saves the buffered calls. Calls that cannot be saved remain buffered. */
  async save(): Promise<void> {
    this.#saving = this.#saving.then(() => this.#saveCounted());
    await this.#saving;
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.save();
  }

  #count(): void {
    for (const call of this.queue.splice(0)) this.#add(call.agentId, rowOf(call));
  }

  #add(agentId: string, row: NewCalls): void {
    const rows: CallCounts = this.#counted.get(agentId) ?? new Map<string, NewCalls>();
    const key = [row.period_at, row.operation, row.code, row.creature_id, row.by_sitter].join(" ");
    const known = rows.get(key);
    // A row beyond this limit would be trimmed anyway, so it is not buffered.
    if (known === undefined && (rows.size >= TRAIL_ROWS || this.#size >= MOST_COUNTED)) return;
    if (known === undefined) this.#size += 1;
    rows.set(key, known === undefined ? row : added(known, row));
    this.#counted.set(agentId, rows);
  }

  async #saveCounted(): Promise<void> {
    this.#count();
    const rows = this.#counted
      .values()
      .flatMap((counts) => counts.values())
      .toArray();
    this.#counted.clear();
    this.#size = 0;
    while (rows.length > 0) {
      const batch = rows.slice(0, SAVED_AT_A_TIME);
      try {
        const unsaved = await saveForAgents(this.#db, batch, ({ agent_id }) => agent_id, saveCallTrail);
        for (const row of unsaved) this.#add(row.agent_id, row);
        this.#state.worked();
      } catch (thrown) {
        this.#state.failed(thrown);
        for (const row of rows) this.#add(row.agent_id, row);
        return;
      }
      rows.splice(0, batch.length);
    }
  }
}

/** Returns the row that counts a call. Failed calls are counted per minute, others per hour. */
function rowOf(call: TrailCall): NewCalls {
  const at = call.now + call.clockOffsetMs;
  const period = call.code === null ? HOUR_MS : MINUTE_MS;
  return {
    agent_id: call.agentId,
    period_at: Math.floor(at / period) * period,
    operation: call.operation,
    code: call.code ?? "",
    creature_id: call.creatureId ?? NO_CREATURE,
    by_sitter: call.bySitter,
    status: call.status,
    calls: 1,
    first_at: at,
    last_at: at,
    first_request_id: call.requestId,
    last_request_id: call.requestId,
    recorded_at: call.now,
    ats: [call.now],
  };
}

/** Merges two rows with the same key. Calls may be answered in a different order than they arrived. */
function added(one: NewCalls, other: NewCalls): NewCalls {
  const [first, last] = [one.first_at <= other.first_at ? one : other, one.last_at > other.last_at ? one : other];
  return {
    ...one,
    calls: one.calls + other.calls,
    first_at: first.first_at,
    first_request_id: first.first_request_id,
    last_at: last.last_at,
    last_request_id: last.last_request_id,
    recorded_at: Math.max(one.recorded_at, other.recorded_at),
    ats: [...one.ats, ...other.ats].slice(-MOST_INSTANTS),
  };
}
