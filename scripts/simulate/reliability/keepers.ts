// Simulates the logs of keepers with known failures (skipped visits, and outages of hours or days), whose creatures never die.
import { feedingTiming } from "@denkeeper/rules/life/feeding.ts";
import type { LoggedLife } from "@denkeeper/rules/reliability/windows.ts";
import { DAY_MS, HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { seedOf } from "@denkeeper/rules/time/hash.ts";
import type { Span } from "@denkeeper/rules/time/span.ts";
import { diceOf } from "../balance/lives.ts";
import { nameOf, type KeeperKind } from "./kinds.ts";
import { SimulatedPet, logOf } from "./simulated-house.ts";

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

/** Returns the logs of a keeper's creatures over some days from `start` on. */
export function logsOf(kind: KeeperKind, keeper: string, start: number, days: number): readonly LoggedLife[] {
  const { windows, visitsEveryHours = 1, skips = 0 } = kind;
  const draw = diceOf(seedOf(`${nameOf(kind)}/${keeper}`));
  const pets = windows.map((window, index) => new SimulatedPet(`${keeper}-${index}`, window, start, Infinity));
  const spans = downSpans(kind.down, start, diceOf(seedOf(`${nameOf(kind)}/${keeper}/down`)));
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
