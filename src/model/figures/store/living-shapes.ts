// Entries of the list of living creatures. They contain instants instead of ages, so that an entry does not change with time.
import type { FeedingStatus } from "@denkeeper/rules/life/feeding.ts";
import type { Mood, Stage } from "@denkeeper/rules/creature/creature.ts";
import type { Urgency } from "@denkeeper/rules/life/death.ts";
import { isWaiting, type VisibleNow } from "@denkeeper/rules/life/shown.ts";
import { FORMS } from "@denkeeper/rules/life/evolution.ts";
import type { Family } from "@denkeeper/rules/species/species.ts";
import { needOf, type Help, type Need } from "@denkeeper/rules/words/verdict.ts";

export const LIVING_LISTED = 10_000;

export interface LivingEntry {
  readonly id: string;
  readonly agent: string;
  readonly name: string;
  readonly species: string;
  readonly species_key: string;
  readonly family: Family;
  readonly stage: Stage;
  /** The name of the creature's adult form; null before adulthood. */
  readonly form: string | null;
  /** Null for eggs, as are the following fields up to `urgency`. */
  readonly mood: Mood | null;
  readonly age_since: number | null;
  readonly feeding_status: FeedingStatus | null;
  readonly feeding_opens_at: number | null;
  readonly dies_at: number | null;
  readonly urgency: Urgency | null;
  readonly need: Need;
  readonly needs?: Help[];
  /** Set only if the creature has waited long for care. */
  readonly without_care_since: number | null;
  readonly resting_until: number | null;
}

/** Numbers of listed creatures by property. */
export interface LivingCounts {
  readonly listed: number;
  readonly family: Readonly<Partial<Record<Family, number>>>;
  readonly stage: Readonly<Partial<Record<Stage, number>>>;
  readonly mood: Readonly<Partial<Record<Mood, number>>>;
  /** Only the most frequent species. */
  readonly species: Readonly<Record<string, number>>;
}

export const NONE_LISTED: LivingCounts = { listed: 0, family: {}, stage: {}, mood: {}, species: {} };

/** Returns the public facts about a creature, or undefined if it is dead. */
export function livingEntryOf(now: VisibleNow, agent: string): LivingEntry | undefined {
  const { creature } = now;
  const { species, stage, path, hatchedAt } = creature;
  const who = {
    id: creature.id,
    agent,
    name: creature.name,
    species: species.name,
    species_key: species.slug,
    family: species.family,
    stage,
    form: path === null ? null : FORMS[species.family][path],
  };
  if (now.kind === "egg") {
    const nothing = { mood: null, age_since: null, feeding_status: null, feeding_opens_at: null };
    const rest = { need: needOf(now).state, without_care_since: null, resting_until: null };
    return { ...who, ...nothing, dies_at: null, urgency: null, ...rest };
  }
  if (now.kind !== "living") return undefined;
  const { state: need, needs } = needOf(now);
  return {
    ...who,
    mood: now.mood,
    age_since: hatchedAt === null ? null : hatchedAt + creature.stillMs,
    feeding_status: now.feedingStatus,
    feeding_opens_at: now.nextFeedingWindow <= now.now ? null : now.nextFeedingWindow,
    dies_at: now.deathClock.diesAt,
    urgency: now.deathClock.urgency,
    need,
    ...(needs.length === 0 ? {} : { needs: [...needs] }),
    without_care_since: isWaiting(now) ? creature.lastCareAt : null,
    resting_until: now.resting?.until ?? null,
  };
}
