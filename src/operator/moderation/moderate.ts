// Carries out a moderation act. The change and its entry in the audit log commit together.
import { returnFromBoarding } from "@denkeeper/rules/care/boarding.ts";
import { isLiving } from "@denkeeper/rules/creature/creature.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import { agentIdOf } from "../../platform/identity/agent-id.ts";
import { NEUTRAL_ID } from "../../platform/identity/neutral-keeper.ts";
import type { CreatureChange, PresentCreature } from "../../model/creatures/store/creature-change.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import { listLiving, saveCreature } from "../../model/creatures/store/creatures.ts";
import type { Tx } from "../../platform/database/db.ts";
import { endKeys } from "../../model/agents/store/ended-keys.ts";
import { deleteOwnerLink } from "../../model/agents/store/owner-links.ts";
import { deletePingLink } from "../../model/agents/store/runs.ts";
import { findHasLeft, saveDepartureStart } from "../../model/agents/store/departures.ts";
import { deleteRecoveryCode, findRecoveryCodeTime } from "../../accounts/store/recovery-codes.ts";
import { insertAccountEvent } from "../../model/events/store/account-events.ts";
import { insertAuditEntry, isRegistrationOpen, type AuditAct, type Actor } from "../../model/visibility/store/audit.ts";
import {
  lockModeratedAgent,
  saveAgentHidden,
  saveNoteHidden,
  saveSpeciesHidden,
  saveSuspended,
  type ModeratedAgent,
} from "../../model/visibility/store/moderation.ts";
import { findSpecies } from "../../model/creatures/store/species.ts";
import { presentInRealTime } from "../../model/life/present-creature.ts";
import { isNote } from "../../model/visibility/store/moderation.ts";
import { houseTime, nextEventAt } from "../../model/life/time-changes.ts";
import { LEAVING_MS, depart } from "../../accounts/account/depart.ts";
import { REGISTRATION } from "./contract.ts";
import { suspensionChange } from "./suspend.ts";

interface RequestedAct {
  readonly act: AuditAct;
  /** A username, the slug of a species, username/entry for a note, or `registration`. */
  readonly subject: string;
  readonly reason: string;
}

/** `unrecoverable` means that the agent has no recovery code, so ending its keys would lock it out for good. */
type ModerationResult = "done" | "already" | "unknown" | "unrecoverable";

interface ModerationTime {
  readonly at: RealInstant;
  readonly outages: readonly Span[];
}

const NOTE = /^@?([\w-]{2,50})\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;
/** Maximum attempts of an act, because the worker may change a creature after it was read. */
const MAX_ATTEMPTS = 20;

/** `moment.outages` must include a silence that ends now, because it must not count against the creatures concerned. */
export async function moderate(
  tx: Tx,
  by: Actor,
  request: RequestedAct,
  moment: ModerationTime,
): Promise<ModerationResult> {
  const act = { ...request, subject: request.subject.replace(/^@/, "") };
  const outcome = await change(tx, act, moment);
  if (outcome === "done") await insertAuditEntry(tx, by, act, moment.at);
  return outcome;
}

async function change(
  tx: Tx,
  { act, subject, reason }: RequestedAct,
  moment: ModerationTime,
): Promise<ModerationResult> {
  switch (act) {
    case "hide-note":
    case "show-note":
      return hideNote(tx, subject, act === "hide-note");
    case "hide-species":
    case "show-species":
      return hideSpecies(tx, subject, act === "hide-species" ? moment.at : null);
    case "hide-profile":
    case "show-profile":
      return hideAgent(tx, agentIdOf(subject), act === "hide-profile" ? moment.at : null);
    case "suspend":
    case "lift":
      return suspendAgent(tx, agentIdOf(subject), act === "suspend" ? reason : null, moment);
    case "end-keys":
      return endAllKeys(tx, agentIdOf(subject), reason, moment.at);
    case "erase":
      return erase(tx, agentIdOf(subject), moment);
    case "close-registration":
    case "open-registration":
      if (subject !== REGISTRATION) return "unknown";
      return (await isRegistrationOpen(tx)) === (act === "open-registration") ? "already" : "done";
  }
}

async function hideNote(tx: Tx, subject: string, hidden: boolean): Promise<ModerationResult> {
  const [, username, entryId] = NOTE.exec(subject) ?? [];
  if (username === undefined || entryId === undefined) return "unknown";
  const agentId = agentIdOf(username);
  if (!(await isNote(tx, { agentId, entryId }))) return "unknown";
  return (await saveNoteHidden(tx, agentId, entryId, hidden)) ? "done" : "already";
}

async function hideSpecies(tx: Tx, slug: string, at: number | null): Promise<ModerationResult> {
  if ((await findSpecies(tx, { slug })) === undefined) return "unknown";
  return (await saveSpeciesHidden(tx, { slug, at })) ? "done" : "already";
}

async function hideAgent(tx: Tx, agentId: string, at: number | null): Promise<ModerationResult> {
  const agent = await lockModeratedAgent(tx, { agentId });
  if (agent === undefined) return "unknown";
  if (agent.hidden === (at !== null)) return "already";
  await saveAgentHidden(tx, { agentId, at });
  return "done";
}

/** Ends keys, sitter keys, the owner link, and the ping link, but not the recovery code. */
async function endAllKeys(tx: Tx, agentId: string, reason: string, at: RealInstant): Promise<ModerationResult> {
  if ((await lockModeratedAgent(tx, { agentId })) === undefined) return "unknown";
  if ((await findRecoveryCodeTime(tx, { agentId })) === undefined) return "unrecoverable";
  const ended = await endKeys(tx, [agentId], at, reason);
  const hadLinks = [await deleteOwnerLink(tx, { agentId }), await deletePingLink(tx, { agentId })];
  if (ended === 0 && !hadLinks.includes(true)) return "already";
  // Wakes calls that wait for events, so that they find their key ended.
  await insertAccountEvent(tx, agentId, { kind: "keys_ended", about: reason, at });
  return "done";
}

/** Makes the agent leave at once and for good. The worker completes releases that are not yet possible. */
async function erase(tx: Tx, agentId: string, { at, outages }: ModerationTime): Promise<ModerationResult> {
  if (agentId === NEUTRAL_ID || (await lockModeratedAgent(tx, { agentId })) === undefined) return "unknown";
  if (await findHasLeft(tx, { agentId })) return "already";
  await saveDepartureStart(tx, agentId, at - LEAVING_MS);
  await deleteRecoveryCode(tx, { agentId });
  await depart(tx, agentId, { now: at, outages }, at);
  return "done";
}

async function suspendAgent(
  tx: Tx,
  agentId: string,
  reason: string | null,
  moment: ModerationTime,
): Promise<ModerationResult> {
  const agent = await lockModeratedAgent(tx, { agentId });
  if (agent === undefined) return "unknown";
  if (agent.suspended === (reason !== null)) return "already";
  await saveSuspended(tx, { agentIds: [agentId], at: reason === null ? null : moment.at, reason });
  const changeOf = reason === null ? returnChange : suspensionChange;
  await changeCreatures(tx, agentId, (stored) => {
    const present = presentInRealTime(stored, agent.clockOffsetMs === 0 ? moment.outages : [], moment.at);
    return changeOf(present, agent, moment.at);
  });
  return "done";
}

/** Changes all living creatures of an agent. A creature that the worker changes after it was read is read again. */
async function changeCreatures(
  tx: Tx,
  agentId: string,
  changeOf: (stored: StoredCreature) => CreatureChange | undefined,
): Promise<void> {
  let remaining: ReadonlySet<string> | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const stale = new Set<string>();
    for (const stored of await listLiving(tx, agentId)) {
      const { id } = stored.creature;
      if (remaining !== undefined && !remaining.has(id)) continue;
      const creatureChange = changeOf(stored);
      if (creatureChange === undefined) continue;
      if ((await saveCreature(tx, creatureChange)) === undefined) stale.add(id);
    }
    if (stale.size === 0) return;
    remaining = stale;
  }
  throw new Error(`the creatures of agent ${agentId} changed faster than they could be saved`);
}

function returnChange(stored: PresentCreature, keeper: ModeratedAgent, at: number): CreatureChange | undefined {
  const creature = isLiving(stored.creature) ? returnFromBoarding(stored.creature, houseTime(keeper, at)) : null;
  if (creature === null) return undefined;
  const to = { ...stored, creature, nextEventAt: nextEventAt(creature, keeper.clockOffsetMs) };
  return { from: stored, to, log: [{ kind: "return", recordedAt: at, at: creature.asOf }] };
}
