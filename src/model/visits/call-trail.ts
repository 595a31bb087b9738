// Calls that are not in the stored trail yet. A request only appends to a queue; counting equal calls and writing them
// happens beside requests, in batches. If a process is killed, the last seconds of its trail are lost.
import type { Millis, RealInstant } from "@denkeeper/rules/time/units.ts";
import { HOUR_MS, MINUTE_MS } from "@denkeeper/rules/time/durations.ts";
import type { Logger } from "pino";
import { StateLog } from "../../platform/observability/state-log.ts";
import { TRAIL_ROWS, listCallTrail, saveCallTrail, type NewCalls, type TrailRow } from "../agents/store/call-trail.ts";
import type { TransactionalDb } from "../../platform/database/db.ts";
import { saveForAgents } from "../../platform/database/nodes.ts";

/** One answered call of an authenticated caller. Nothing of its body is here. */
export interface TrailCall {
  readonly agentId: string;
  readonly clockOffsetMs: Millis;
  readonly operation: string;
  readonly status: number;
  /** Why it was refused; null when it was not. */
  readonly code: string | null;
  /** A creature of the house, or null. */
  readonly creatureId: string | null;
  readonly bySitter: boolean;
  readonly requestId: string;
  readonly now: RealInstant;
}

const COUNT_EVERY_MS = 1_000;
const SAVE_EVERY_MS = 5_000;
const SAVED_AT_A_TIME = 2_000;
/** Beyond these limits calls are not noted: the trail must never cost more memory. */
export const MOST_QUEUED = 20_000;
const MOST_COUNTED = 50_000;
/** Of equal calls in one batch: more than an agent may make in that time. */
const MOST_INSTANTS = 200;

export const NO_CREATURE = "00000000-0000-0000-0000-000000000000";

type CallCounts = Map<string, NewCalls>;

export class CallTrail {
  /** Calls that were answered a moment ago. Requests append to it while it is shorter than `MOST_QUEUED`. */
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

  /** The whole trail of an agent, as far as this process knows it, oldest first. */
  async of(agentId: string): Promise<readonly TrailRow[]> {
    await this.#saving;
    this.#count();
    const unsaved = [...(this.#counted.get(agentId)?.values() ?? [])];
    const saved = await listCallTrail(this.#db, { agentId });
    return [...saved, ...unsaved].toSorted((a, b) => a.first_at - b.first_at);
  }

  /** Saves what was noted so far; what cannot be saved is kept for the next time. */
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
    // What would be trimmed anyway is not kept.
    if (known === undefined && (rows.size >= TRAIL_ROWS || this.#size >= MOST_COUNTED)) return;
    if (known === undefined) this.#size += 1;
    rows.set(key, known === undefined ? row : added(known, row));
    this.#counted.set(agentId, rows);
  }

  async #saveCounted(): Promise<void> {
    this.#count();
    const rows = this.#counted
      .values()
      .flatMap((each) => each.values())
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

/** The row of one call. Refused calls are counted by the minute, the others by the hour. */
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

/** Both as one row of the same key. Calls may be answered in another order than they came. */
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
