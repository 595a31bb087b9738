// Releases creatures. A release is not retried after a conflict, since the keeper may want to reconsider.
import { release } from "@denkeeper/rules/care/release.ts";
import type { Released } from "@denkeeper/rules/creature/creature.ts";
import type { RealInstant } from "@denkeeper/rules/time/units.ts";
import type { Caller } from "../../model/agents/store/callers.ts";
import type { PresentCreature } from "../../model/creatures/store/creature-change.ts";
import { saveCreature } from "../../model/creatures/store/creatures.ts";
import { findGravestone, type GravestoneRow } from "../../model/creatures/store/gravestones.ts";
import { deathChange } from "../../model/life/time-changes.ts";
import type { Db } from "../../platform/database/db.ts";

interface ReleaseRequest {
  readonly caller: Caller;
  readonly wanted: string;
  readonly now: RealInstant;
}

export type ReleaseResult =
  | { readonly kind: "released"; readonly stored: PresentCreature; readonly creature: Released }
  /** The creature died first. The gravestone is missing only if this process's clock may be wrong. */
  | { readonly kind: "died"; readonly gravestone: GravestoneRow | undefined }
  | { readonly kind: "not_found" }
  | { readonly kind: "changed" };

/** Decides a release, which `saveRelease` then records. If the creature died first, records that death instead. */
export async function decideRelease(
  db: Db,
  { caller: { agent, creatures, houseNow, clockTrusted }, wanted, now }: ReleaseRequest,
): Promise<ReleaseResult> {
  const stored = creatures.find(({ creature }) => creature.id === wanted);
  if (stored === undefined) return { kind: "not_found" };
  const outcome = release(stored.creature, houseNow);
  if (outcome.kind === "released") return { ...outcome, stored };
  const death = clockTrusted ? deathChange(stored, agent, now) : undefined;
  const isDeathSaved = death !== undefined && (await saveCreature(db, death)) !== undefined;
  // Another call may have saved the death and its gravestone.
  const gravestone = isDeathSaved
    ? death.gravestone
    : await findGravestone(db, { agentId: agent.id, creatureId: wanted });
  return gravestone === undefined && clockTrusted ? { kind: "changed" } : { kind: "died", gravestone };
}

/** Returns false on a conflict. */
export async function saveRelease(
  db: Db,
  { stored, creature }: Extract<ReleaseResult, { kind: "released" }>,
  recordedAt: RealInstant,
): Promise<boolean> {
  const uncheckedSince = stored.creature.lastCheckedAt;
  const saved = await saveCreature(db, {
    from: stored,
    to: { ...stored, creature, nextEventAt: null },
    log: [{ kind: "release", recordedAt, at: creature.releasedAt, uncheckedSince }],
  });
  return saved !== undefined;
}
