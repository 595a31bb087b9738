// Writes a life as lines of text in constant memory. The state is read first and later events are omitted, so that the log and
// the outcome agree.
import type { Millis, RealInstant } from "@denkeeper/rules/time/units.ts";
import { createHash } from "node:crypto";
import { CLOCKS_DIFFER_MS, logSince, type LogRow } from "../../model/creatures/store/care-log.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import type { Db } from "../../platform/database/db.ts";
import { listGravestonesOfLife } from "../../model/creatures/store/gravestones.ts";
import { logPages, type LogSpan } from "../history.get/store/log-pages.ts";
import type { KeeperCaller } from "../../model/creatures/store/private-text.ts";
import { listPortraits } from "../../model/creatures/store/portraits.ts";
import { listSitterCare } from "../../model/agents/store/sitters.ts";
import { gravestoneView } from "../../views/stone-view.ts";
import { albumOf } from "../../views/portraits.ts";
import { byVersion } from "./life-order.ts";
import { creatureLineOf, entryLineOf, headLineOf, stateLineOf } from "./life-lines.ts";

interface ExportContext {
  readonly service: string;
  readonly now: RealInstant;
  readonly clockOffsetMs: Millis;
  /** Undefined for a sitter, which must not read the keeper's words. */
  readonly keeper: KeeperCaller | undefined;
}

/** Returns the real time span that contains all log entries of a creature. */
export function logSpanOf(
  { agentId, creature }: StoredCreature,
  { now, clockOffsetMs }: Pick<ExportContext, "now" | "clockOffsetMs">,
): LogSpan {
  const from = logSince(creature.adoptedAt, clockOffsetMs);
  return { agentId, creatureId: creature.id, from, until: now + CLOCKS_DIFFER_MS };
}

/** Yields several lines at a time. The last line contains the number and the digest of the lines before it. */
export async function* linesOfLife(db: Db, stored: StoredCreature, context: ExportContext): AsyncGenerator<string> {
  const { service, now, keeper } = context;
  const { agentId, creature } = stored;
  const hash = createHash("sha256");
  let lines = 0;
  const linesFrom = (objects: readonly object[]): string => {
    const text = objects.map((object) => `${JSON.stringify(object)}\n`).join("");
    hash.update(text);
    lines += objects.length;
    return text;
  };
  const [stones, portraits] = await Promise.all([
    listGravestonesOfLife(db, { agentId, creatureId: creature.id }),
    listPortraits(db, { agentId, creatureId: creature.id }),
  ]);
  yield linesFrom([headLineOf(service, now), creatureLineOf(creature)]);
  for await (const rows of sortByVersion(logPages(db, logSpanOf(stored, context)), stored.version)) {
    const ids = rows.map(({ entry_id }) => entry_id);
    const sitters = await listSitterCare(db, agentId, creature.id, ids);
    yield linesFrom(rows.map((row) => entryLineOf(row, creature, keeper, sitters.get(row.entry_id))));
  }
  const { portraits: album = [] } = albumOf(service, portraits);
  yield linesFrom([
    ...stones.map((stone) => Object.assign({ type: "gravestone" }, gravestoneView(stone))),
    ...album.map((portrait) => Object.assign({ type: "portrait" }, portrait)),
    stateLineOf(stored),
  ]);
  yield `${JSON.stringify({ type: "end", lines, sha256: hash.digest("hex") })}\n`;
}

/** Sorts rows by version and drops those after `upTo`. Rows are held back while a later page may contain an earlier version. */
export async function* sortByVersion(
  pages: AsyncIterable<readonly LogRow[]>,
  upTo: number,
): AsyncGenerator<readonly LogRow[]> {
  let waiting: readonly LogRow[] = [];
  for await (const page of pages) {
    const rows = [...waiting, ...page.filter(({ version }) => version <= upTo)].toSorted(byVersion);
    const newest = page.at(-1)?.recorded_at ?? 0;
    const firstUncertain = rows.findIndex(({ recorded_at }) => recorded_at > newest - CLOCKS_DIFFER_MS);
    const readyCount = firstUncertain < 0 ? rows.length : firstUncertain;
    waiting = rows.slice(readyCount);
    if (readyCount > 0) yield rows.slice(0, readyCount);
  }
  if (waiting.length > 0) yield waiting;
}
