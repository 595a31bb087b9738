// Simulates keepers with known failures and the logs they leave: scheduled visits, some of them skipped, and hours or days of
// downtime. Their creatures never die.
import { feedingTiming } from "@denkeeper/rules/life/feeding.ts";
import type { LoggedLife } from "@denkeeper/rules/reliability/windows.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { chance, seedOf } from "@denkeeper/rules/time/hash.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { nameOf, type KeeperKind } from "./kinds.ts";
import { SimulatedPet, logOf } from "./simulated-house.ts";

/** Returns a source of random numbers in [0, 1) that depends only on the keeper. */
function drawsOf(keeper: string): () => number {
  const seed = seedOf(keeper);
  let drawn = 0;
  return () => chance(seed, drawn++);
}

/** Yields the periods in which a keeper is down, in order. */
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

/** Returns the logs that a keeper leaves from `start` on. */
export function logsOf(kind: KeeperKind, keeper: string, start: number, days: number): readonly LoggedLife[] {
  const { windows, visitsEveryHours = 1, skips = 0 } = kind;
  const draw = drawsOf(`${nameOf(kind)}/${keeper}`);
  const pets = windows.map((window, index) => new SimulatedPet(`${keeper}-${index}`, "UTC", window, start, Infinity));
  const spans = downSpans(kind.down, start, drawsOf(`${nameOf(kind)}/${keeper}/down`));
  const nextDown = () => spans.next().value ?? { from: Infinity, until: Infinity };
  let down: Span = nextDown();
  const step = visitsEveryHours * HOUR_MS;
  for (let at = start; at < start + days * DAY_MS; at += Math.round(step * (0.9 + 0.2 * draw()))) {
    while (at >= down.until) down = nextDown();
    if (at >= down.from || draw() < skips) continue;
    for (const pet of pets) if (feedingTiming(pet.positionAt(at)) !== "early") pet.feed(at);
  }
  return pets.map(logOf);
}
