// A life on its way through its events, packed for storage: a replay can go on from it. Values stand in a fixed order, and
// instants count back from the one at which the state holds, so that many packed lives compress well. The name is left
// out: no rule asks for it.
import { CARE_ACTIONS, type CareAction, type Creature, type Pause } from "../creature/creature.ts";
import type { SpeciesNature } from "../species/species.ts";
import type { Instant } from "../time/units.ts";
import type { Replaying } from "./replay.ts";

type Packed = readonly unknown[];
/** Who it is, its state, and its state before its death, if it is dead. */
export type PackedLife = readonly [identity: PackedIdentity, state: Packed, beforeDeath?: Packed];
type PackedIdentity = readonly [zone: string, species: Packed];

export function packLife({ creature, beforeDeath }: Replaying): PackedLife {
  const identity = packIdentity(creature);
  const state = packState(creature);
  return creature.death === null || beforeDeath === creature
    ? [identity, state]
    : [identity, state, packState(beforeDeath)];
}

export function unpackLife(id: string, [identity, state, beforeDeath]: PackedLife): Replaying {
  const who = { id, ...unpackIdentity(identity) };
  const creature = unpackState(who, state);
  return { creature, beforeDeath: beforeDeath === undefined ? creature : unpackState(who, beforeDeath), care: null };
}

export function packIdentity({ zone, species }: Pick<Creature, "zone" | "species">): PackedIdentity {
  const { slug, name, family, tier, trustSpeed, feedingWindowHours, ...rest } = species;
  const { hungerDecayPerHour, happinessDecayPerHour, innateTraits, mechanic, curious } = rest;
  const speeds = [feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour];
  return [zone, [slug, name, family, tier, trustSpeed, ...speeds, innateTraits, mechanic, flag(curious)]];
}

export function unpackIdentity([zone, values]: PackedIdentity) {
  const [slug, name, family, tier, trustSpeed, feedingWindowHours, ...rest] = values;
  const [hungerDecayPerHour, happinessDecayPerHour, innateTraits, mechanic, curious] = rest;
  const speeds = { feedingWindowHours, hungerDecayPerHour, happinessDecayPerHour };
  const species = { slug, name, family, tier, trustSpeed, ...speeds, innateTraits, mechanic, curious: curious === 1 };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: what was packed above, which a digest vouches for
  return { name: "", zone, species: species as SpeciesNature };
}

function flag(is: boolean): 0 | 1 {
  return is ? 1 : 0;
}

const LETTERS = new Map<CareAction, string>(CARE_ACTIONS.map((action) => [action, action.charAt(0)]));
const ACTIONS = new Map([...LETTERS].map(([action, letter]) => [letter, action]));

function lettersOf(actions: readonly CareAction[]): string {
  return actions.map((action) => LETTERS.get(action)).join("");
}

function actionsOf(letters: string): readonly CareAction[] {
  return Array.from(letters).flatMap((letter) => ACTIONS.get(letter) ?? []);
}

/** How long before `asOf`, or the instant as text when a difference would lose something of it. */
function back(asOf: Instant, instant: Instant | null | undefined): number | string | null {
  if (instant === null || instant === undefined) return null;
  const ago = asOf - instant;
  return asOf - ago === instant && Number.isInteger(ago) ? ago : String(instant);
}

function packState(creature: Creature): Packed {
  const { asOf, stats, stageInstants: stages, rhythm } = creature;
  const ago = (instant: Instant | null | undefined) => back(asOf, instant);
  return [
    asOf,
    stats.hunger,
    stats.happiness,
    stats.health,
    stats.trust,
    stats.discipline,
    ago(creature.lastFedAt),
    creature.feedingMs,
    ago(creature.lastPlayedAt),
    ago(creature.lastCleanedAt),
    ago(creature.lastCheckedAt),
    ago(creature.lastCareAt),
    creature.lastCareAction === null ? "" : lettersOf([creature.lastCareAction]),
    ago(creature.adoptedAt),
    ago(creature.hatchedAt),
    creature.stage,
    [ago(stages.baby), ago(stages.child), ago(stages.teen), ago(stages.adult)],
    creature.path,
    creature.death === null ? null : [ago(creature.death.at), creature.death.cause],
    ago(creature.releasedAt),
    ago(creature.takenBackAt),
    creature.stillMs,
    creature.resurrections,
    creature.restorations,
    creature.pauses.map(({ kind, from, until, ended }) => [kind, ago(from), ago(until), ended === true ? 1 : 0]),
    ago(creature.rhythmSince),
    [rhythm.averageHours, rhythm.weight, rhythm.intervals],
    creature.consistency,
    creature.responsiveness,
    creature.scored,
    creature.streak,
    creature.missedThisCycle,
    creature.missedFeedings,
    creature.feedings,
    creature.careActions,
    lettersOf(creature.recentActions),
    flag(creature.releasedInDistress) +
      2 * flag(creature.hasRhythmStart) +
      4 * flag(creature.playedThisCycle) +
      8 * flag(creature.wasCritical) +
      16 * flag(creature.wasCriticalByClock) +
      32 * flag(creature.rescued),
    ago(creature.starvingSince),
    ago(creature.criticalSince),
    creature.personality,
    creature.milestones,
  ];
}

/** In the order of `packState`. */
// oxlint-disable-next-line max-lines-per-function -- a list: whoever reads it holds it against the one above
function unpackState(who: Pick<Creature, "id" | "name" | "zone" | "species">, values: Packed): Creature {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: what was packed above, which a digest vouches for
  const [asOf, ...rest] = values as readonly [number, ...unknown[]];
  let next = 0;
  // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unnecessary-type-parameters -- edge: the same order as above
  const take = <Value>() => rest[next++] as Value;
  const instantOf = (ago: number | string | null): Instant | null =>
    ago === null ? null : typeof ago === "string" ? Number(ago) : asOf - ago;
  const instant = (): Instant | null => instantOf(take<number | string | null>());
  const set = (): Instant => instant() ?? 0;
  const stats = {
    hunger: take<number>(),
    happiness: take<number>(),
    health: take<number>(),
    trust: take<number>(),
    discipline: take<number>(),
  };
  const clocks = {
    lastFedAt: set(),
    feedingMs: take<number>(),
    lastPlayedAt: instant(),
    lastCleanedAt: set(),
    lastCheckedAt: set(),
    lastCareAt: set(),
    lastCareAction: actionsOf(take<string>())[0] ?? null,
    adoptedAt: set(),
    hatchedAt: instant(),
    stage: take<Creature["stage"]>(),
  };
  const [baby = null, child = null, teen = null, adult = null] = take<readonly (number | null)[]>().map(instantOf);
  const path = take<Creature["path"]>();
  const death = take<readonly [number | string, string] | null>();
  const releasedAt = instant();
  const takenBackAt = instant();
  const still = { stillMs: take<number>(), resurrections: take<number>(), restorations: take<number>() };
  const pauses: Pause[] = [];
  for (const [kind, from, until, ended] of take<
    readonly [Pause["kind"], number | string, number | string, 0 | 1][]
  >()) {
    const span = { kind, from: instantOf(from) ?? 0, until: instantOf(until) ?? 0 };
    pauses.push(ended === 1 ? { ...span, ended: true } : span);
  }
  const rhythmSince = instant();
  const [averageHours, weight, intervals] = take<readonly [number, number, number]>();
  const scores = {
    consistency: take<number>(),
    responsiveness: take<number>(),
    scored: take<number>(),
    streak: take<number>(),
    missedThisCycle: take<number>(),
    missedFeedings: take<number>(),
    feedings: take<number>(),
    careActions: take<number>(),
    recentActions: actionsOf(take<string>()),
  };
  const flags = take<number>();
  const is = (bit: number) => (flags & bit) !== 0;
  const creature = {
    ...who,
    ...clocks,
    ...still,
    ...scores,
    stageInstants: { baby, child, teen, adult },
    path,
    death: death === null ? null : { at: instantOf(death[0]), cause: death[1] },
    releasedAt,
    ...(takenBackAt === null ? {} : { takenBackAt }),
    pauses,
    asOf,
    stats,
    rhythmSince,
    rhythm: { averageHours, weight, intervals },
    releasedInDistress: is(1),
    hasRhythmStart: is(2),
    playedThisCycle: is(4),
    wasCritical: is(8),
    wasCriticalByClock: is(16),
    rescued: is(32),
    starvingSince: instant(),
    criticalSince: instant(),
    personality: take<readonly string[]>(),
    milestones: take<readonly string[]>(),
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- edge: what was packed was one of the kinds
  return creature as Creature;
}
