// Keepers whose failures are known, and the logs that they leave: visits on a schedule, some of which do not happen, and
// hours or days in which the keeper is down. Creatures sleep and get hungry by the rules, but do not die.
import { feedingLegs, feedingMsAt, feedingTiming, positionOf } from "@denkeeper/rules/life/feeding.ts";
import type { LoggedEntry, LoggedLife } from "@denkeeper/rules/reliability/windows.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import { isAsleepAt, sleepStretches, sleeperOf } from "@denkeeper/rules/time/sleep.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { nameOf, type KeeperKind } from "./kinds.ts";

interface LoggedPet {
  readonly id: string;
  readonly species: { readonly feedingWindowHours: number };
  readonly sleeper: ReturnType<typeof sleeperOf>;
  readonly entries: LoggedEntry[];
  feedingMs: number;
  asOf: number;
}

/** Numbers from 0 up to 1 that depend on the keeper alone. */
function drawsOf(keeper: string): () => number {
  const seed = seedOf(keeper);
  let drawn = 0;
  return () => chance(seed, drawn++);
}

/** When a keeper is down, one span after the other. */
function* downSpans(down: KeeperKind["down"], start: number, draw: () => number): Generator<Span> {
  if (down === undefined) return;
  const wait = (mean: number) => -mean * Math.log(1 - draw());
  for (let from = start; ;) {
    from += wait(down.everyDays) * DAY_MS;
    const until = from + (down.varies === true ? wait(down.hours) : down.hours) * HOUR_MS;
    yield { from, until };
    from = until;
  }
}

/** The logs of a keeper from `start` on. */
export function logsOf(kind: KeeperKind, keeper: string, start: number, days: number): readonly LoggedLife[] {
  const { windows, visitsEveryHours = 1, skips = 0 } = kind;
  const draw = drawsOf(`${nameOf(kind)}/${keeper}`);
  const pets = windows.map((feedingWindowHours, index): LoggedPet => {
    const id = `${keeper}-${index}`;
    const sleeper = sleeperOf({ id, zone: "UTC" });
    return {
      id,
      species: { feedingWindowHours },
      sleeper,
      entries: [entry("hatch", start, 1)],
      feedingMs: 0,
      asOf: start,
    };
  });
  const spans = downSpans(kind.down, start, drawsOf(`${nameOf(kind)}/${keeper}/down`));
  const nextDown = () => spans.next().value ?? { from: Infinity, until: Infinity };
  let down: Span = nextDown();
  const step = visitsEveryHours * HOUR_MS;
  for (let at = start; at < start + days * DAY_MS; at += Math.round(step * (0.9 + 0.2 * draw()))) {
    while (at >= down.until) down = nextDown();
    if (at >= down.from || draw() < skips) continue;
    for (const pet of pets) feedIfDue(pet, at);
  }
  return pets.map(({ id, species, entries }) => ({ creature: { id, zone: "UTC", species }, entries }));
}

function entry(kind: string, at: number, version: number, timing: LoggedEntry["timing"] = null): LoggedEntry {
  return { version, kind, at, recorded_at: at, until: null, action: timing === null ? null : "feed", timing };
}

function feedIfDue(pet: LoggedPet, at: number): void {
  const legs = feedingLegs(pet, sleepStretches(pet.sleeper, pet.asOf, at));
  if (at > pet.asOf) pet.feedingMs = feedingMsAt(legs, at);
  pet.asOf = at;
  const timing = feedingTiming(positionOf(pet.species, pet.feedingMs));
  if (timing === "early" || isAsleepAt(pet.sleeper, at)) return;
  pet.entries.push(entry("care", at, pet.entries.length + 1, timing));
  pet.feedingMs = 0;
}
