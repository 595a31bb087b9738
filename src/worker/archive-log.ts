// Archives the log: writes each day that is older than two weeks to objects, verifies them by reading them back as readers
// do, and only then drops the partition of the day. Every step may be repeated, so whoever takes over after a crash goes on
// with the next; objects are named by their content, so nothing is stored twice.
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { packIdentity, type PackedLife } from "@denkeeper/rules/replay/packed-life.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { BrokenLine } from "../app/log/decode-line.ts";
import { eraseNotes, removeReplaced } from "../app/log/erase-notes.ts";
import { DAY_MS } from "../app/log/line.ts";
import { BrokenObject, openObject } from "../app/log/object.ts";
import {
  digestOfRows,
  livesIn,
  packRange,
  verifyRange,
  type Head,
  type Lives,
  type Origins,
} from "../app/log/range.ts";
import { iso, stopwatch } from "../platform/clock.ts";
import { Loop } from "../platform/loop.ts";
import type { ObjectStore } from "../providers/objects/store.ts";
import type { LogRow } from "../store/creatures/care-log.ts";
import {
  deleteLogObject,
  deleteOldLogHeads,
  dropLogDay,
  findArchivedCount,
  findLastArchivedAgent,
  findLogBorder,
  findLogDayCount,
  findOldestLogDay,
  insertLogObject,
  listArchivedCreatures,
  listLogDay,
  listLogHeadsBefore,
  listLogObjects,
  listLogRange,
  type LogHead,
  type LogObject,
} from "../store/creatures/log-archive.ts";
import type { Transacting } from "../store/db/db.ts";
import type { Running } from "./lease.ts";

/** So long the log stays in PostgreSQL. */
export const HOT_MS = 14 * DAY_MS;
/** About so many entries go into an object: a reader of one life opens one for each day. */
const OBJECT_ENTRIES = 4_000;
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** What has just been done; tests end the process there. */
export type ArchiveStep = "put" | "verified" | "recorded" | "checked" | "dropped" | "tidied";

interface ArchiveMetrics {
  logArchived(entries: number, differing: number): void;
}

interface Context {
  readonly database: Transacting;
  readonly objects: ObjectStore;
  readonly log: Logger;
  readonly metrics?: ArchiveMetrics | undefined;
  /** Days that end after this are still read by others than readers of lives. */
  readonly neededFrom: () => Promise<number>;
  readonly entriesPerObject?: number;
  readonly reached?: (step: ArchiveStep) => void;
}

export class LogArchiver {
  readonly #context: Context;
  /** How far the objects of a day that is wholly written have been checked. */
  #checked: { readonly day: number; readonly after: string } | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Does the next small piece of work. False when no day is due. */
  async step(now: number): Promise<boolean> {
    const { database, objects } = this.#context;
    if ((await removeReplaced(database, objects)) || (await eraseNotes(database, objects))) return true;
    const day = await findOldestLogDay(database, {});
    if (day === undefined || day + DAY_MS + HOT_MS > now) return false;
    if (day < (await findLogBorder(database, {}))) {
      throw new Error(`the log has a partition of ${isoDay(day)}, which was archived before: nobody reads it`);
    }
    if (await this.#writeNext(day)) return true;
    if (await this.#checkNext(day)) return true;
    if (day + DAY_MS > (await this.#context.neededFrom())) return false;
    await this.#drop(day, now);
    return true;
  }

  /** Writes the next range of agents; false when there is none left. */
  async #writeNext(day: number): Promise<boolean> {
    const { database } = this.#context;
    const after = (await findLastArchivedAgent(database, { day })) ?? NOBODY;
    const rows = await this.#nextRows(day, after);
    if (rows.length === 0) return false;
    this.#checked = undefined;
    await this.#write(day, livesIn(rows));
    return true;
  }

  /** Rows of whole agents. */
  async #nextRows(day: number, after: string): Promise<readonly LogRow[]> {
    const { database, entriesPerObject = OBJECT_ENTRIES } = this.#context;
    for (let limit = entriesPerObject; ; limit *= 4) {
      const rows = await listLogDay(database, day, after, limit);
      if (rows.length < limit) return rows;
      const cut = rows.at(-1)?.agent_id;
      const whole = rows.filter(({ agent_id }) => agent_id !== cut);
      if (whole.length > 0) return whole;
    }
  }

  /** Stores the object of a range, reads it back, verifies it and records it. */
  async #write(day: number, lives: Lives, replaced?: LogObject): Promise<void> {
    const { database, objects, log, metrics, reached } = this.#context;
    const origins = await this.#originsOf(day, lives);
    const { object, differing } = await packRange(lives, { day, rules: RULES_VERSION }, origins);
    const { name, sha256, bytes } = object;
    const entries = lives.reduce((sum, life) => sum + life.length, 0);
    const recorded: LogObject = {
      day,
      first_agent: lives[0]?.[0]?.agent_id ?? NOBODY,
      last_agent: lives.at(-1)?.[0]?.agent_id ?? NOBODY,
      name,
      sha256,
      rows_sha256: digestOfRows(lives),
      entries,
      differing,
      bytes: bytes.length,
      rules_version: RULES_VERSION,
    };
    await objects.put(name, bytes);
    reached?.("put");
    const heads = await verifyRange(openObject(recorded, await objects.get(name)), lives, origins);
    reached?.("verified");
    await database.withTransaction(async (tx) => {
      await deleteLogObject(tx, replaced ?? recorded);
      await insertLogObject(tx, { object: recorded, heads: heads.map(rowOfHead) });
    });
    reached?.("recorded");
    if (differing > 0)
      log.warn({ day: isoDay(day), differing, object: name }, "the rules do not give back some entries");
    metrics?.logArchived(entries, differing);
  }

  async #originsOf(day: number, lives: Lives): Promise<Origins> {
    const { database } = this.#context;
    const idsOf = (some: Lives) =>
      [
        [...new Set(some.flatMap(([row]) => row?.agent_id ?? []))],
        some.flatMap(([row]) => row?.creature_id ?? []),
      ] as const;
    const heads = await listLogHeadsBefore(database, day, ...idsOf(lives));
    const newborn = lives.filter(([row]) => row?.kind === "adopt");
    const creatures = newborn.length === 0 ? [] : await listArchivedCreatures(database, ...idsOf(newborn));
    return {
      heads: new Map(heads.map((head) => [head.creature_id, headOfRow(head)])),
      identities: new Map(creatures.map(({ creature }) => [creature.id, packIdentity(creature)])),
    };
  }

  /** Looks at the next object again before anything is dropped; false when all are what they must be. */
  async #checkNext(day: number): Promise<boolean> {
    const { database, reached } = this.#context;
    const after = this.#checked?.day === day ? this.#checked.after : NOBODY;
    const [recorded] = await listLogObjects(database, { day, after, limit: 1 });
    if (recorded === undefined) return false;
    await this.#check(recorded);
    this.#checked = { day, after: recorded.last_agent };
    reached?.("checked");
    return true;
  }

  /** An object that is broken, or rows that have changed since, such as notes of an agent that left: it is written again. */
  async #check(recorded: LogObject): Promise<void> {
    const { database, log } = this.#context;
    const { day, first_agent: first, last_agent: last, rows_sha256 } = recorded;
    const lives = livesIn(await listLogRange(database, day, first, last));
    const fault = await this.#faultIn(recorded);
    if (fault === undefined && digestOfRows(lives) === rows_sha256) return;
    log.error(
      { object: recorded.name, fault: fault ?? "the rows have changed" },
      "a range of the log is archived again",
    );
    if (lives.length > 0) return this.#write(day, lives, recorded);
    await database.withTransaction((tx) => deleteLogObject(tx, recorded));
  }

  async #faultIn(recorded: LogObject): Promise<string | undefined> {
    try {
      openObject(recorded, await this.#context.objects.get(recorded.name));
      return undefined;
    } catch (thrown) {
      if (thrown instanceof BrokenObject || thrown instanceof BrokenLine) return thrown.message;
      throw thrown;
    }
  }

  async #drop(day: number, now: number): Promise<void> {
    const { database, log, reached } = this.#context;
    const [logged, archived] = await Promise.all([
      findLogDayCount(database, { day }),
      findArchivedCount(database, { day }),
    ]);
    if (logged !== archived) {
      this.#checked = undefined;
      throw new Error(`${isoDay(day)} has ${logged} entries, but its objects have ${archived}: it is kept`);
    }
    await database.withTransaction((tx) => dropLogDay(tx, day, now));
    reached?.("dropped");
    log.info({ day: isoDay(day), entries: archived }, "a day of the log was archived");
    await this.#tidy(day);
    reached?.("tidied");
  }

  async #tidy(day: number): Promise<void> {
    const { database } = this.#context;
    let after = NOBODY;
    for (;;) {
      const [object] = await listLogObjects(database, { day, after, limit: 1 });
      if (object === undefined) return;
      await deleteOldLogHeads(database, object);
      after = object.last_agent;
    }
  }
}

function isoDay(day: number): string {
  return iso(day).slice(0, 10);
}

function rowOfHead({ agentId, creatureId, day, entries, chain, life }: Head): LogHead {
  const state = life === null ? null : JSON.stringify(life);
  return { agent_id: agentId, creature_id: creatureId, day, entries, chain, state };
}

function headOfRow({ agent_id: agentId, creature_id: creatureId, day, entries, chain, state }: LogHead): Head {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: what rowOfHead wrote
  const life = state === null ? null : (JSON.parse(state) as PackedLife);
  return { agentId, creatureId, day, entries, chain, life };
}

const LOOK_EVERY_MS = 60_000;

/** Archives while this worker has the lease. It rests as long as it works, so that a backlog leaves room for others. */
export function archiveLog(
  context: Context,
  presentOf: () => Promise<number>,
  rounds?: ConstructorParameters<typeof Loop>[2],
): Running {
  const archiver = new LogArchiver(context);
  const run = async (): Promise<boolean> => {
    const started = stopwatch();
    const isBusy = await archiver.step(await presentOf());
    if (isBusy) await sleep(stopwatch() - started);
    return isBusy;
  };
  return new Loop({ name: "archive", everyMs: LOOK_EVERY_MS, steady: true, run }, context.log, rounds);
}
