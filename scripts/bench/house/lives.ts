// Plays the lives from which a benchmark database is copied. Their creatures are awake now, so they accept care.
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { randomUUID } from "node:crypto";
import { isLiving, isSocial, type CareAction } from "@denkeeper/rules/creature/creature.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { gravestoneRowOf } from "../../../src/model/life/gravestone-row.ts";
import type { LogRow } from "../../../src/model/creatures/store/care-log.ts";
import { creatureRow, type CreatureRow } from "../../../src/model/creatures/store/creature-row.ts";
import type { GravestoneRow } from "../../../src/model/creatures/store/gravestones.ts";
import { SeedLife } from "../../seed/life.ts";
import { ZONES } from "../../seed/zones.ts";

const CARES = 10;
export const CARE_EVERY_MS = 4 * HOUR_MS;
const ACTIONS: readonly CareAction[] = ["feed", "play", "clean", "feed", "reflect"];
const FIRST_WAKING_HOUR = 8;
const LAST_WAKING_HOUR = 20;
const NO_AGENT = "00000000-0000-0000-0000-000000000000";
const KEEPER = { id: NO_AGENT, username: "bench", clockMoved: false, clockOffsetMs: 0 };

export interface SeededLife {
  readonly creature: CreatureRow;
  /** Log rows of the care actions, oldest first. */
  readonly log: readonly LogRow[];
  /** The gravestone that the creature would have if it died now. */
  readonly gravestone: GravestoneRow;
}

/** Returns the time zones in which it is between 8:00 and 20:00. */
function zonesAwake(now: number): string[] {
  return ZONES.filter((zone) => {
    const { hour } = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
    return hour >= FIRST_WAKING_HOUR && hour < LAST_WAKING_HOUR;
  });
}

/**
 * Plays one life per waking zone and species without a mechanic. Social species are excluded, because a status call for them may
 * write.
 */
export function seededLives(now: number): readonly SeededLife[] {
  const species = CATALOG.filter((nature) => nature.mechanic === null && !isSocial(nature));
  return zonesAwake(now).flatMap((zone) => species.map((nature) => lifeOf(nature, zone, now)));
}

function lifeOf(species: (typeof CATALOG)[number], zone: string, now: number): SeededLife {
  const at = now - CARES * CARE_EVERY_MS - HOUR_MS;
  const life = new SeedLife(KEEPER, { id: randomUUID(), name: "Pip", species, zone, at });
  life.look(at);
  for (let number = 0; number < CARES; number++) {
    const then = at + (number + 1) * CARE_EVERY_MS;
    const notes = { notes: "seeded" };
    // A sleeping creature accepts only reflection.
    const isDone =
      life.care(ACTIONS[number % ACTIONS.length] ?? "feed", then, notes) || life.care("reflect", then, notes);
    if (!isDone || life.isOver) throw new Error(`a ${species.slug} of the seed refused care`);
  }
  const { creature } = life.stored;
  if (!isLiving(creature)) throw new Error(`a ${species.slug} of the seed is not alive`);
  const death = { at: now, cause: "neglect" } as const;
  return {
    creature: creatureRow({ ...life.stored, seenStage: settle(creature, now).stage }),
    log: life.log.filter(({ kind }) => kind === "care"),
    gravestone: gravestoneRowOf(KEEPER, creature, { ...creature, death }),
  };
}
