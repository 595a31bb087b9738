// Defines present creatures and their changes, from which all rows, events, and portrait jobs to save are derived.
import type { Creature, Resident } from "@denkeeper/rules/creature/creature.ts";
import { changedColumns, type HouseRecord } from "./creature-row.ts";
import { logRow, type LogEvent, type LogRow } from "./care-log.ts";
import type { GravestoneRow } from "./gravestones.ts";
import type { IdempotencyRecord } from "../../idempotency/store/idempotency.ts";
import type { PrivateText } from "./private-text.ts";

/** A stored creature that was moved across outages. The rules may judge it, and a change may start from it. */
export interface PresentCreature<Some extends Creature = Creature> extends HouseRecord {
  readonly creature: Some;
  /** Log events for outages that this state was moved across. Its log does not contain them yet. */
  readonly unwritten?: readonly LogEvent[];
}

/** Returns the creature as a list, which is empty if it is no longer a resident. */
export function ifResident(present: PresentCreature): readonly PresentCreature<Resident>[] {
  const { creature } = present;
  return creature.death === null && creature.releasedAt === null ? [{ ...present, creature }] : [];
}

/** A change of a creature, with the state that it started from. */
export interface CreatureChange {
  readonly from: PresentCreature;
  /** The new state. Its version is set when it is saved. */
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

/** Returns the log rows of a change, earliest event first. */
export function logRowsOf({ from, log }: CreatureChange, version: number): readonly LogRow[] {
  const events = [...(from.unwritten ?? []), ...(log ?? [])];
  return events.map((event, ordinal) => logRow(from.agentId, from.creature, version, event, ordinal));
}

/**
 * Returns the gravestone of a death. Unless harm was the cause, it contains the previous values, so that the death can be undone.
 */
export function gravestoneOfChange({ from, to, gravestone }: CreatureChange): GravestoneRow | undefined {
  if (gravestone === undefined || gravestone.cause === "harm") return gravestone;
  return { ...gravestone, before: changedColumns(from, to) };
}
