// Runs a small version of the balance simulation with every test run. `npm run simulate` plays the full number of lives.
import { describe, expect, it } from "vitest";
import { judgeHouses, playHouses } from "../../../../scripts/simulate/balance/house-targets.ts";
import { HOUSE_SIZES } from "../../../../scripts/simulate/balance/houses.ts";
import { KEEPERS, outcomesOf } from "../../../../scripts/simulate/balance/keepers.ts";
import { judge } from "../../../../scripts/simulate/balance/targets.ts";
import { CATALOG } from "../species/catalog/index.ts";

const LIVES = 16;
const HOUSES = 4;

function expectTargetMet(key: string): void {
  const keeper = KEEPERS.find((candidate) => candidate.key === key);
  if (keeper === undefined) throw new Error(`there is no keeper ${key}`);
  const results = CATALOG.map((species) => ({ species, outcomes: outcomesOf(keeper, species, LIVES) }));
  const verdict = judge(keeper, results);
  expect(verdict, verdict.measured).toMatchObject({ met: true, short: [] });
}

describe("balance", () => {
  it("BALANCE-1: a keeper that comes when advised raises high-care adults", () => expectTargetMet("punctual"));
  it("BALANCE-2: a keeper up to 45 minutes late still raises high-care adults", () => expectTargetMet("late"));
  it("BALANCE-3: a keeper that comes twice a day keeps its creature alive", () => expectTargetMet("twice-a-day"));
  it("BALANCE-4: a creature whose keeper stops coming dies within 24 to 48 hours", () => expectTargetMet("stops"));
  it("BALANCE-6: the documented loop loses no creature and misses no window", () => {
    for (const size of HOUSE_SIZES) {
      for (const played of playHouses(size, HOUSES)) expect(judgeHouses(played)).toMatchObject({ met: true });
    }
  });
  it("BALANCE-5: a keeper that feeds harmful items kills within ten feedings", () => expectTargetMet("harmful"));
});
