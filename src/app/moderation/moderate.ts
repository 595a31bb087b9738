// A moderation act: the change and the moderation entry with its reason commit together.
import { randomUUIDv7 } from "node:crypto";
import { comeBack } from "@denkeeper/rules/care/boarding.ts";
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { agentIdOf } from "../../identity/agent-id.ts";
import type { PresentCreature } from "../../store/creatures/creature-row.ts";
import type { CreatureChange } from "../../store/creatures/creatures.ts";
import { listLiving, saveCreature } from "../../store/creatures/creatures.ts";
import type { Database, Tx } from "../../store/db/db.ts";
import type { Act, ModeratedAgent } from "../../store/moderation/moderation.ts";
import {
  insertModerationEntry,
  isNote,
  lockModeratedAgent,
  saveAgentHidden,
  saveAgentSuspended,
  saveNoteHidden,
  saveSpeciesHidden,
} from "../../store/moderation/moderation.ts";
import { deleteMark } from "../../store/rollups/rollups.ts";
import { findSpecies } from "../../store/creatures/species.ts";
import { present } from "../life/amnesty.ts";
import { houseTime, logRowsFor, nextEventAt } from "../life/time-changes.ts";
import { suspending } from "./suspended.ts";

export interface WantedAct {
  readonly act: Act;
  /** A username, the slug of a species, or username/entry for a note. */
  readonly subject: string;
  readonly reason: string;
  readonly session: string;
}

export type Moderated = "done" | "already" | "unknown";

interface Moment {
  readonly at: number;
  readonly outages: readonly Span[];
}

const NOTE = /^@?([\w-]{2,50})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** A creature may be changed by the worker in between. */
const MAX_ATTEMPTS = 20;

export async function moderate(database: Database, wanted: WantedAct, moment: Moment): Promise<Moderated> {
  return database.withTransaction(async (tx) => {
    const outcome = await change(tx, wanted, moment);
    if (outcome === "done") await insertModerationEntry(tx, { id: randomUUIDv7(), at: moment.at, ...wanted });
    return outcome;
  });
}

async function change(tx: Tx, { act, subject, reason }: WantedAct, moment: Moment): Promise<Moderated> {
  switch (act) {
    case "hide-note":
    case "show-note":
      return noteHidden(tx, subject, act === "hide-note");
    case "hide-species":
    case "show-species":
      return speciesHidden(tx, subject, act === "hide-species" ? moment.at : null);
    case "hide-profile":
    case "show-profile":
      return agentHidden(tx, agentIdOf(subject), act === "hide-profile" ? moment.at : null);
    case "suspend":
    case "lift":
      return agentSuspended(tx, agentIdOf(subject), act === "suspend" ? reason : null, moment);
  }
}

async function noteHidden(tx: Tx, subject: string, hidden: boolean): Promise<Moderated> {
  const [, username, entryId] = NOTE.exec(subject) ?? [];
  if (username === undefined || entryId === undefined) return "unknown";
  const agentId = agentIdOf(username);
  if (!(await isNote(tx, agentId, entryId))) return "unknown";
  return (await saveNoteHidden(tx, agentId, entryId, hidden)) ? "done" : "already";
}

async function speciesHidden(tx: Tx, slug: string, at: number | null): Promise<Moderated> {
  if ((await findSpecies(tx, slug)) === undefined) return "unknown";
  return (await saveSpeciesHidden(tx, slug, at)) ? "done" : "already";
}

async function agentHidden(tx: Tx, agentId: string, at: number | null): Promise<Moderated> {
  const agent = await lockModeratedAgent(tx, agentId);
  if (agent === undefined) return "unknown";
  if (agent.hidden === (at !== null)) return "already";
  await saveAgentHidden(tx, agentId, at);
  // The leaderboards dropped the agent while it was hidden: they start over.
  if (at === null) for (const leaderboard of ["most_consistent", "gravestone_count"]) await deleteMark(tx, leaderboard);
  return "done";
}

async function agentSuspended(tx: Tx, agentId: string, reason: string | null, moment: Moment): Promise<Moderated> {
  const agent = await lockModeratedAgent(tx, agentId);
  if (agent === undefined) return "unknown";
  if (agent.suspended === (reason !== null)) return "already";
  await saveAgentSuspended(tx, agentId, reason === null ? null : moment.at, reason);
  await restOrReturn(tx, agentId, agent, reason !== null, moment);
  return "done";
}

/** Creatures of a suspended keeper rest (SUSPEND-1), and come back when it is lifted (SUSPEND-2). */
async function restOrReturn(tx: Tx, agentId: string, keeper: ModeratedAgent, rests: boolean, { at, outages }: Moment) {
  let left: ReadonlySet<string> | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const all = await listLiving(tx, agentId);
    const stale = new Set<string>();
    for (const read of all) {
      if (left !== undefined && !left.has(read.creature.id)) continue;
      const stored = present(read, keeper.clockOffsetMs === 0 ? outages : [], at);
      const moved = rests ? suspending(stored, keeper, at) : returning(stored, keeper, at);
      if (moved === undefined) continue;
      if ((await saveCreature(tx, moved)) === undefined) stale.add(read.creature.id);
    }
    if (stale.size === 0) return;
    left = stale;
  }
  throw new Error("creatures changed faster than they could be brought to rest");
}

function returning(stored: PresentCreature, keeper: ModeratedAgent, at: number): CreatureChange | undefined {
  const creature = isLiving(stored.creature) ? comeBack(stored.creature, houseTime(keeper, at)) : null;
  if (creature === null) return undefined;
  const to = { ...stored, creature, nextEventAt: nextEventAt(creature, keeper.clockOffsetMs) };
  return { from: stored, to, log: logRowsFor(stored, "return", { recordedAt: at, at: creature.asOf }) };
}
