// Keeps open pages up to date. Once a second, one query asks for all pages of a process whether the creatures they show
// have changed; another reads what just happened. Nothing is asked while no page is open. A page gets at most one message
// a second, and none while nothing happens (decision 0031).
import type { Logger } from "pino";
import type { Db } from "../../store/db/db.ts";
import {
  listActs,
  listInDanger,
  listTidings,
  listWatched,
  type Tiding,
  type WatchedKey,
  type WatchedRow,
} from "../../store/rollups/live.ts";
import { listCreatures } from "../../store/rollups/leaderboard-sources.ts";
import { StateLog } from "../../observability/state-log.ts";
import type { Outages } from "../outages/outages.ts";
import type { RollupCache } from "../public/rollup-cache.ts";
import { NEWS_MS } from "./act.ts";
import { lookAt, unknownLook, type Look } from "./look.ts";
import { DANGER_SHOWN, listsTag } from "./lists.ts";

const EVERY_MS = 1_000;
/** Moods also change with time: so often an unchanged creature is looked at again. */
const LOOK_AGAIN_MS = 20_000;
const LISTS_EVERY_MS = 5_000;
/** Less than the minute after which proxies close a silent connection, and than our own limit (server.ts). */
const BEAT_EVERY_MS = 25_000;
/** So much later than its instant a change may become visible and still be reported. */
const LATE_MS = 3_000;
const MOST_TIDINGS = 6;
const AT_A_TIME = 500;

const MOST_STREAMS = 4_000;
/** Times RATE_LIMIT_FACTOR, like other limits by address. */
const MOST_BY_ADDRESS = 40;

/** What changed for a page, at the server's time. */
export interface News {
  readonly now: number;
  /** The first says how all it watches is. Later ones name only what changed. */
  readonly isFirst: boolean;
  readonly looks: readonly Look[];
  readonly tidings: readonly Tiding[];
  /** Changes when lists of the home page do; undefined if the page does not want it, or if it is as before. */
  readonly lists: string | undefined;
}

/** A page that is open. */
export interface LivePage {
  readonly address: string;
  /** Whether it also wants to know what happens to everyone else. */
  readonly wantsHouse: boolean;
  send(news: News): void;
  /** Nothing happened for a while. */
  beat(): void;
  end(): void;
}

interface Watched extends WatchedKey {
  pages: number;
  look: Look | undefined;
  /** As the row said when it was last looked at. */
  rowTag: string;
  lookedAt: number;
  /** Whether the first look found nobody: ids that were made up are not asked for again. */
  isMadeUp: boolean;
}

interface Open {
  readonly watched: readonly Watched[];
  hasFirst: boolean;
  lists: string | undefined;
}

interface Parts {
  readonly database: Db;
  readonly outages: Pick<Outages, "known">;
  readonly rollups: Pick<RollupCache, "get">;
  readonly now: () => number;
  readonly log: Logger;
  readonly addressFactor: number;
}

export type Refusal = "too_many_of_address" | "too_many" | "stopping";

export class LiveHub {
  readonly #parts: Parts;
  readonly #mostByAddress: number;
  readonly #state: StateLog;
  readonly #open = new Map<LivePage, Open>();
  readonly #watched = new Map<string, Watched>();
  readonly #addresses = new Map<string, number>();
  #wantingHouse = 0;
  #tidedUntil: number | undefined;
  readonly #told = new Map<string, number>();
  #lists: string | undefined;
  #listsAt = -Infinity;
  #beatAt = 0;
  #isLooking = false;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#mostByAddress = Math.max(1, Math.round(MOST_BY_ADDRESS * parts.addressFactor));
    this.#state = new StateLog(parts.log, "looking for pages that are open");
  }

  get count(): number {
    return this.#open.size;
  }

  /** Why one more page of an address cannot be kept up to date, if so. */
  refusal(address: string): Refusal | undefined {
    if (this.#stopped) return "stopping";
    if (this.#open.size >= MOST_STREAMS) return "too_many";
    return (this.#addresses.get(address) ?? 0) >= this.#mostByAddress ? "too_many_of_address" : undefined;
  }

  /** Keeps a page that shows these creatures up to date until it is closed. */
  open(page: LivePage, shown: readonly WatchedKey[]): void {
    const watched = shown.map((key) => this.#watch(key));
    this.#open.set(page, { watched, hasFirst: false, lists: undefined });
    this.#addresses.set(page.address, (this.#addresses.get(page.address) ?? 0) + 1);
    if (page.wantsHouse) this.#wantingHouse++;
    this.#timer ??= setInterval(() => void this.look(), EVERY_MS).unref();
  }

  /** Ends all streams now. Browsers open them again elsewhere. */
  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    for (const page of this.#open.keys()) page.end();
  }

  /** One round. Public for tests; otherwise the timer calls it. */
  async look(): Promise<void> {
    if (this.#isLooking || this.#stopped || this.#open.size === 0) return;
    this.#isLooking = true;
    const now = this.#parts.now();
    try {
      const changed = await this.#lookAtWatched(now);
      const isHouseWanted = this.#wantingHouse > 0;
      const tidings = isHouseWanted ? await this.#readTidings(now) : [];
      if (isHouseWanted) await this.#readLists(now);
      this.#send(now, changed, tidings);
      this.#state.worked();
    } catch (thrown) {
      this.#state.failed(thrown);
    } finally {
      this.#isLooking = false;
    }
    this.#beat(now);
  }

  #watch(key: WatchedKey): Watched {
    const known = this.#watched.get(nameOf(key)) ?? {
      ...key,
      pages: 0,
      look: undefined,
      rowTag: "",
      lookedAt: 0,
      isMadeUp: false,
    };
    known.pages++;
    this.#watched.set(nameOf(key), known);
    return known;
  }

  close(page: LivePage): void {
    const open = this.#open.get(page);
    if (open === undefined) return;
    this.#open.delete(page);
    for (const each of open.watched) {
      each.pages--;
      if (each.pages === 0) this.#watched.delete(nameOf(each));
    }
    const left = (this.#addresses.get(page.address) ?? 1) - 1;
    if (left === 0) this.#addresses.delete(page.address);
    else this.#addresses.set(page.address, left);
    if (page.wantsHouse) this.#wantingHouse--;
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#tidedUntil = undefined;
    this.#told.clear();
  }

  /** Those whose look is another than before. */
  async #lookAtWatched(now: number): Promise<ReadonlySet<Watched>> {
    const changed = new Set<Watched>();
    const all = [...this.#watched.values()].filter(({ isMadeUp }) => !isMadeUp);
    for (let from = 0; from < all.length; from += AT_A_TIME) {
      const piece = all.slice(from, from + AT_A_TIME);
      const rows = new Map((await listWatched(this.#parts.database, piece)).map((row) => [nameOf(row), row]));
      const stale = piece.filter((each) => {
        const row = rows.get(nameOf(each));
        // A death is not waited for until the sweep has written it down.
        const isDue = now - each.lookedAt >= LOOK_AGAIN_MS || now >= (each.look?.entry?.dies_at ?? Infinity);
        return rowTagOf(row) !== each.rowTag || (row !== undefined && isDue);
      });
      const looks = await this.#looksAt(stale, rows, now);
      for (const each of stale) {
        const look = looks.get(nameOf(each)) ?? unknownLook(each.creatureId);
        each.isMadeUp = each.look === undefined && look.fate === "unknown";
        each.rowTag = rowTagOf(rows.get(nameOf(each)));
        each.lookedAt = now;
        if (each.look?.tag === look.tag) continue;
        each.look = look;
        changed.add(each);
      }
    }
    return changed;
  }

  async #looksAt(
    stale: readonly Watched[],
    rows: ReadonlyMap<string, WatchedRow>,
    now: number,
  ): Promise<ReadonlyMap<string, Look>> {
    const found = stale.flatMap((each) => rows.get(nameOf(each)) ?? []);
    if (found.length === 0) return new Map();
    const [stored, acts, outages] = await Promise.all([
      listCreatures(this.#parts.database, found),
      listActs(this.#parts.database, found, now - NEWS_MS),
      this.#parts.outages.known(),
    ]);
    return new Map(
      stored.flatMap((each) => {
        const name = nameOf({ agentId: each.agentId, creatureId: each.creature.id });
        const row = rows.get(name);
        const own = acts.filter(({ creatureId }) => creatureId === each.creature.id);
        return row === undefined ? [] : [[name, lookAt(each, row, own, outages, now)] as const];
      }),
    );
  }

  async #readTidings(now: number): Promise<readonly Tiding[]> {
    const from = (this.#tidedUntil ?? now) - LATE_MS;
    const found = await listTidings(this.#parts.database, { from, to: now + LATE_MS }, MOST_TIDINGS);
    // What had happened before the first page was opened is on the page.
    const fresh = this.#tidedUntil === undefined ? [] : found.filter(({ entryId }) => !this.#told.has(entryId));
    this.#tidedUntil = now;
    for (const [entryId, at] of this.#told) if (at < from - LATE_MS) this.#told.delete(entryId);
    for (const { entryId, at } of found) this.#told.set(entryId, at);
    return fresh;
  }

  async #readLists(now: number): Promise<void> {
    if (now - this.#listsAt < LISTS_EVERY_MS) return;
    const [danger, totals] = await Promise.all([
      listInDanger(this.#parts.database, now, DANGER_SHOWN),
      this.#parts.rollups.get("totals"),
    ]);
    this.#lists = listsTag(danger, totals);
    this.#listsAt = now;
  }

  #send(now: number, changed: ReadonlySet<Watched>, tidings: readonly Tiding[]): void {
    for (const [page, open] of this.#open) {
      // One that was opened during this round is told of all in the next.
      if (open.watched.some(({ look }) => look === undefined)) continue;
      const isFirst = !open.hasFirst;
      const looks = open.watched.flatMap((each) =>
        each.look !== undefined && (isFirst || changed.has(each)) ? [each.look] : [],
      );
      const { wantsHouse } = page;
      const lists = wantsHouse && this.#lists !== open.lists ? this.#lists : undefined;
      const heard = wantsHouse ? tidings : [];
      if (looks.length === 0 && heard.length === 0 && lists === undefined) continue;
      open.hasFirst = true;
      open.lists = lists ?? open.lists;
      page.send({ now, isFirst, looks, tidings: heard, lists });
    }
  }

  #beat(now: number): void {
    if (now - this.#beatAt < BEAT_EVERY_MS) return;
    this.#beatAt = now;
    for (const page of this.#open.keys()) page.beat();
  }
}

/** With the keeper: a creature's id with another's name is nobody. */
function nameOf({ agentId, creatureId }: WatchedKey): string {
  return `${agentId}/${creatureId}`;
}

function rowTagOf(row: WatchedRow | undefined): string {
  return row === undefined ? "none" : `${row.version} ${row.portraits} ${row.agent}`;
}
