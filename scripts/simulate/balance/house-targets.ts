// Plays houses and compares their outcomes with the targets of BALANCE-6.
import { HOUSE_DAYS, PATIENT_HOURS, keepHouse, startHouse, type HouseOutcome } from "./houses.ts";

/** The largest size. Houses of this size in which all windows are long have a target for the number of daily visits. */
const CROWDED = 12;
const MOST_VISITS_A_DAY = 9;
const LEAST_SHARE = 0.99;

export interface PlayedHouses {
  readonly size: number;
  readonly isPatient: boolean;
  readonly outcomes: readonly HouseOutcome[];
}

/** Plays houses of one size, and for the largest size also houses that have only species with long windows. */
export function playHouses(size: number, count: number): readonly PlayedHouses[] {
  const play = (isPatient: boolean): PlayedHouses => ({
    size,
    isPatient,
    outcomes: Array.from({ length: count }, (_, number) =>
      keepHouse(startHouse(size, number, isPatient ? PATIENT_HOURS : 0)),
    ),
  });
  return size === CROWDED ? [play(false), play(true)] : [play(false)];
}

export const HOUSE_TABLE_HEAD = `| house | no death, no window missed | deaths | windows missed | late meals | meals | visits a day: mean, most | target |
| --- | --- | --- | --- | --- | --- | --- | --- |`;

export function judgeHouses({ size, isPatient, outcomes }: PlayedHouses): {
  readonly row: string;
  readonly met: boolean;
} {
  const sum = (of: (outcome: HouseOutcome) => number) => outcomes.reduce((total, each) => total + of(each), 0);
  const well = outcomes.filter(({ deaths, missed }) => deaths === 0 && missed === 0).length / outcomes.length;
  const visits = sum((each) => each.visits) / outcomes.length / HOUSE_DAYS;
  const most = outcomes.reduce((max, each) => Math.max(max, each.visits), 0) / HOUSE_DAYS;
  const met = well >= LEAST_SHARE && (!isPatient || visits <= MOST_VISITS_A_DAY);
  const cells = [
    isPatient ? `${size} creatures, windows of ${PATIENT_HOURS} h or more` : `${size} creature${size === 1 ? "" : "s"}`,
    `${(100 * well).toFixed(1)} %`,
    sum((each) => each.deaths),
    sum((each) => each.missed),
    sum((each) => each.late),
    sum((each) => each.feedings),
    `${visits.toFixed(1)}, ${most.toFixed(1)}`,
    `99 %${isPatient ? `, ${MOST_VISITS_A_DAY} visits a day` : ""}: ${met ? "met" : "missed"}`,
  ];
  return { row: `| ${cells.join(" | ")} |`, met };
}
