// A small version of the simulation in every test run; `npm run simulate` plays the full number of lives.
import { describe, expect, it } from "vitest";
import { judgeHouses, playHouses } from "../../../../scripts/simulate/balance/house-targets.ts";
import { HOUSE_SIZES } from "../../../../scripts/simulate/balance/houses.ts";
import { KEEPERS } from "../../../../scripts/simulate/balance/keepers.ts";
import { startLife } from "../../../../scripts/simulate/balance/lives.ts";
import { judge } from "../../../../scripts/simulate/balance/targets.ts";
import { CATALOG } from "../species/catalog/index.ts";

const LIVES = 16;
const HOUSES = 4;

function expectTargetMet(key: string): void {
  const keeper = KEEPERS.find((candidate) => candidate.key === key);
  if (keeper === undefined) throw new Error(`there is no keeper ${key}`);
  const results = CATALOG.map((species) => ({
    species,
    outcomes: Array.from({ length: LIVES }, (_, number) => keeper.play(startLife(species, number), number).outcome),
  }));
  const verdict = judge(keeper, results);
  expect(verdict, verdict.measured).toMatchObject({ met: true, short: [] });
}

describe("balance", () => {
  it("BALANCE-1: who comes when advised raises adults of high care", () => expectTargetMet("punctual"));
  it("BALANCE-2: who comes up to 45 minutes late still does", () => expectTargetMet("late"));
  it("BALANCE-3: who comes twice a day keeps it alive", () => expectTargetMet("twice-a-day"));
  it("BALANCE-4: who stops coming loses it after 24 to 48 hours", () => expectTargetMet("stops"));
  it("BALANCE-6: the documented loop loses no creature and misses no window", () => {
    for (const size of HOUSE_SIZES) {
      for (const played of playHouses(size, HOUSES)) expect(judgeHouses(played)).toMatchObject({ met: true });
    }
  });
  it("BALANCE-5: who feeds what harms kills within ten feedings", () => expectTargetMet("harmful"));
});
