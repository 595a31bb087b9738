// Builds the row of a gravestone. It depends only on the keeper and the state before the death, so that every process builds the
// same one.
import { ageMsAt, type Creature, type Dead, type Living } from "@denkeeper/rules/creature/creature.ts";
import { unveil, type Visible } from "@denkeeper/rules/creature/visibility.ts";
import { postMortem } from "@denkeeper/rules/life/death.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { epitaph } from "@denkeeper/rules/words/epitaph.ts";
import { speakerOf } from "@denkeeper/rules/words/speaker.ts";
import { uuidOfName } from "../../platform/identity/agent-id.ts";
import type { Agent } from "../agents/store/agents.ts";
import type { GravestoneRow } from "../creatures/store/gravestones.ts";

/** Returns the number of the current or next death. Undone deaths count, however they were undone. */
export function deathNumberOf({
  resurrections,
  restorations,
}: Pick<Creature, "resurrections" | "restorations">): number {
  return resurrections + restorations + 1;
}

/** Derives the id from the creature and the number of its death, so that every process uses the same id. */
export function gravestoneIdOf(creatureId: string, deathNumber: number): string {
  return uuidOfName(`${creatureId}/${deathNumber}`);
}

export function epitaphOf(dead: Visible<Dead>): string {
  const { at, cause } = dead.death;
  const livedHours = ageMsAt(dead, at) / HOUR_MS;
  return epitaph(speakerOf(dead), { cause, livedHours, feedings: dead.feedings, key: at });
}

/** `before` is the stored state before the death, or `dead` itself if that state is unknown. */
export function gravestoneRowOf(
  agent: Pick<Agent, "id" | "username" | "clockMoved">,
  before: Visible<Living | Dead>,
  dead: Visible<Dead>,
): GravestoneRow {
  const { death } = dead;
  const livedMs = ageMsAt(dead, death.at);
  const deathNumber = deathNumberOf(dead);
  const { feedings, missedFeedings, species } = dead;
  return {
    agent_id: agent.id,
    creature_id: dead.id,
    death_number: deathNumber,
    gravestone_id: gravestoneIdOf(dead.id, deathNumber),
    name: dead.name,
    species_slug: species.slug,
    species_name: species.name,
    family: species.family,
    stage_reached: dead.stage,
    path: dead.path,
    lived_ms: livedMs,
    caretaker: agent.username,
    feedings,
    missed_feedings: missedFeedings,
    last_care_action: dead.lastCareAction,
    cause: death.cause,
    epitaph: epitaphOf(dead),
    died_at: death.at,
    post_mortem: postMortem(unveil<Living | Dead>(before), unveil(dead)),
    resurrected_at: null,
    is_public: !agent.clockMoved,
    before: null,
    restored_at: null,
  };
}
