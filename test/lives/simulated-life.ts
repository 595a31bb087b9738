// Simulates random lives in memory with the log the service would store, using the same changes that endpoints and worker save.
import * as fc from "fast-check";
import { adopt } from "@denkeeper/rules/care/adoption.ts";
import { board, returnFromBoarding, onLeave, suspend } from "@denkeeper/rules/care/boarding.ts";
import { applyCare } from "@denkeeper/rules/care/care.ts";
import { rememberCare } from "@denkeeper/rules/care/remember.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { release, takeBack } from "@denkeeper/rules/care/release.ts";
import { resurrect } from "@denkeeper/rules/care/resurrection.ts";
import { isLiving, type Creature } from "@denkeeper/rules/creature/creature.ts";
import { settle } from "@denkeeper/rules/life/settle.ts";
import { mergeSpans, type Span } from "@denkeeper/rules/time/span.ts";
import { CATALOG } from "@denkeeper/rules/species/catalog/index.ts";
import { moveAcrossOutages } from "@denkeeper/rules/life/pause.ts";
import { presentInRealTime } from "../../src/model/life/present-creature.ts";
import { checkChange, deathChange, growthChange, hatchChange } from "../../src/model/life/time-changes.ts";
import { logRow, type LogEvent, type LogRow } from "../../src/model/creatures/store/care-log.ts";
import { privateText } from "../../src/model/creatures/store/private-text.ts";
import {
  logRowsOf,
  type CreatureChange,
  type PresentCreature,
} from "../../src/model/creatures/store/creature-change.ts";
import { arbitraryHistory, type History } from "./arbitrary-life.ts";

export interface SimulatedLife {
  readonly stored: PresentCreature;
  /** All changes saved after the adoption, in order. */
  readonly changes: readonly CreatureChange[];
  readonly rows: readonly LogRow[];
}

const KEEPER = {
  id: "649551e2-74ba-53e0-bf72-047ea579d198",
  username: "luna",
  clockMoved: false,
  clockOffsetMs: 0,
} as const;

class House {
  stored: PresentCreature;
  readonly rows: LogRow[] = [];
  readonly changes: CreatureChange[] = [];

  constructor({ id, species: nth, zone, startMs: at }: History) {
    const species = CATALOG[nth] ?? CATALOG[0];
    if (species === undefined) throw new Error("the catalog is empty");
    const creature = adopt({ id, name: "Pip", species, zone, at });
    this.stored = {
      agentId: KEEPER.id,
      version: 1,
      creature,
      seenStage: "egg",
      recentCare: [],
      memory: null,
      imagePrompt: null,
      imageUrl: null,
      nextEventAt: null,
    };
    this.rows.push(logRow(KEEPER.id, creature, 1, { kind: "adopt", recordedAt: at, at }));
  }

  save(change: CreatureChange | undefined): void {
    if (change === undefined) return;
    const version = change.from.version + 1;
    this.rows.push(...logRowsOf(change, version));
    this.changes.push(change);
    this.stored = { ...change.to, version, unwritten: [] };
  }
}

/** Generates a history with short outages between its visits, and with visits that a suspension prevents. */
export const arbitrarySimulation = fc.record({
  history: arbitraryHistory,
  outages: fc.array(
    fc.tuple(fc.integer({ min: 0, max: 200 * HOUR_MS }), fc.integer({ min: 300_000, max: 9 * HOUR_MS })),
    {
      maxLength: 3,
    },
  ),
  suspensions: fc.array(
    fc.record({ atVisit: fc.nat({ max: 30 }), forMs: fc.integer({ min: 0, max: 16 * 24 * HOUR_MS }) }),
    { maxLength: 2 },
  ),
  isReleased: fc.boolean(),
  /** Hours until the next expected run, in a life with leave (LEAVE-1). */
  runsEveryHours: fc.option(fc.integer({ min: 3, max: 120 })),
  wantedBackAfterHours: fc.option(fc.integer({ min: 0, max: 30 })),
});

type Simulation = typeof arbitrarySimulation extends fc.Arbitrary<infer Value> ? Value : never;

export function simulated(simulation: Simulation): SimulatedLife {
  const { history, outages, suspensions, isReleased, runsEveryHours, wantedBackAfterHours } = simulation;
  const house = new House(history);
  const { startMs } = history;
  const away = mergeSpans(outages.map(([after, forMs]) => ({ from: startMs + after, until: startMs + after + forMs })));
  // No visit takes place during an outage.
  const presentAt = (at: number) => away.find(({ from, until }) => from <= at && at < until)?.until ?? at;
  const storedAt = (at: number) =>
    presentInRealTime<Creature>(
      house.stored,
      away.filter(({ until }) => until <= at),
      at,
    );
  let now = startMs;
  house.save(hatchChange(house.stored, KEEPER, now));
  for (const [index, { afterMinutes, offsetMs, action, category }] of history.visits.entries()) {
    now = presentAt(now + afterMinutes * 60_000 + offsetMs);
    const suspension = suspensions.find(({ atVisit }) => atVisit === index);
    if (suspension !== undefined) {
      suspendAt(house, storedAt(now), now);
      now = presentAt(now + suspension.forMs);
      endRest(house, storedAt(now), now);
      continue;
    }
    const stored = storedAt(now);
    const death = deathChange(stored, KEEPER, now);
    if (death !== undefined) {
      house.save(death);
      const { creature } = house.stored;
      if (creature.death === null) continue;
      const back = resurrect(creature, now);
      const log: LogEvent[] = [{ kind: "resurrect", recordedAt: now, at: back.asOf }];
      house.save({ from: house.stored, to: { ...house.stored, creature: back }, log });
      continue;
    }
    visit(house, stored, { now, offsetMs, action, category });
    if (runsEveryHours !== null) startLeave(house, now, now + runsEveryHours * HOUR_MS);
  }
  if (isReleased) releaseAt(house, now + HOUR_MS);
  if (isReleased && wantedBackAfterHours !== null) {
    now = presentAt(now + HOUR_MS + wantedBackAfterHours * HOUR_MS);
    const known = away.filter(({ until }) => until <= now);
    takeBackAt(house, known, now);
    if (house.stored.creature.releasedAt === null) {
      visit(house, storedAt(now), { now, offsetMs: 0, action: "reflect", category: null });
    }
  }
  return { stored: house.stored, rows: house.rows, changes: house.changes };
}

/** Ends a visit as `src/model/life/leave.ts` does. */
function startLeave(house: House, now: number, nextRunAt: number): void {
  const { stored } = house;
  const creature = isLiving(stored.creature) ? onLeave(stored.creature, now, nextRunAt) : null;
  const pause = creature?.pauses.at(-1);
  if (creature === null || pause === undefined) return;
  const { lastCheckedAt: uncheckedSince } = stored.creature;
  const log: LogEvent[] = [{ kind: "leave", recordedAt: now, at: pause.from, until: pause.until, uncheckedSince }];
  house.save({ from: stored, to: { ...stored, creature }, log });
}

/** Suspends the keeper as `src/operator/moderation/moderate.ts` does. */
function suspendAt(house: House, stored: PresentCreature, now: number): void {
  const suspended = isLiving(stored.creature) ? suspend(stored.creature, now) : null;
  if (suspended === null) return;
  const { creature, pause } = suspended;
  const { lastCheckedAt: uncheckedSince } = stored.creature;
  const log: LogEvent[] = [{ kind: "suspend", recordedAt: now, at: pause.from, until: pause.until, uncheckedSince }];
  house.save({ from: stored, to: { ...stored, creature }, log });
}

/** Ends a rest early. */
function endRest(house: House, stored: PresentCreature, now: number): void {
  const creature = isLiving(stored.creature) ? returnFromBoarding(stored.creature, now) : null;
  if (creature === null) return;
  const log: LogEvent[] = [{ kind: "return", recordedAt: now, at: creature.asOf }];
  house.save({ from: stored, to: { ...stored, creature }, log });
}

type Visit = Pick<History["visits"][number], "offsetMs" | "action" | "category"> & { readonly now: number };

function visit(house: House, stored: PresentCreature, { now, offsetMs, action, category }: Visit): void {
  const { creature: before } = stored;
  const uncheckedSince = before.lastCheckedAt;
  if (action === "look") {
    const check = checkChange(stored, KEEPER, now);
    house.save(check);
    return house.save(growthChange(check === undefined ? stored : house.stored, KEEPER, now));
  }
  if (action === "return") return endRest(house, stored, now);
  if (!isLiving(before)) return;
  if (action === "board") {
    const outcome = board(before, now, HOUR_MS + offsetMs * 600);
    if (outcome.kind !== "boarded") return;
    const { creature, pause } = outcome;
    const log: LogEvent[] = [{ kind: "board", recordedAt: now, at: pause.from, until: pause.until, uncheckedSince }];
    return house.save({ from: stored, to: { ...stored, creature }, log });
  }
  const item = { category, isTask: category !== null };
  const outcome = applyCare(before, action, item, now);
  if (outcome.kind !== "done") return;
  const { creature, at, timing, effectiveness } = outcome;
  const care = {
    action,
    item: category === null ? null : privateText(category),
    isTask: item.isTask,
    category,
    score: null,
    notes: privateText("We met."),
    timing,
    effectiveness,
    before: outcome.before.stats,
    after: creature.stats,
  };
  const entry: LogEvent[] = [{ kind: "care", recordedAt: now, at, uncheckedSince, care }];
  const died = creature.death;
  const death: LogEvent[] = died === null ? [] : [{ kind: "death", recordedAt: now, at: died.at }];
  const memory = rememberCare(stored.memory, action, outcome, {
    loved: category === "loved" ? { phrase: "feather wand", score: 0.7 } : null,
    note: care.notes,
  });
  house.save({
    from: stored,
    to: { ...stored, creature, memory },
    log: [...entry, ...death],
  });
}

function releaseAt(house: House, now: number): void {
  const { stored } = house;
  if (!isLiving(stored.creature)) return;
  const outcome = release(stored.creature, now);
  if (outcome.kind !== "released") return house.save(deathChange(stored, KEEPER, now));
  const { creature } = outcome;
  const { lastCheckedAt: uncheckedSince } = stored.creature;
  const log: LogEvent[] = [{ kind: "release", recordedAt: now, at: creature.releasedAt, uncheckedSince }];
  house.save({ from: stored, to: { ...stored, creature }, log });
}

/** Takes the creature back as `src/care/return.post/handler.ts` does. */
function takeBackAt(house: House, outages: readonly Span[], now: number): void {
  const { stored } = house;
  if (stored.creature.releasedAt === null) return;
  const outcome = takeBack(stored.creature, now);
  if (outcome.kind !== "back" || !isLiving(outcome.creature)) return;
  const back = { ...stored, creature: outcome.creature };
  if (settle(moveAcrossOutages(outcome.creature, outages, now), now).death === null) {
    return house.save({ from: stored, to: back, log: [{ kind: "take_back", recordedAt: now, at: now }] });
  }
  const creature = { ...stored.creature, releasedInDistress: true };
  house.save({
    from: stored,
    to: { ...stored, creature },
    log: [{ kind: "lost", recordedAt: now, at: now }],
  });
}
