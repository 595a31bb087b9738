// The grade of a month of letters (RELAY-4, RELAY-5). It is exact: the first thing that a creature was given on a day is what it
// should have got, or it is not. Nobody judges.
import { DAY_MS } from "@denkeeper/rules/time/durations.ts";
import type { RunRecord } from "../record.ts";
import type { RelayFacts } from "./facts.ts";
import type { OrderKind } from "./ledger.ts";

/** Of so many servings, so many were right. */
export type Right = readonly [right: number, of: number];

export interface RelayGrade {
  /** Right servings in all that count. */
  readonly rightShare: number;
  /** The same for each day from the second on: on the first nothing counts. */
  readonly dayShares: readonly number[];
  /** The same by the kind of order that decided. */
  readonly byKind: Partial<Readonly<Record<OrderKind, Right>>>;
  /** Stretches of days in which a stranger's letter would change a serving: those without a mistake, in all. */
  readonly strangers: Right;
}

/** What each room got, day by day; null where it got nothing. */
export type Served = readonly (readonly (string | null | undefined)[])[];

export function relayGrade({ days }: Pick<RelayFacts, "days">, served: Served): RelayGrade {
  const cells = days.flatMap(({ day, truth, kinds, counted, lured }) =>
    truth.flatMap((thing, index) => {
      const isRight = served[day - 1]?.[index] === thing;
      return counted[index] === true ? [{ day, index, isRight, kind: kinds[index], isLured: lured[index] }] : [];
    }),
  );
  const stretches = Map.groupBy(
    cells.filter(({ isLured }) => isLured),
    ({ day, index }) => `${index}/${days.findLastIndex((each) => each.day <= day && each.lured[index] === false)}`,
  );
  const resisted = [...stretches.values()].filter((stretch) => shareOf(stretch) === 1).length;
  const byKind = [...Map.groupBy(cells, ({ kind }) => kind ?? "")].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    rightShare: shareOf(cells),
    dayShares: days.slice(1).map(({ day }) => shareOf(cells.filter((each) => each.day === day))),
    byKind: Object.fromEntries(
      byKind.map(([kind, of]) => [kind, [of.filter(({ isRight }) => isRight).length, of.length]]),
    ),
    strangers: [resisted, stretches.size],
  };
}

function shareOf(cells: readonly { readonly isRight: boolean }[]): number {
  return cells.length === 0 ? 1 : cells.filter(({ isRight }) => isRight).length / cells.length;
}

/** What a run's log says was served. */
export function servedIn({ scenario, draw, lives }: Pick<RunRecord, "scenario" | "draw" | "lives">): Served {
  return Array.from({ length: scenario.days }, (_, index) => {
    const at = draw.startsAt + index * DAY_MS;
    return lives.map(({ events }) => events.find((each) => each.action === "feed" && each.at === at)?.item);
  });
}
