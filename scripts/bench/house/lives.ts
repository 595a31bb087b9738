// The lives in a seeded house: lived by the rules, with a number of care actions each. The creatures are awake now, so
// care is accepted and writes.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { randomUUID } from "node:crypto";
import { adopt, hatch } from "@denkeeper/rules/care/adoption.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { rememberCare } from "@denkeeper/rules/care/remember.ts";
import { isSocial, type CareAction, type Living } from "@denkeeper/rules/creature/creature.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { gravestoneRowOf } from "../../../src/model/life/gravestone-row.ts";
import { nextEventAt } from "../../../src/model/life/time-changes.ts";
import { logRow, type LogEvent, type LogRow } from "../../../src/model/creatures/store/care-log.ts";
import { privateText } from "../../../src/model/creatures/store/private-text.ts";
import {
  creatureRow,
  type CreatureRow,
  type RecentCare,
  type StoredCreature,
} from "../../../src/model/creatures/store/creature-row.ts";
import type { GravestoneRow } from "../../../src/model/creatures/store/gravestones.ts";

/** How often creatures were cared for, unless told otherwise. */
export const CARES = 10;
const CARE_EVERY_HOURS = 4;
const ACTIONS: readonly CareAction[] = ["feed", "play", "clean", "feed", "reflect"];
const ZONES = [
  "Pacific/Auckland",
  "Asia/Tokyo",
  "Asia/Kolkata",
  "Europe/Berlin",
  "UTC",
  "America/New_York",
  "America/Los_Angeles",
  "Pacific/Honolulu",
  "Australia/Sydney",
  "America/Sao_Paulo",
] as const;
const FIRST_WAKING_HOUR = 8;
const LAST_WAKING_HOUR = 20;
const NOBODY = "00000000-0000-0000-0000-000000000000";

export interface SeededLife {
  readonly creature: CreatureRow;
  /** One entry for each care, the oldest first. */
  readonly log: readonly LogRow[];
  readonly lastCare: LogEvent | undefined;
  /** What its stone would say. */
  readonly gravestone: GravestoneRow;
}

/** Zones in which it is day, and stays day for a while. */
function zonesAwake(now: number): string[] {
  return ZONES.filter((zone) => {
    const { hour } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
    return hour >= FIRST_WAKING_HOUR && hour < LAST_WAKING_HOUR;
  });
}

/**
 * A life for each plain species, in each of a few zones. Social ones are left out: after ten minutes a look at them is a
 * write, which is what care measures.
 */
export function seededLives(now: number, cares = CARES): readonly SeededLife[] {
  const species = CATALOG.filter((nature) => nature.mechanic === null && !isSocial(nature));
  return zonesAwake(now).flatMap((zone) => species.map((nature) => lifeOf(nature, zone, now, cares)));
}

function lifeOf(species: (typeof CATALOG)[number], zone: string, now: number, cares: number): SeededLife {
  const hatchedAt = now - (cares * CARE_EVERY_HOURS + 1) * HOUR_MS;
  let creature: Living = hatch(adopt({ id: randomUUID(), name: "Pip", species, zone, at: hatchedAt }), hatchedAt);
  let recentCare: readonly RecentCare[] = [];
  let memory: StoredCreature["memory"] = null;
  const log: LogRow[] = [];
  let lastCare: LogEvent | undefined;
  for (let number = 0; number < cares; number++) {
    const at = hatchedAt + (number + 1) * CARE_EVERY_HOURS * HOUR_MS;
    const wanted = ACTIONS[number % ACTIONS.length] ?? "feed";
    const item = { category: null, isTask: false };
    const first = applyCare(creature, wanted, item, at);
    // By night, and while it does not trust yet, reflecting is what it takes.
    const action = first.kind === "done" ? wanted : "reflect";
    const done = first.kind === "done" ? first : applyCare(creature, "reflect", item, at);
    if (done.kind !== "done" || done.creature.death !== null) {
      throw new Error(`a ${species.slug} of the seed does not take care: ${done.kind}`);
    }
    const { before, timing, effectiveness } = done;
    const notes = privateText("seeded");
    const care = { action, item: null, score: null, notes, timing, effectiveness, before: before.stats };
    const event = { ...care, ...item, after: done.creature.stats };
    lastCare = { kind: "care", recordedAt: at, at, care: event };
    memory = rememberCare(memory, action, done, { loved: null, note: action === "reflect" ? notes : null });
    creature = done.creature;
    log.push(logRow(NOBODY, creature, number + 2, lastCare));
    recentCare = [{ action, item: null, notes, timing, at, sitter: null }, ...recentCare].slice(0, 5);
  }
  const stored = { agentId: NOBODY, version: cares + 1, seenStage: settle(creature, now).stage, recentCare, memory };
  const image = { imagePrompt: null, imageUrl: null };
  const row = creatureRow({ ...stored, ...image, creature, nextEventAt: nextEventAt(creature, 0) });
  const death = { at: now, cause: "neglect" } as const;
  const keeper = { id: NOBODY, username: "bench", clockMoved: false };
  return { creature: row, log, lastCare, gravestone: gravestoneRowOf(keeper, creature, { ...creature, death }) };
}
