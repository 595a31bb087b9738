// Mistakes with units of time that must not compile, each beside its correct form.
import { ageMsAt, type Creature, type Living } from "@denkeeper/rules/creature/creature.ts";
import { resurrectionCost } from "@denkeeper/rules/care/resurrection.ts";
import { board } from "@denkeeper/rules/care/boarding.ts";
import { HOUR_MS } from "@denkeeper/rules/time/durations.ts";
import { creatureAt } from "@denkeeper/rules/life/life.ts";
import type { Hours, Instant, RealInstant } from "@denkeeper/rules/time/units.ts";
import { houseTime, nextEventAt } from "../../src/model/life/time-changes.ts";
import { tooManyRequests } from "../../src/http/guard/count-address.ts";
import type { Agent } from "../../src/model/agents/store/agents.ts";

interface Given {
  readonly agent: Agent;
  readonly creature: Living;
  readonly hours: Hours;
  readonly windowMs: ReturnType<typeof ageMsAt>;
  readonly realNow: RealInstant;
  readonly houseNow: Instant;
}

export function realTimeForALife({ agent, creature, realNow }: Given): unknown {
  creatureAt(creature, houseTime(agent, realNow));
  // @ts-expect-error A life is judged in house time.
  return creatureAt(creature, realNow);
}

export function houseTimeTwice({ agent, houseNow, realNow }: Given): Instant {
  houseTime(agent, realNow);
  // @ts-expect-error House time is not real time.
  return houseTime(agent, houseNow);
}

export function houseTimeForTheSweep({ agent, creature }: Given): Instant | null {
  const swept: RealInstant | null = nextEventAt(creature, agent.clockOffsetMs);
  // @ts-expect-error The sweep uses real time.
  const lived: Instant | null = swept;
  return lived;
}

export function millisecondsForHours({ creature, houseNow }: Given): number {
  resurrectionCost(1, ageMsAt(creature, houseNow) / HOUR_MS);
  // @ts-expect-error An age in milliseconds is no number of hours.
  return resurrectionCost(1, ageMsAt(creature, houseNow));
}

export function hoursForMilliseconds({ creature, houseNow, hours }: Given): unknown {
  board(creature, houseNow, hours * HOUR_MS);
  // @ts-expect-error Hours are no milliseconds.
  return board(creature, houseNow, hours);
}

export function instantForALength(creature: Creature, { houseNow }: Given): unknown {
  ageMsAt(creature, houseNow);
  // @ts-expect-error A length of time is no instant.
  return ageMsAt(creature, ageMsAt(creature, houseNow));
}

export function millisecondsForSeconds({ windowMs }: Given): unknown {
  tooManyRequests(windowMs / 1000);
  // @ts-expect-error Retry-After counts seconds.
  return tooManyRequests(windowMs);
}
