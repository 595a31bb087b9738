// A life as lines of text, in constant memory. The state is read first; events with a later version are left out, so
// log and outcome are consistent.
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
  /** Real time. */
  readonly now: RealInstant;
  /** How far the house's clock is ahead. */
  readonly clockOffsetMs: Millis;
  /** Who reads it: its keeper, with all words that it wrote. */
  readonly keeper: KeeperCaller | undefined;
}

/** Where the log of a creature can be. */
export function logSpanOf(
  { agentId, creature }: StoredCreature,
  { now, clockOffsetMs }: Pick<ExportContext, "now" | "clockOffsetMs">,
): LogSpan {
  const from = logSince(creature.adoptedAt, clockOffsetMs);
  return { agentId, creatureId: creature.id, from, until: now + CLOCKS_DIFFER_MS };
}

/** The lines, several at a time. The last tells how many came before it, and their digest. */
export async function* linesOfLife(
  db: Db,
  stored: StoredCreature,
  circumstances: ExportContext,
): AsyncGenerator<string> {
  const { service, now, keeper } = circumstances;
  const { agentId, creature } = stored;
  const hash = createHash("sha256");
  let lines = 0;
  const texts = (objects: readonly object[]): string => {
    const text = objects.map((object) => `${JSON.stringify(object)}\n`).join("");
    hash.update(text);
    lines += objects.length;
    return text;
  };
  const [stones, portraits] = await Promise.all([
    listGravestonesOfLife(db, { agentId, creatureId: creature.id }),
    listPortraits(db, { agentId, creatureId: creature.id }),
  ]);
  yield texts([headLineOf(service, now), creatureLineOf(creature)]);
  for await (const rows of sortByVersion(logPages(db, logSpanOf(stored, circumstances)), stored.version)) {
    const ids = rows.map(({ entry_id }) => entry_id);
    const sitters = await listSitterCare(db, agentId, creature.id, ids);
    yield texts(rows.map((row) => entryLineOf(row, creature, keeper, sitters.get(row.entry_id))));
  }
  const { portraits: album = [] } = albumOf(service, portraits);
  yield texts([
    ...stones.map((stone) => Object.assign({ type: "gravestone" }, gravestoneView(stone))),
    ...album.map((portrait) => Object.assign({ type: "portrait" }, portrait)),
    stateLineOf(stored),
  ]);
  yield `${JSON.stringify({ type: "end", lines, sha256: hash.digest("hex") })}\n`;
}

/** Rows in the order of the life, which is that of versions, up to one of them. Holds back what may still be overtaken. */
export async function* sortByVersion(
  pages: AsyncIterable<readonly LogRow[]>,
  upTo: number,
): AsyncGenerator<readonly LogRow[]> {
  let held: readonly LogRow[] = [];
  for await (const page of pages) {
    const rows = [...held, ...page.filter(({ version }) => version <= upTo)].toSorted(byVersion);
    const newest = page.at(-1)?.recorded_at ?? 0;
    const open = rows.findIndex(({ recorded_at }) => recorded_at > newest - CLOCKS_DIFFER_MS);
    const ready = open < 0 ? rows.length : open;
    held = rows.slice(ready);
    if (ready > 0) yield rows.slice(0, ready);
  }
  if (held.length > 0) yield held;
}
