// Notes of an agent across the border of the log, for moderation.
import { findUsername } from "../../store/accounts/agents.ts";
import type { LogRow } from "../../store/creatures/care-log.ts";
import { listCreaturesById } from "../../store/creatures/feeding-ends.ts";
import { reflectNote } from "../../store/creatures/private-text.ts";
import type { Db } from "../../store/db/db.ts";
import { isNote, listNotesOf, type WrittenNote } from "../../store/moderation/moderation.ts";
import { listHiddenNotes } from "../../store/moderation/public-visibility.ts";
import type { LogReader } from "./cold-log.ts";
import { newestArchived } from "./newest.ts";

/** Whether an entry of the agent's log has notes. */
export async function hasNote(db: Db, coldLog: LogReader, agentId: string, entryId: string): Promise<boolean> {
  const { rows: isHot, border } = await coldLog.hot(() => isNote(db, { agentId, entryId }));
  const keep = ({ entry_id, notes }: LogRow) => entry_id === entryId && notes !== null;
  return isHot || (await newestArchived(coldLog, { agentId, from: 0, until: border }, { limit: 1, keep })).length === 1;
}

/** The newest reflections of one agent, hidden ones too. */
export async function notesOf(
  { database, coldLog }: { readonly database: Db; readonly coldLog: LogReader },
  agentId: string,
  limit: number,
): Promise<readonly WrittenNote[]> {
  const { rows, border } = await coldLog.hot(() => listNotesOf(database, { agentId, limit }));
  const keep = (row: LogRow) => (reflectNote(row) ?? "") !== "";
  const span = { agentId, from: 0, until: border };
  const archived = await newestArchived(coldLog, span, { limit: limit - rows.length, keep });
  return archived.length === 0 ? rows : [...rows, ...(await described(database, agentId, archived))];
}

async function described(db: Db, agentId: string, rows: readonly LogRow[]): Promise<readonly WrittenNote[]> {
  const [username, creatures, hidden] = await Promise.all([
    findUsername(db, { agentId }),
    listCreaturesById(db, agentId, [...new Set(rows.map(({ creature_id }) => creature_id))]),
    listHiddenNotes(
      db,
      rows.map(({ entry_id: entryId }) => ({ agentId, entryId })),
    ),
  ]);
  const names = new Map(creatures.map(({ creature }) => [creature.id, creature.name]));
  return rows.map((row) => ({
    entryId: row.entry_id,
    at: row.recorded_at,
    agent: username ?? "",
    creature: names.get(row.creature_id) ?? "",
    notes: reflectNote(row) ?? "",
    hidden: hidden.has(row.entry_id),
  }));
}
