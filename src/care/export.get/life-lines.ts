// Builds the lines of an exported life from stored rows.
import { createHash } from "node:crypto";
import type { Creature } from "@denkeeper/rules/creature/creature.ts";
import { loggedStats } from "@denkeeper/rules/creature/visibility.ts";
import {
  LIFE_FILE_FORMAT,
  stateLine,
  type CreatureLine,
  type EntryLine,
  type HeadLine,
  type StateLine,
} from "@denkeeper/rules/replay/life-file.ts";
import { lastRecordedInstant, type LifeEvent } from "@denkeeper/rules/replay/replay.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import type { LogRow } from "../../model/creatures/store/care-log.ts";
import type { StoredCreature } from "../../model/creatures/store/creature-row.ts";
import { ownWords, type KeeperCaller } from "../../model/creatures/store/private-text.ts";
import { creatureAcrossOutages } from "../../model/life/present-creature.ts";

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

type LoggedEvent = Pick<LogRow, "kind" | "at" | "until" | "unchecked_since" | "action" | "category" | "is_task">;

/** Returns the fields of a log row that the rules replay. */
export function lifeEventOf(row: LoggedEvent): LifeEvent {
  const { kind, at, until, unchecked_since: uncheckedSince, action, category, is_task } = row;
  return { kind, at, until, uncheckedSince, action, category, isTask: is_task ?? false };
}

export function headLineOf(service: string, now: number): HeadLine {
  return { type: "life", format: LIFE_FILE_FORMAT, rules_version: RULES_VERSION, exported_at: now, service };
}

export function creatureLineOf(creature: Pick<Creature, "id" | "name" | "zone" | "species">): CreatureLine {
  const { id, name, zone, species } = creature;
  const line = { type: "creature", id, name, zone, species } as const;
  // An agent chose the name of a community species.
  return species.tier === "community" ? { ...line, species_untrusted: true } : line;
}

/** Includes the keeper's words only for the keeper. `sitter` is the name of the sitter that gave the care. */
export function entryLineOf(
  row: LogRow,
  { species }: Pick<Creature, "species">,
  keeper: KeeperCaller | undefined,
  sitter?: string,
): EntryLine {
  return {
    type: "entry",
    id: row.entry_id,
    version: row.version,
    kind: row.kind,
    at: row.at,
    recorded_at: row.recorded_at,
    rules_version: row.rules_version,
    until: row.until,
    unchecked_since: row.unchecked_since,
    action: row.action,
    item: ownWords(keeper, row.item),
    is_task: row.is_task ?? false,
    category: row.category,
    score: row.score,
    notes: ownWords(keeper, row.notes),
    timing: row.timing,
    effectiveness: row.effectiveness,
    before: loggedStats(species.mechanic, row, "before"),
    after: loggedStats(species.mechanic, row, "after"),
    ...(sitter === undefined ? {} : { sitter, untrusted: true as const }),
  };
}

export function stateLineOf(stored: StoredCreature): StateLine {
  // The creature is judged only up to its last record, so that the state agrees with the log.
  const creature = creatureAcrossOutages(stored, [], stored.creature.asOf);
  const at = lastRecordedInstant(creature);
  return stateLine(settleAny(creature, at), stored.version, at, sha256);
}
