// Plays the planned lives up to an instant. Sleep and curiosity depend on a creature's id, so if a life does not turn
// out as planned, other ids are tried in a fixed order. The same instant gives the same house.
import { createHash } from "node:crypto";
import type { Creature, Mood } from "@denkeeper/rules/creature/creature.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { seedOf } from "@denkeeper/rules/time/hash.ts";
import { isAsleepAt, sleeperOf } from "@denkeeper/rules/time/sleep.ts";
import { findBuiltIn } from "@denkeeper/rules/species/catalog/index.ts";
import { natureOfDesign } from "@denkeeper/rules/species/design.ts";
import type { SpeciesNature } from "@denkeeper/rules/species/species.ts";
import { agentIdOf, uuidOf } from "../../src/platform/identity/agent-id.ts";
import { SeedLife } from "./life.ts";
import { AGENTS, CREATURES, DESIGNS, type AgentPlan, type CreaturePlan, type ExpectedState } from "./plans.ts";
import { zoneWhere } from "./zones.ts";

const ATTEMPTS = 2_000;
const STEPS = 48;
/** A mood is to be seen for a while, not for a minute. */
const MOOD_LASTS_MS = HOUR_MS;
/** A visit takes some minutes: the last one has ended by now. */
const LAST_VISIT_BEFORE_MS = HOUR_MS / 4;

export interface SeededAgent extends AgentPlan {
  readonly id: string;
  readonly timezone: string;
  readonly registeredAt: number;
  readonly lives: readonly SeedLife[];
}

/** A version 7 UUID of an instant and a text. */
function creatureId(at: number, text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return uuidOf(bytes);
}

function natureOf(slug: string): SpeciesNature {
  const design = DESIGNS.find((each) => each.slug === slug);
  const nature = design === undefined ? findBuiltIn(slug) : natureOfDesign(design);
  if (nature === undefined) throw new Error(`there is no species ${slug}`);
  return nature;
}

function moodAt(life: SeedLife, at: number): Mood | undefined {
  return life.livingAt(at)?.mood;
}

function turnedOut({ stage, path, death, releasedAt }: Creature, wanted: ExpectedState): boolean {
  if (stage !== wanted.stage) return false;
  if (wanted.path !== undefined && path !== wanted.path) return false;
  return (death?.cause ?? undefined) === wanted.cause && (releasedAt !== null) === (wanted.released ?? false);
}

function isAsExpected(life: SeedLife, wanted: ExpectedState, now: number): boolean {
  const creature = life.livingAt(now)?.creature ?? life.stored.creature;
  if (!turnedOut(creature, wanted)) return false;
  if (wanted.mood === undefined) return true;
  return moodAt(life, now) === wanted.mood && moodAt(life, now + MOOD_LASTS_MS) === wanted.mood;
}

function raise(plan: CreaturePlan, keeper: Omit<SeededAgent, "lives" | "registeredAt">, now: number): SeedLife {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const at = now - (plan.hours + (attempt % STEPS) * (plan.stepHours ?? 0)) * HOUR_MS;
    const id = creatureId(at, `${plan.name}-${attempt}`);
    // No need to play a life that cannot end in sleep.
    if (plan.wanted.mood === "sleeping" && !isAsleepAt(sleeperOf({ id, zone: keeper.timezone }), now)) continue;
    const life = new SeedLife(
      { id: keeper.id, username: keeper.username, clockMoved: false, clockOffsetMs: 0 },
      { id, name: plan.name, species: natureOf(plan.species), zone: keeper.timezone, at },
    );
    plan.habit(life, { from: at, until: now - LAST_VISIT_BEFORE_MS, seed: seedOf(id) });
    if (isAsExpected(life, plan.wanted, now)) return life;
  }
  throw new Error(`${plan.name} never turned out as ${JSON.stringify(plan.wanted)}`);
}

function seededAgent(plan: AgentPlan, now: number): SeededAgent {
  const agent = { ...plan, id: agentIdOf(plan.username), timezone: zoneWhere(plan.localHour, now) };
  const lives = CREATURES.filter(({ keeper }) => keeper === plan.username).map((each) => raise(each, agent, now));
  return { ...agent, lives, registeredAt: Math.min(...lives.map(({ bornAt }) => bornAt)) - HOUR_MS };
}

/** Everybody as they are at `now`. */
export function raiseAll(now: number): readonly SeededAgent[] {
  return AGENTS.map((plan) => seededAgent(plan, now));
}
