// The lines of a life's file, from what is stored.
import { createHash } from "node:crypto";
import type { Creature, Stats } from "@denkeeper/rules/creature/creature.ts";
import type { CreatureLine, EntryLine, HeadLine, StateLine } from "@denkeeper/rules/replay/life-file.ts";
import { LIFE_FILE_FORMAT, stateLine, visibleAs } from "@denkeeper/rules/replay/life-file.ts";
import type { LifeEvent } from "@denkeeper/rules/replay/replay.ts";
import { lastWritten } from "@denkeeper/rules/replay/replay.ts";
import { RULES_VERSION } from "@denkeeper/rules/replay/rules-version.ts";
import { settleAny } from "@denkeeper/rules/life/settle.ts";
import type { LogRow } from "../../store/creatures/care-log.ts";
import type { StoredCreature } from "../../store/creatures/creature-row.ts";
import type { Keeper } from "../../store/creatures/private-text.ts";
import { ownWords } from "../../store/creatures/private-text.ts";
import { presentCreature } from "./amnesty.ts";

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A row of the log as the rules need it. */
export function lifeEventOf(row: LogRow): LifeEvent {
  const { kind, at, until, unchecked_since: uncheckedSince, action, category, is_task, rules_version } = row;
  return { kind, at, until, uncheckedSince, action, category, isTask: is_task ?? false, rules: rules_version ?? 1 };
}

export function headLineOf(service: string, now: number): HeadLine {
  return { type: "life", format: LIFE_FILE_FORMAT, rules_version: RULES_VERSION, exported_at: now, service };
}

export function creatureLineOf({
  id,
  name,
  zone,
  species,
}: Pick<Creature, "id" | "name" | "zone" | "species">): CreatureLine {
  return { type: "creature", id, name, zone, species };
}

/** `keeper` when it is for the keeper itself: nobody else gets its words. `sitter` is who cared, when it was one. */
export function entryLineOf(
  row: LogRow,
  { species }: Pick<Creature, "species">,
  keeper: Keeper | undefined,
  sitter?: string,
): EntryLine {
  const shown = (stats: Stats | null) => (stats === null ? null : visibleAs(species.mechanic, stats));
  return {
    type: "entry",
    id: row.entry_id,
    version: row.version,
    kind: row.kind,
    at: row.at,
    recorded_at: row.recorded_at,
    rules_version: row.rules_version ?? 1,
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
    before: shown(
      statsOf(row.hunger_before, row.happiness_before, row.health_before, row.trust_before, row.discipline_before),
    ),
    after: shown(
      statsOf(row.hunger_after, row.happiness_after, row.health_after, row.trust_after, row.discipline_after),
    ),
    ...(sitter === undefined ? {} : { sitter }),
  };
}

function statsOf(
  hunger: number | null,
  happiness: number | null,
  health: number | null,
  trust: number | null,
  discipline: number | null,
): Stats | null {
  if (hunger === null || happiness === null || health === null || trust === null || discipline === null) return null;
  return { hunger, happiness, health, trust, discipline };
}

export function stateLineOf(stored: StoredCreature): StateLine {
  // Only up to what is written: nothing after that is judged.
  const creature = presentCreature(stored, [], stored.creature.asOf);
  const at = lastWritten(creature);
  return stateLine(settleAny(creature, at), stored.version, at, sha256);
}
