// The log across its border: the last days are rows of PostgreSQL (hot), earlier ones are lines in objects (cold). Readers
// get rows either way.
import type { PackedLife } from "@denkeeper/rules/replay/packed-life.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { iso } from "../../platform/clock.ts";
import type { ObjectStore } from "../../providers/objects/store.ts";
import type { LogRow } from "../../store/creatures/care-log.ts";
import { findLogBorder, findLogObject, listColdHeads, type LogObject } from "../../store/creatures/log-archive.ts";
import type { Db } from "../../store/db/db.ts";
import { decodeLine } from "./decode-line.ts";
import { DAY_MS, type LogLine, type LineFrame } from "./line.ts";
import { BrokenObject, lineIn, openObject, type OpenedObject } from "./object.ts";

/** Entries recorded from `from` up to, not including, `until`. Real time. */
export interface ColdSpan {
  readonly agentId: string;
  /** All creatures of the agent when absent. */
  readonly creatureId?: string | undefined;
  readonly from: RealInstant;
  readonly until: RealInstant;
}

export interface LogReader {
  /**
   * Reads rows of PostgreSQL, from the border on, and says where the border was. What was recorded before it must be read
   * from `newestFirst` or `oldestFirst`. Reads again when a day was dropped in the meantime, unless the rows are enough: the
   * newest are never dropped.
   */
  hot<Rows>(
    read: (border: RealInstant) => Promise<Rows>,
    isEnough?: (rows: Rows) => boolean,
  ): Promise<{ readonly rows: Rows; readonly border: RealInstant }>;
  /** Archived entries in pages, by `recorded_at` and version, the newest first. */
  newestFirst(span: ColdSpan): AsyncGenerator<readonly LogRow[]>;
  /** Archived entries of one creature in pages, by `recorded_at` and id. */
  oldestFirst(span: ColdSpan & { readonly creatureId: string }): AsyncGenerator<readonly LogRow[]>;
  /** What was recorded before is cold; 0 when nothing is. */
  border(): Promise<RealInstant>;
  /** How many entries of a creature are archived. */
  count(agentId: string, creatureId: string): Promise<number>;
}

/** A line with what it needs to be read. */
interface FoundLine {
  readonly line: LogLine;
  readonly frame: LineFrame;
}

interface Walk {
  readonly agentId: string;
  readonly creatureId: string;
  /** The day of a line. */
  readonly day: number;
}

const NO_ROWS: readonly LogRow[] = [];
/** How many days of all creatures of an agent are put in order at a time. */
const WINDOW_MS = 30 * DAY_MS;

export class ColdLog implements LogReader {
  readonly #db: Db;
  readonly #objects: Pick<ObjectStore, "get"> | undefined;
  #border = 0;

  /** `objects` is undefined in a house that archives nothing. */
  constructor(db: Db, objects: Pick<ObjectStore, "get"> | undefined) {
    this.#db = db;
    this.#objects = objects;
  }

  async hot<Rows>(read: (border: RealInstant) => Promise<Rows>, isEnough: (rows: Rows) => boolean = () => false) {
    for (;;) {
      const border = this.#border;
      const rows = await read(border);
      if (isEnough(rows)) return { rows, border };
      // Days are dropped in one transaction with the move of the border: if it has not moved, none was missing.
      this.#border = await findLogBorder(this.#db, {});
      if (this.#border === border) return { rows, border };
    }
  }

  async border(): Promise<RealInstant> {
    this.#border = await findLogBorder(this.#db, {});
    return this.#border;
  }

  async *newestFirst(span: ColdSpan): AsyncGenerator<readonly LogRow[]> {
    const heads = await listColdHeads(this.#db, span.agentId, span.creatureId);
    const [one] = heads;
    if (one === undefined) return;
    if (heads.length === 1) {
      yield* this.#ofCreature({ agentId: span.agentId, creatureId: one.creature_id, day: one.day }, span);
      return;
    }
    const last = Math.max(...heads.map(({ day }) => day)) + DAY_MS;
    const lives = heads.map(({ creature_id: creatureId, day }) => ({
      pages: this.#ofCreature({ agentId: span.agentId, creatureId, day }, span),
      held: NO_ROWS,
      isDone: false,
    }));
    for (let until = Math.min(span.until, last); until > span.from; until -= WINDOW_MS) {
      const rows: LogRow[] = [];
      for (const life of lives) {
        while (!life.isDone && (life.held.at(-1)?.recorded_at ?? Infinity) >= until - WINDOW_MS) {
          const next = await life.pages.next();
          if (next.done === true) life.isDone = true;
          else life.held = [...life.held, ...next.value];
        }
        rows.push(...life.held.filter(({ recorded_at }) => recorded_at >= until - WINDOW_MS));
        life.held = life.held.filter(({ recorded_at }) => recorded_at < until - WINDOW_MS);
      }
      if (rows.length > 0) yield rows.toSorted(newerFirst);
    }
  }

  async *oldestFirst(span: ColdSpan & { readonly creatureId: string }): AsyncGenerator<readonly LogRow[]> {
    const { agentId, creatureId } = span;
    const [head] = await listColdHeads(this.#db, agentId, creatureId);
    if (head === undefined) return;
    // Lines lead back, so all are found first. They are short: a year is some 50 KB.
    const lines: FoundLine[] = [];
    for await (const stretch of this.#stretches({ agentId, creatureId, day: head.day }, span.from)) {
      lines.unshift(...stretch);
    }
    let life: PackedLife | null = null;
    for (const { line, frame } of lines) {
      const decoded = decodeLine(line, frame, life);
      life = decoded.life;
      const rows = within(decoded.rows, span);
      if (rows.length > 0) yield rows.toSorted(olderFirst);
    }
  }

  async count(agentId: string, creatureId: string): Promise<number> {
    const [head] = await listColdHeads(this.#db, agentId, creatureId);
    return head?.entries ?? 0;
  }

  async *#ofCreature(from: Walk, span: ColdSpan): AsyncGenerator<readonly LogRow[]> {
    for await (const stretch of this.#stretches(from, span.from)) {
      let life: PackedLife | null = null;
      const rows: LogRow[] = [];
      for (const { line, frame } of stretch) {
        const decoded = decodeLine(line, frame, life);
        life = decoded.life;
        rows.push(...within(decoded.rows, span));
      }
      if (rows.length > 0) yield rows.toSorted(newerFirst);
    }
  }

  /** The lines of a creature in stretches, the newest stretch first. Each begins with a line from which a replay can begin. */
  async *#stretches(from: Walk, since: RealInstant): AsyncGenerator<readonly FoundLine[]> {
    let walk: Walk | undefined = from;
    let stretch: FoundLine[] = [];
    while (walk !== undefined) {
      const found: FoundLine = await this.#lineAt(walk);
      stretch.unshift(found);
      const { line } = found;
      if (line.s !== undefined || line.b !== undefined || line.p === undefined) {
        yield stretch;
        stretch = [];
        if (walk.day <= since) return;
      }
      walk = line.p === undefined ? undefined : { ...walk, day: walk.day - line.p * DAY_MS };
    }
  }

  async #lineAt({ agentId, creatureId, day }: Walk): Promise<FoundLine> {
    const recorded = await findLogObject(this.#db, day, agentId);
    if (recorded === undefined) throw new BrokenObject(`the cold log of ${iso(day)} has no object`);
    const opened = await this.#open(recorded, agentId);
    const line = lineIn(opened, creatureId);
    if (line === undefined) throw new BrokenObject(`the object ${recorded.name} has no line of ${creatureId}`);
    return { line, frame: opened.frame };
  }

  async #open(recorded: LogObject, agentId: string): Promise<OpenedObject> {
    if (this.#objects === undefined) throw new Error("a part of the log was archived: set LOG_ARCHIVE to its place");
    const bytes = await this.#objects.get(recorded.name);
    if (bytes !== undefined) return openObject(recorded, bytes);
    // It may have been replaced by one with fewer words since it was looked up.
    const again = await findLogObject(this.#db, recorded.day, agentId);
    const isReplaced = again !== undefined && again.name !== recorded.name;
    return isReplaced ? openObject(again, await this.#objects.get(again.name)) : openObject(recorded, bytes);
  }
}

function within(rows: readonly LogRow[], { from, until }: ColdSpan): readonly LogRow[] {
  return rows.filter(({ recorded_at }) => recorded_at >= from && recorded_at < until);
}

function newerFirst(one: LogRow, other: LogRow): number {
  return other.recorded_at - one.recorded_at || other.version - one.version;
}

function olderFirst(one: LogRow, other: LogRow): number {
  return one.recorded_at - other.recorded_at || (one.entry_id < other.entry_id ? -1 : 1);
}
