// Counts the operator's figures by a walk through all agents, a few thousand at a time. Nobody who looks at them waits for
// it: a walk takes longer in a larger house, and is made less often there.
import { recordOf } from "@denkeeper/rules/time/record.ts";
import { DAY_MS, HOUR_MS, WEEK_MS } from "@denkeeper/rules/time/durations.ts";
import type { Db } from "../../store/db/db.ts";
import { listCareHours, listTopItems, type CareGroup } from "../../store/rollups/care-hours.ts";
import {
  FIGURE_EVENTS,
  NOTHING_IN_WINDOWS,
  RETENTION_WEEKS,
  type CareFigures,
  type CountsByName,
  type Figures,
  type Group,
  type Windowed,
} from "../../store/rollups/figures-shapes.ts";
import {
  countAdopted,
  countAgents,
  countAttendance,
  countCreatures,
  countDeaths,
  countFunnel,
  countSpecies,
  type AgentRange,
  type WindowStarts,
} from "../../store/rollups/figures.ts";
import { saveRollup } from "../../store/rollups/rollups.ts";
import { rangesOfAgents } from "./leaderboards/walk.ts";

const PROVIDERS_NAMED = 50;
const SPECIES_NAMED = 20;
const MONDAY_MS = 4 * DAY_MS;

/** A Monday, the first of as many weeks as are told and the running one. */
function firstCohort(now: number): number {
  return Math.floor((now - MONDAY_MS) / WEEK_MS) * WEEK_MS + MONDAY_MS - RETENTION_WEEKS * WEEK_MS;
}

export async function rollUpFigures(db: Db, now: number): Promise<void> {
  await saveRollup(db, "figures", await countFigures(db, now), now);
}

/** Counts that many pieces of the house add to. */
class Tally {
  readonly #counts = new Map<string | null, number>();

  add(key: string | null, count: number): void {
    if (count > 0) this.#counts.set(key, (this.#counts.get(key) ?? 0) + count);
  }

  /** Nameless ones left out. */
  get byName(): CountsByName {
    const names = [...this.#counts.keys()].filter((key) => key !== null);
    return recordOf(names, (name) => this.#counts.get(name) ?? 0);
  }

  first(most: number): readonly Group[] {
    return [...this.#counts]
      .map(([key, count]) => ({ key, count }))
      .toSorted((a, b) => b.count - a.count || ((a.key ?? "") < (b.key ?? "") ? -1 : 1))
      .slice(0, most);
  }
}

function plus(a: Windowed, b: Windowed): Windowed {
  return { day: a.day + b.day, week: a.week + b.week, month: a.month + b.month };
}

/** Adds up what the statements say of each range of agents. */
class House {
  total = 0;
  test = 0;
  registered = NOTHING_IN_WINDOWS;
  active = NOTHING_IN_WINDOWS;
  readonly providers = new Tally();
  readonly cohorts = new Map<number, { agents: number; came: readonly number[] }>();
  creatures = 0;
  resurrections = 0;
  care = 0;
  readonly status = new Tally();
  readonly stage = new Tally();
  readonly family = new Tally();
  readonly tier = new Tally();
  readonly path = new Tally();
  readonly adopted = new Tally();
  species = 0;
  created = NOTHING_IN_WINDOWS;
  readonly speciesFamily = new Tally();
  died = NOTHING_IN_WINDOWS;
  resurrected = 0;
  readonly deaths = new Map<string, { cause: string; stage: string; total: number }>();
  readonly deathFamily = new Tally();
  funnel = { adopted: 0, cared: 0, child: 0, adult: 0, designed: 0 };

  async add(db: Db, range: AgentRange, starts: WindowStarts): Promise<void> {
    for (const group of await countAgents(db, range, starts)) {
      if (group.isTest) {
        this.test += group.total;
        continue;
      }
      this.total += group.total;
      this.registered = plus(this.registered, group);
      this.providers.add(group.provider, group.total);
    }
    for (const { joinedWeek, agents, came, ...active } of await countAttendance(db, range, starts)) {
      const known = this.cohorts.get(joinedWeek) ?? { agents: 0, came: [] };
      this.cohorts.set(joinedWeek, {
        agents: known.agents + agents,
        came: came.map((count, week) => count + (known.came[week] ?? 0)),
      });
      this.active = plus(this.active, active);
    }
    await this.#addCreatures(db, range);
    await this.#addDeaths(db, range, starts);
    for (const { family, total, ...created } of await countSpecies(db, range, starts)) {
      this.species += total;
      this.created = plus(this.created, created);
      this.speciesFamily.add(family, total);
    }
    for (const { adopted, cared, child, adult, designed } of await countFunnel(db, range)) {
      this.funnel.adopted += adopted;
      this.funnel.cared += cared;
      this.funnel.child += child;
      this.funnel.adult += adult;
      this.funnel.designed += designed;
    }
  }

  async #addCreatures(db: Db, range: AgentRange): Promise<void> {
    for (const { status, stage, family, tier, path, count, resurrections, care } of await countCreatures(db, range)) {
      this.creatures += count;
      this.resurrections += resurrections;
      this.care += care;
      this.status.add(status, count);
      if (status === "alive") this.stage.add(stage, count);
      this.family.add(family, count);
      this.tier.add(tier, count);
      this.path.add(path, count);
    }
    for (const { key, count } of await countAdopted(db, range)) this.adopted.add(key, count);
  }

  async #addDeaths(db: Db, range: AgentRange, starts: WindowStarts): Promise<void> {
    for (const { cause, stage, family, total, resurrected, ...died } of await countDeaths(db, range, starts)) {
      const key = `${cause}/${stage}`;
      this.deaths.set(key, { cause, stage, total: total + (this.deaths.get(key)?.total ?? 0) });
      this.died = plus(this.died, died);
      this.resurrected += resurrected;
      this.deathFamily.add(family, total);
    }
  }
}

export async function countFigures(db: Db, now: number): Promise<Figures> {
  const starts = { day: now - DAY_MS, week: now - WEEK_MS, month: now - 30 * DAY_MS };
  const house = new House();
  for await (const range of rangesOfAgents(db)) await house.add(db, range, starts);
  const hours = hourStarts(now);
  const groups = await listCareHours(db, hours);
  return {
    at: now,
    agents: {
      total: house.total,
      test: house.test,
      registered: house.registered,
      active: house.active,
      providers: house.providers.first(PROVIDERS_NAMED),
    },
    creatures: {
      total: house.creatures,
      byStatus: house.status.byName,
      byStage: house.stage.byName,
      byFamily: house.family.byName,
      byTier: house.tier.byName,
      byPath: house.path.byName,
      resurrections: house.resurrections,
    },
    events: recordOf(FIGURE_EVENTS, (kind) =>
      groups.filter((group) => group.kind === kind).reduce(plus, NOTHING_IN_WINDOWS),
    ),
    care: {
      total: house.care,
      windows: recordOf(["day", "week", "month"], (window) => careOf(groups, window)),
      topItems: await listTopItems(db, { since: hours.month }),
    },
    species: {
      total: house.species,
      created: house.created,
      byFamily: house.speciesFamily.byName,
      mostAdopted: house.adopted.first(SPECIES_NAMED),
    },
    deaths: {
      died: house.died,
      resurrected: house.resurrected,
      groups: [...house.deaths.values()],
      byFamily: house.deathFamily.byName,
    },
    funnel: house.funnel,
    cohorts: [...house.cohorts]
      .filter(([joinedWeek]) => joinedWeek >= firstCohort(now))
      .toSorted(([a], [b]) => a - b)
      .map(([joinedWeek, { agents, came }]) => ({ joinedWeek, agents, came })),
  };
}

/** The first of the full hours that end with the running one. */
function hourStarts(now: number): WindowStarts {
  const running = Math.floor(now / HOUR_MS) * HOUR_MS;
  const start = (days: number) => running - (24 * days - 1) * HOUR_MS;
  return { day: start(1), week: start(7), month: start(30) };
}

function careOf(groups: readonly CareGroup[], window: keyof Windowed): CareFigures {
  const [actions, timings, categories] = [new Tally(), new Tally(), new Tally()];
  let [total, withItem] = [0, 0];
  for (const group of groups) {
    if (group.kind !== "care") continue;
    const count = group[window];
    total += count;
    if (group.withItem) withItem += count;
    actions.add(group.action, count);
    timings.add(group.timing, count);
    categories.add(group.category, count);
  }
  return {
    total,
    byAction: actions.byName,
    byTiming: timings.byName,
    byCategory: categories.byName,
    withItem,
  };
}
