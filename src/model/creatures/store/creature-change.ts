// A present creature, and a change of it as its caller states it, from which saving, events and portrait jobs follow.
import type { Creature, Resident } from "@denkeeper/rules/creature/creature.ts";
import { changedColumns, type HouseRecord } from "./creature-row.ts";
import { logRow, type LogEvent, type LogRow } from "./care-log.ts";
import type { GravestoneRow } from "./gravestones.ts";
import type { IdempotencyRecord } from "../../idempotency/store/idempotency.ts";
import type { PrivateText } from "./private-text.ts";

/** A stored creature that was moved across outages: it may be judged, and a change may start from it. */
export interface PresentCreature<Some extends Creature = Creature> extends HouseRecord {
  readonly creature: Some;
  /** Events that are part of this state but not yet of its log: outages that it was moved across. */
  readonly unwritten?: readonly LogEvent[];
}

/** The creature, unless it has left the house of its keeper. */
export function ifResident(present: PresentCreature): readonly PresentCreature<Resident>[] {
  const { creature } = present;
  return creature.death === null && creature.releasedAt === null ? [{ ...present, creature }] : [];
}

/** A creature that changed, with the version that the change started from. */
export interface CreatureChange {
  readonly from: PresentCreature;
  /** The new state; its version is set on saving. */
  readonly to: Omit<PresentCreature, "version">;
  readonly log?: readonly LogEvent[];
  readonly gravestone?: GravestoneRow | undefined;
  readonly discovered?: DiscoveredItem | undefined;
  readonly record?: IdempotencyRecord | undefined;
}

export interface DiscoveredItem {
  readonly agent_id: string;
  readonly creature_id: string;
  readonly action: string;
  readonly item: PrivateText;
  readonly category: string;
  readonly score: number;
  readonly model: string;
  readonly discovered_at: number;
}

/** The log rows of a change, earlier events first. */
export function logRowsOf({ from, log }: CreatureChange, version: number): readonly LogRow[] {
  const events = [...(from.unwritten ?? []), ...(log ?? [])];
  return events.map((event, ordinal) => logRow(from.agentId, from.creature, version, event, ordinal));
}

/** The gravestone of a death. After a death by time it contains the previous state, so that the death can be undone. */
export function gravestoneOfChange({ from, to, gravestone }: CreatureChange): GravestoneRow | undefined {
  if (gravestone === undefined || gravestone.cause === "harm") return gravestone;
  return { ...gravestone, before: changedColumns(from, to) };
}
